import { isObject } from '../../format/json-value.ts';
import { labelText, objectsUnder } from './foreign-label.ts';
import { hasAll, type Neighbour } from './neighbour.ts';

const ofVote = new Set(['question_id', 'model_a', 'model_b', 'winner', 'judge', 'turn', 'conversation_a', 'conversation_b', 'tstamp', 'id', 'user_id', 'evaluation_session_id']); // prettier-ignore
const MODEL = /^(?:gpt|claude|gemini|llama|mistral|qwen|deepseek|o\d)\b/i;

/** Votes between two models, of MT-Bench (`human_judgments`, `gpt-4_pair`) and of the Chatbot Arena. */
export const arenaVotes: Neighbour = {
  name: 'MT-Bench or Arena votes',
  recognises: ({ first }) => (hasAll(first, 'model_a', 'model_b', 'winner') ? 1 : 0),
  reader: () => ({
    *labels({ value }, notTaken) {
      if (!isObject(value)) return;
      notTaken.fields(value, ofVote);
      for (const side of ['conversation_a', 'conversation_b'])
        if (objectsUnder(value, side).length > 0) notTaken.add('field', side);
      const said = labelText(value.winner);
      // Arena tells apart ties of two bad answers; on the scale both are ties.
      const winner = said !== null && /^tie\b/i.test(said) ? 'tie' : said;
      if (winner !== said) notTaken.add('field', 'winner: bothbad');
      if (winner === null || !['model_a', 'model_b', 'tie'].includes(winner)) return notTaken.add('unknown', 'winner');
      const judge = Array.isArray(value.judge) ? value.judge.map(String).join(' ') : (labelText(value.judge) ?? labelText(value.user_id) ?? 'voter'); // prettier-ignore
      const [a, b] = [labelText(value.model_a) ?? 'a', labelText(value.model_b) ?? 'b'];
      const qid = labelText(value.question_id) ?? labelText(value.id) ?? 'question';
      const turn = labelText(value.turn);
      yield {
        item: `${qid}: ${a} / ${b}${turn === null ? '' : `, turn ${turn}`}`,
        rater: judge,
        kind: Array.isArray(value.judge) || MODEL.test(judge) ? 'judge' : 'person',
        ...{ question: 'winner', value: winner, at: labelText(value.tstamp) === null ? null : Number(value.tstamp) },
        about: { qid, model_a: a, model_b: b, ...(turn !== null && { turn }) }
      };
    },
    scale: () => 'preference:model_a,tie,model_b'
  })
};
