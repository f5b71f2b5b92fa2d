import { z } from 'zod';
import type { Reply } from '../../call.ts';
import type { Item } from '../../sample.ts';
import type { Verdict } from '../../verdict.ts';
import { CUT, notUsable, type ReplyValue, REFUSED } from '../asking.ts';
import { readShape } from '../reply-shape.ts';

const answer = z.strictObject({
  id: z.string(),
  label: z.enum(['yes', 'no', 'abstain']),
  rationale: z.string(),
  quotes: z.array(z.string())
});
const replyShape = z.strictObject({ items: z.array(answer) });

/** The JSON schema of a reply. Language models are offered *yes* and *no* only. */
export const checklistSchema = (ids: readonly string[]) => ({
  name: 'checklist_verdicts',
  json: {
    type: 'object',
    properties: {
      items: {
        type: 'array',
        description: 'One entry for each checklist item, in the order given.',
        items: {
          type: 'object',
          properties: {
            id: { type: 'string', enum: [...ids], description: 'The id of the item.' },
            rationale: { type: 'string', description: 'One to three sentences that say why.' },
            quotes: {
              type: 'array',
              items: { type: 'string' },
              description: 'Short passages copied from the report that the answer rests on; empty where there is none.'
            },
            label: { type: 'string', enum: ['yes', 'no'] }
          },
          required: ['id', 'rationale', 'quotes', 'label'],
          additionalProperties: false
        }
      }
    },
    required: ['items'],
    additionalProperties: false
  }
});

const listed = (ids: readonly string[]): string => {
  const shown = ids.slice(0, 5).map((id) => id.slice(0, 40));
  return ids.length > 5 ? `${shown.join(', ')} and ${ids.length - 5} more` : shown.join(', ');
};

const idFault = (found: readonly string[], wanted: readonly string[]): string | null => {
  const missing = wanted.filter((id) => !found.includes(id));
  const extra = found.filter((id) => !wanted.includes(id));
  const twice = found.filter((id, at) => found.indexOf(id) !== at);
  if (missing.length > 0) return `it has no entry for ${listed(missing)}`;
  if (extra.length > 0) return `it has an entry for ${listed(extra)}, which was not asked`;
  if (twice.length > 0) return `it has more than one entry for ${listed(twice)}`;
  return null;
};

/**
 * Reads the text of a complete reply, believing nothing: exactly one JSON value, exactly the ids asked, exact types, no
 * further members. The first fault is named in words that fit after "The reply was not usable:".
 *
 * @param options.abstains Whether `abstain` is an answer this judge may give.
 */
export const parseChecklist = (
  text: string,
  items: readonly Item[],
  options: { abstains: boolean } = { abstains: false }
): ReplyValue<Verdict[]> => {
  const shape = readShape(text, replyShape);
  if (!shape.ok) return shape;
  const answers = new Map(shape.value.items.map((entry) => [entry.id, entry]));
  const ids = idFault(
    shape.value.items.map((entry) => entry.id),
    items.map((item) => item.key)
  );
  if (ids !== null) return { ok: false, fault: ids };
  const verdicts: Verdict[] = [];
  for (const item of items) {
    const entry = answers.get(item.key);
    if (!entry) return { ok: false, fault: `it has no entry for ${item.key}` };
    const said = {
      item: item.key,
      rationale: entry.rationale.toWellFormed().trim(),
      evidence: entry.quotes.map((quote) => ({ quote: quote.toWellFormed() }))
    };
    if (entry.label !== 'abstain') verdicts.push({ ...said, state: 'judged', label: entry.label });
    else if (options.abstains) verdicts.push({ ...said, state: 'abstained', label: null });
    else return { ok: false, fault: `the label of ${item.key} is "abstain", which this judge may not give` };
  }
  return { ok: true, value: verdicts };
};

/** All units of a sample without a valid verdict, for one reason. */
export const unscored = (items: readonly Item[], reason: string): Verdict[] =>
  items.map((item) => ({ item: item.key, state: 'unscored', label: null, rationale: '', evidence: [], reason }));

/** Reply → verdicts, one for each item. A reply that is refused, cut off or faulty leaves every item unscored. */
export const readChecklistReply = (
  reply: Pick<Reply, 'text' | 'ending'>,
  items: readonly Item[],
  options: { abstains: boolean } = { abstains: false }
): Verdict[] => {
  if (reply.ending === 'refused') return unscored(items, REFUSED);
  if (reply.ending === 'cut') return unscored(items, CUT);
  const reading = parseChecklist(reply.text, items, options);
  return reading.ok ? reading.value : unscored(items, notUsable(reading.fault));
};
