import { blockIn } from '../shared/blocks-in-view.ts';
import { paint, rangesOf } from '../shared/passages.ts';
import type { BenchItem } from './bench-assignment.ts';

/** Marks in the report what the question is about; the first place, to be brought into view. */
export function markItem(pane: Element, { quotes, block, text }: BenchItem): Element | null {
  const stands = block === null ? pane : (blockIn(pane, block) ?? pane);
  const ranges = (block === null ? quotes : [...quotes, text]).flatMap((words) => rangesOf(stands, words, 1));
  paint('quoted', ranges);
  return ranges[0]?.startContainer.parentElement ?? null;
}

/** Marks words in one block; in the place of those marked before. */
export function markWords(block: Element | null, words: readonly string[]): void {
  paint('found', block ? words.flatMap((one) => rangesOf(block, one, 20)) : []);
}

/** Takes all marks away. */
export function unmark(): void {
  paint('quoted', []);
  paint('found', []);
}
