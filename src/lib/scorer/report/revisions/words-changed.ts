import { wordsOfReport } from '../../leaderboard/figures/report-length.ts';

/** Words that a text has more often than an earlier one, and those that it has less often. */
export interface WordsChanged {
  added: number;
  removed: number;
}

/**
 * How many words were added to a text and removed from it, counted by word wherever it stands: a word that only moved is neither.
 * Words are those of report lengths.
 */
export function wordsChanged(before: string, after: string): WordsChanged {
  const balance = new Map<string, number>();
  for (const word of wordsOfReport(after)) balance.set(word, (balance.get(word) ?? 0) + 1);
  for (const word of wordsOfReport(before)) balance.set(word, (balance.get(word) ?? 0) - 1);
  let [added, removed] = [0, 0];
  for (const n of balance.values()) {
    if (n > 0) added += n;
    else removed -= n;
  }
  return { added, removed };
}
