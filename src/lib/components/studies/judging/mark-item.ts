import { blockIn } from '../../shared/reading/blocks-in-view.ts';
import { paint, rangesOf } from '../../shared/reading/passages.ts';
import type { AssignmentItem } from './assignment-page.ts';

/** Places in the report of the words that the question is about. */
export function rangesOfItem(
  pane: Element,
  { quotes, block, text }: Pick<AssignmentItem, 'quotes' | 'block' | 'text'>
): Range[] {
  const within = block === null ? pane : (blockIn(pane, block) ?? pane);
  return (block === null ? quotes : [...quotes, text]).flatMap((words) => rangesOf(within, words, 1));
}

/** Marks in the report what the question is about; the first place, to be brought into view. */
export function markItem(pane: Element, item: AssignmentItem): Element | null {
  const ranges = rangesOfItem(pane, item);
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
