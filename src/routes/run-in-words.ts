import type { RunEstimate } from '$lib/scorer/engine/estimate/estimate.ts';
import { noticeTextsIn, noticeTextIn } from '$lib/messages/library-text.ts';

/** Progress of a run and what it waits for, with stored reasons in the reader’s language. */
export const runInWords = <Progress, Live>(
  language: string,
  run: { progress: Progress; live: Live }
): { progress: Progress; live: Live } => ({
  progress: noticeTextsIn(language, run.progress, ['problem']),
  live: noticeTextsIn(language, run.live, ['waiting', 'lastRetry', 'reason'])
});

/** An estimate with its notes in the reader’s language. */
export function estimateInWords(language: string, estimate: RunEstimate): RunEstimate {
  const say = noticeTextIn(language);
  return { ...estimate, notes: estimate.notes.map(say), unpriced: estimate.unpriced.map(say) };
}
