import { blockIn } from '../../shared/reading/blocks-in-view.ts';
import { bringIntoView, paint, rangesOf } from '../../shared/reading/passages.ts';
import type { LikelyPassage } from '../../../studies/judging/likely-passages.ts';
import type { AssignmentItem } from './assignment-page.ts';
import type { ReadingState } from './reading.svelte.ts';

/** Places in the report of the words that the question is about. */
export function rangesOfItem(
  pane: Element,
  { quotes, block, text }: Pick<AssignmentItem, 'quotes' | 'block' | 'text'>
): Range[] {
  const within = block === null ? pane : (blockIn(pane, block) ?? pane);
  return (block === null ? quotes : [...quotes, text]).flatMap((words) => rangesOf(within, words, 1));
}

/** Marks in the report what the question is about, and brings the first place into view. */
export function markItem(pane: Element, item: AssignmentItem, reading: ReadingState): void {
  const ranges = rangesOfItem(pane, item);
  paint('quoted', ranges);
  const [first] = ranges;
  if (!first) return;
  if (item.block === null) reading.look(first.startContainer.parentElement!);
  bringIntoView(pane, first);
}

/** Marks words in one block; in the place of those marked before. */
export function markWords(block: Element | null, words: readonly string[]): void {
  paint('found', block ? words.flatMap((one) => rangesOf(block, one, 20)) : []);
}

/** Brings a likely passage into view, in the report or in the cited page if there is one, and marks its words. */
export function goToLikely(reading: ReadingState, source: Element | undefined, { block, words }: LikelyPassage): void {
  const pane = source ?? reading.pane;
  if (!pane) return;
  if (source) blockIn(source, block)?.scrollIntoView({ block: 'nearest' });
  else reading.goTo(block);
  markWords(blockIn(pane, block), words);
}

/** Takes all marks away. */
export function unmark(): void {
  paint('quoted', []);
  paint('found', []);
}
