import { isObject } from '../../format/json-value.ts';
import { labelText, objectsUnder } from './foreign-label.ts';
import { hasAll, type Neighbour } from './neighbour.ts';

const ofVote = new Set(['question_id', 'model_a', 'model_b', 'winner', 'judge', 'turn', 'conversation_a', 'conversation_b', 'tstamp', 'unit', 'kind', 'id', 'user_id', 'evaluation_session_id']); // prettier-ignore
const MODEL = /^(?:gpt|claude|gemini|llama|mistral|qwen|deepseek|o\d)\b/i;

/** Votes between two models, of MT-Bench (`human_judgments`, `gpt-4_pair`) and of the Chatbot Arena. */
export const arenaVotes: Neighbour = {
  name: 'MT-Bench or Arena votes',
  recognises: ({ first }) => (hasAll(first, 'model_a', 'model_b', 'winner') ? 1 : 0),
  reader: () => {
    const seen = new Set<string>();
    return {
      *labels({ value, number }, notTaken) {
        if (!isObject(value)) return;
        notTaken.fields(value, ofVote);
        for (const side of ['conversation_a', 'conversation_b'])
          if (objectsUnder(value, side).length > 0) notTaken.add('field', side);
        const said = labelText(value.winner);
        // Arena tells apart ties of two bad answers; on the scale both are ties.
        const given = said !== null && /^(?:tie\b|both_?bad$)/i.test(said) ? 'tie' : said;
        if (given !== said) notTaken.add('field', `winner: ${said}`);
        if (given === null || !['model_a', 'model_b', 'tie'].includes(given)) return notTaken.add('unknown', 'winner');
        const judge = Array.isArray(value.judge) ? judgeName(value.judge) : (labelText(value.judge) ?? labelText(value.user_id) ?? 'voter'); // prettier-ignore
        const shown = [labelText(value.model_a) ?? 'a', labelText(value.model_b) ?? 'b'] as const;
        const qid = labelText(value.question_id) ?? labelText(value.id) ?? `question ${number}`;
        const turn = labelText(value.turn);
        const itemOf = (a: string, b: string): string => `${qid}: ${a} / ${b}${turn === null ? '' : `, turn ${turn}`}`;
        const unit = labelText(value.unit);
        // Pairs are shown in either order: the first one names the item, as votes on one pair belong together.
        const isSwapped = unit === null && shown[0] !== shown[1] && seen.has(itemOf(shown[1], shown[0]));
        const [a, b] = isSwapped ? [shown[1], shown[0]] : shown;
        const item = unit ?? itemOf(a, b);
        seen.add(item);
        yield {
          ...{ item, rater: judge },
          kind: value.kind === 'person' || value.kind === 'judge' ? value.kind : Array.isArray(value.judge) || MODEL.test(judge) ? 'judge' : 'person', // prettier-ignore
          ...{ question: 'winner', value: isSwapped ? otherSide(given) : given },
          at: labelText(value.tstamp) === null ? null : Number(value.tstamp),
          about: { qid, model_a: a, model_b: b, ...(turn !== null && { turn }) }
        };
      },
      scale: () => 'preference:model_a,tie,model_b'
    };
  }
};

const otherSide = (winner: string): string =>
  winner === 'model_a' ? 'model_b' : winner === 'model_b' ? 'model_a' : winner;

/** MT-Bench's judges are a model with its prompt. */
const judgeName = (judge: unknown[]): string => judge.map(String).filter(Boolean).join(' ');

/** The question, models and turn in the name that the reader gives an item; null for other names. */
export function votedPair(item: string): { qid: string; models: [a: string, b: string]; turn: string | null } | null {
  const [, qid, a, b, turn] = /^(.+?): (.+?) \/ (.+?)(?:, turn (\d+))?$/s.exec(item) ?? [];
  const parts = [qid, a, b];
  if (qid === undefined || parts.some((one) => one!.trim() !== one)) return null;
  return { qid, models: [a!, b!], turn: turn ?? null };
}
