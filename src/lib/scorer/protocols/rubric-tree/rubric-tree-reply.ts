import { z } from 'zod';
import type { ReplyValue } from '../asking.ts';
import { readShape } from '../reply-shape.ts';

/** A judge's answer on one unit; null: it abstains. */
export interface ClaimAnswer<Label extends string> {
  label: Label | null;
  rationale: string;
  quotes: string[];
}

type Relevance = ClaimAnswer<'relevant' | 'irrelevant'>;
type Support = ClaimAnswer<'supported' | 'unsupported' | 'no-claim'>;

const relevanceShape = z.strictObject({
  rationale: z.string(),
  label: z.enum(['relevant', 'irrelevant', 'abstain'])
});
const supportShape = z.strictObject({
  claims: z.array(
    z.strictObject({
      id: z.string(),
      rationale: z.string(),
      quotes: z.array(z.string()),
      label: z.enum(['supported', 'unsupported', 'no-claim', 'abstain'])
    })
  )
});

/** The JSON schema of a reply on relevance. Language models are not offered to abstain. */
export const relevanceSchema = {
  name: 'source_relevance',
  json: {
    type: 'object',
    properties: {
      rationale: { type: 'string', description: 'One sentence that says what the page is about.' },
      label: { type: 'string', enum: ['relevant', 'irrelevant'] }
    },
    required: ['rationale', 'label'],
    additionalProperties: false
  }
};

/** The JSON schema of a reply on the claims that cite a page. */
export const supportSchema = (ids: readonly string[]) => ({
  name: 'claim_support',
  json: {
    type: 'object',
    properties: {
      claims: {
        type: 'array',
        description: 'One entry for each claim, in the order given.',
        items: {
          type: 'object',
          properties: {
            id: { type: 'string', enum: [...ids], description: 'The id of the claim.' },
            rationale: { type: 'string', description: 'One or two sentences that say why.' },
            quotes: {
              type: 'array',
              items: { type: 'string' },
              description: 'Short passages copied from the page that the answer rests on; empty where it has none.'
            },
            label: { type: 'string', enum: ['supported', 'unsupported', 'no-claim'] }
          },
          required: ['id', 'rationale', 'quotes', 'label'],
          additionalProperties: false
        }
      }
    },
    required: ['claims'],
    additionalProperties: false
  }
});

const mayNot = (of: string): { ok: false; fault: string } => ({
  ok: false,
  fault: `the label of ${of} is "abstain", which this judge may not give`
});

interface Options {
  /** Whether `abstain` is an answer this judge may give. */
  abstains: boolean;
}

/** Reads a reply on relevance, believing nothing: one JSON value, exact members, an allowed label. */
export const parseRelevance = (text: string, options: Options = { abstains: false }): ReplyValue<Relevance> => {
  const shape = readShape(text, relevanceShape);
  if (!shape.ok) return shape;
  const { label, rationale } = shape.value;
  if (label === 'abstain' && !options.abstains) return mayNot('the page');
  const said = { rationale: rationale.toWellFormed().trim(), quotes: [] };
  return { ok: true, value: { ...said, label: label === 'abstain' ? null : label } };
};

/** Reads a reply on claims, believing nothing: exactly the ids asked, each once, and words of the page for each support. */
export const parseSupport = (
  text: string,
  ids: readonly string[],
  options: Options = { abstains: false }
): ReplyValue<Map<string, Support>> => {
  const shape = readShape(text, supportShape);
  if (!shape.ok) return shape;
  const wanted = new Set(ids);
  const found = new Map<string, Support>();
  for (const { id, label, rationale, quotes } of shape.value.claims) {
    const shown = id.slice(0, 40);
    if (!wanted.has(id)) return { ok: false, fault: `it has an entry for ${shown}, which was not asked` };
    if (found.has(id)) return { ok: false, fault: `it has more than one entry for ${shown}` };
    if (label === 'abstain' && !options.abstains) return mayNot(shown);
    const kept = quotes.map((quote) => quote.toWellFormed().trim()).filter((quote) => quote !== '');
    if (label === 'supported' && kept.length === 0)
      return { ok: false, fault: `${shown} is "supported" without a quote from the page` };
    found.set(id, {
      label: label === 'abstain' ? null : label,
      rationale: rationale.toWellFormed().trim(),
      quotes: kept
    });
  }
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length > 0)
    return {
      ok: false,
      fault: `it has no entry for ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ` and ${missing.length - 5} more` : ''}`
    };
  return { ok: true, value: found };
};
