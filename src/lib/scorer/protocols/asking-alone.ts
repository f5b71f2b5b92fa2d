import type { Question } from '../call.ts';
import type { Capabilities } from '../capabilities.ts';
import { JudgeCallError } from '../judge.ts';
import { type UsableReply, askFor, type ReplyValue } from './asking.ts';

/** A call that fails for good concerns its own units only. */
export const askAlone = async <T>(
  can: Capabilities,
  question: Question,
  read: (text: string) => ReplyValue<T>
): Promise<UsableReply<T>> => {
  try {
    return await askFor(can, question, read);
  } catch (failure) {
    if (failure instanceof JudgeCallError) return { ok: false, reason: failure.message };
    throw failure;
  }
};

/** Results in the order of the values, `most` of them under way at once; after a failure none is begun. */
export const inParallel = async <T, R>(
  values: readonly T[],
  most: number,
  work: (value: T) => Promise<R>
): Promise<R[]> => {
  const results = new Array<R>(values.length);
  let next = 0;
  let broken = false;
  const worker = async (): Promise<void> => {
    while (next < values.length && !broken) {
      const at = next++;
      try {
        results[at] = await work(values[at] as T);
      } catch (failure) {
        broken = true;
        throw failure;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, values.length) }, worker));
  return results;
};
