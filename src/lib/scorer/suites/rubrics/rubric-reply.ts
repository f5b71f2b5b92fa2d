import { z } from 'zod';
import type { Item } from '../../sample.ts';
import type { Verdict } from '../../verdict.ts';
import type { ReplyValue } from '../../protocols/asking.ts';
import { readShape } from '../../protocols/reply-shape.ts';

/** How a reply has to look: which labels there are, and whether a reference is labelled too. */
export interface ReplyForm {
  labels: readonly string[];
  /** The judge labels a reference report as well. */
  reference: boolean;
}

const answer = z.strictObject({
  id: z.string(),
  label: z.string(),
  reference_label: z.string().optional(),
  rationale: z.string(),
  quotes: z.array(z.string())
});
const replyShape = z.strictObject({ criteria: z.array(answer) });

/** The JSON schema of a reply. */
export const rubricReplySchema = (ids: readonly string[], { labels, reference }: ReplyForm) => ({
  name: 'rubric_verdicts',
  json: {
    type: 'object',
    properties: {
      criteria: {
        type: 'array',
        description: 'One entry for each criterion, in the order given.',
        items: {
          type: 'object',
          properties: {
            id: { type: 'string', enum: [...ids], description: 'The id of the criterion.' },
            rationale: { type: 'string', description: 'One to three sentences that say why.' },
            quotes: {
              type: 'array',
              items: { type: 'string' },
              description: 'Short passages copied from the report that the answer rests on; empty where there is none.'
            },
            label: { type: 'string', enum: [...labels] },
            ...(reference && {
              reference_label: { type: 'string', enum: [...labels], description: 'Of the reference report.' }
            })
          },
          required: ['id', 'rationale', 'quotes', 'label', ...(reference ? ['reference_label'] : [])],
          additionalProperties: false
        }
      }
    },
    required: ['criteria'],
    additionalProperties: false
  }
});

const shown = (ids: readonly string[]): string => ids.slice(0, 5).join(', ') + (ids.length > 5 ? ', …' : '');

function fault(found: readonly string[], wanted: readonly string[]): string | null {
  const missing = wanted.filter((id) => !found.includes(id));
  const extra = found.filter((id) => !wanted.includes(id));
  if (missing.length > 0) return `it has no entry for ${shown(missing)}`;
  if (extra.length > 0) return `it has an entry for ${shown(extra)}, which was not asked`;
  return new Set(found).size === found.length ? null : 'it has more than one entry for a criterion';
}

/** The label "abstain" is for judges that may; a scale that has a label of this name keeps it. */
const ABSTAIN = 'abstain';

/**
 * Reads a complete reply, believing nothing: each criterion once, with a label of the scale.
 *
 * @param query The qid if the criteria are those of one query; null if they hold for all
 */
export function parseRubricReply(
  text: string,
  criteria: readonly Item[],
  form: ReplyForm,
  { abstains, query }: { abstains: boolean; query: string | null }
): ReplyValue<Verdict[]> {
  const shape = readShape(text, replyShape);
  if (!shape.ok) return shape;
  const given = shape.value.criteria;
  const ids = fault(
    given.map(({ id }) => id),
    criteria.map(({ key }) => key)
  );
  if (ids !== null) return { ok: false, fault: ids };
  const verdicts: Verdict[] = [];
  for (const criterion of criteria) {
    const entry = given.find(({ id }) => id === criterion.key);
    if (entry === undefined) return { ok: false, fault: `it has no entry for ${criterion.key}` };
    const { label, reference_label: reference } = entry;
    const said = {
      item: criterion.key,
      kind: 'criterion' as const,
      text: criterion.text,
      rationale: entry.rationale.toWellFormed().trim(),
      evidence: entry.quotes.map((quote) => ({ quote: quote.toWellFormed() }))
    };
    const detail = { kind: 'criterion' as const, query, reference: form.reference ? (reference ?? null) : null };
    if (label === ABSTAIN && abstains && !form.labels.includes(ABSTAIN))
      verdicts.push({ ...said, state: 'abstained', label: null, detail: { ...detail, reference: null } });
    else {
      const wrong = [label, ...(form.reference ? [reference ?? ''] : [])].find((one) => !form.labels.includes(one));
      if (wrong !== undefined)
        return { ok: false, fault: `${JSON.stringify(wrong)} at ${criterion.key} is not one of the labels` };
      verdicts.push({ ...said, state: 'judged', label, detail });
    }
  }
  return { ok: true, value: verdicts };
}
