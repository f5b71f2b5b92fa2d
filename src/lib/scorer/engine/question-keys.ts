import type { Task } from './contract.ts';
import { playersOf } from '../judges/players.ts';
import type { Call, Question } from '../call.ts';
import type { Judge } from '../judge.ts';
import { textHash } from '../runs/fingerprint.ts';
import { utf8Bytes } from '../web/utf8-bytes.ts';

const schemaTexts = new WeakMap<object, string>();

/** Many questions have the same schema. */
const schemaText = (schema: Call['schema']): string => {
  const text = schemaTexts.get(schema) ?? JSON.stringify(schema);
  schemaTexts.set(schema, text);
  return text;
};

/** Everything that determines the answer but the trial. Judges made of code read more than the messages. */
export const questionKey = (judge: Pick<Judge, 'abstains' | 'fingerprint'>, call: Omit<Call, 'trial'>): string => {
  const read = judge.abstains ? JSON.stringify([call.about, call.material ?? null]) : '';
  const parts = [judge.fingerprint, call.prompt.hash, schemaText(call.schema), call.system, call.user, read];
  // Only if allowed, so that questions without web search have the keys that they had before there was any.
  if (call.webSearch) parts.push('web search');
  if (call.moreRoom) parts.push('more room');
  if (call.role !== undefined) parts.push(`role ${call.role}`);
  // Each part's length in front: no two lists of parts have the same text.
  let text = '';
  // A list that is joined copies the message once more.
  for (const part of parts) text += `${part.length} ${part}`;
  return textHash(utf8Bytes(text));
};

/** Equal keys may share replies. */
const callKey = (question: string, trial: number): string =>
  trial === 0 ? question : textHash(`${question} ${trial}`);

/** Questions that a task asks again are told apart by their trial; so are those of its repeats. */
const TRIALS_PER_REPEAT = 1_000;

/**
 * Numbers a task's questions in the order in which it asks them: the call that each makes to a model, and its key. The model is
 * who plays the question's role, unless told.
 */
export const callsOfTask = (
  task: Pick<Task, 'judge' | 'sample' | 'repeat' | 'webSearch' | 'sharesBeginning'>
): ((question: Question, player?: Judge) => { call: Call; key: string; player: Judge }) => {
  const { sample, repeat } = task;
  const timesAsked = new Map<string, number>();
  return (question, judge = playersOf(task.judge, question.role)[0]!) => {
    const webSearch = task.webSearch && judge.webSearch === 'if-asked' ? ({ webSearch: true } as const) : {};
    // With web search a judge sends the schema and its tool in front, and nothing is shared.
    const alike = task.sharesBeginning && question.shared !== undefined && !('webSearch' in webSearch);
    const cacheShared = alike && judge.webSearch !== 'always' ? ({ cacheShared: true } as const) : {};
    const { assume: _onlyForEstimates, ...asked } = question;
    const about = { ...asked, about: sample, ...webSearch, ...cacheShared };
    const first = questionKey(judge, about);
    const times = timesAsked.get(first) ?? 0;
    timesAsked.set(first, times + 1);
    const trial = repeat + TRIALS_PER_REPEAT * times;
    return { call: { ...about, trial }, key: callKey(first, trial), player: judge };
  };
};
