import type { Issue, IssueList } from '../../report/pointwise-issues.ts';
import { z } from 'zod';
import type { ReplyValue } from '../asking.ts';
import { readShape } from '../reply-shape.ts';

const replyShape = z.strictObject({
  issues: z.array(z.strictObject({ quotes: z.array(z.string()), explanation: z.string().regex(/\S/, 'it is empty') })),
  abstains: z.string().regex(/\S/, 'it is empty').optional()
});

/** The JSON schema of a reply: issues and nothing to add them up with. */
export const pointwiseSchema = {
  name: 'issues',
  json: {
    type: 'object',
    properties: {
      issues: {
        type: 'array',
        description: 'One entry for each issue, in the order in which the report has them; empty where there is none.',
        items: {
          type: 'object',
          properties: {
            quotes: {
              type: 'array',
              items: { type: 'string' },
              description: 'The passages at issue, copied from the report word for word.'
            },
            explanation: { type: 'string', description: 'One to three sentences that say what is wrong.' }
          },
          required: ['quotes', 'explanation'],
          additionalProperties: false
        }
      }
    },
    required: ['issues'],
    additionalProperties: false
  }
};

const tidy = (text: string): string => text.toWellFormed().trim();
const sameWords = (issue: Issue): string =>
  JSON.stringify([...issue.quotes, issue.explanation].map((text) => text.normalize('NFC').replace(/\s+/g, ' ')));

/**
 * Reads the text of a complete reply, believing nothing: exactly one JSON value with exactly the members of the schema.
 * A total or a score beside the list makes the reply unusable, so that no number of the judge's own can ever be taken.
 *
 * An entry that repeats another one word for word (quotes and explanation, white space aside) is counted once: a model
 * that has begun to repeat itself has found nothing new. Whatever differs in a word is an issue of its own, because the
 * paper counts what a judge lists.
 *
 * @param options.abstains Whether this judge may abstain from the count.
 */
export const parsePointwise = (
  text: string,
  options: { abstains: boolean } = { abstains: false }
): ReplyValue<IssueList> => {
  const shape = readShape(text, replyShape);
  if (!shape.ok) return shape;
  const { abstains } = shape.value;
  if (abstains !== undefined && !options.abstains)
    return { ok: false, fault: 'it abstains, which this judge may not do' };
  const known = new Set<string>();
  const issues: Issue[] = [];
  for (const entry of shape.value.issues) {
    const quotes = [...new Set(entry.quotes.map(tidy).filter((quote) => quote !== ''))];
    const issue = { quotes, explanation: tidy(entry.explanation) };
    const words = sameWords(issue);
    if (known.has(words)) continue;
    known.add(words);
    issues.push(issue);
  }
  const repeated = shape.value.issues.length - issues.length;
  return { ok: true, value: { issues, repeated, abstains: abstains === undefined ? null : tidy(abstains) } };
};
