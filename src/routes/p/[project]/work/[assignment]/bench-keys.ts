import type { KeyHint } from '$lib/components/shared/frame/key-sheet.svelte.ts';
import type { BenchAsks } from '$lib/components/studies/judging/bench-assignment.ts';
import type { Option } from '$lib/studies/kinds/index.ts';

/** The words are made on the server: they are data, and no page loads them as script. */
interface Asked {
  asks: BenchAsks;
  options: readonly Option[];
  /** Whether there are words of items to look for. */
  likely: boolean;
}

const ranks = ({ options }: Asked): boolean => options.length === 0;
const placesOf = ({ asks }: Asked): string[] => asks.titles.map((_, i) => String(i + 1));
const optionsOf = ({ options }: Asked): string[] => options.map(({ key }) => key.toUpperCase());

/** The keys at the foot of the page. */
export const hintsOf = (desk: Asked): KeyHint[] => [
  ranks(desk)
    ? { keys: placesOf(desk), does: 'place' }
    : {
        keys: desk.options.length > 4 ? [optionsOf(desk)[0]!, '–', optionsOf(desk).at(-1)!] : optionsOf(desk),
        does: 'verdict'
      },
  { keys: ['C'], does: 'cannot judge' },
  { keys: ['←', '→'], does: 'item' },
  { keys: ['U'], does: 'undo' },
  { keys: ['?'], does: 'all keys' }
];

/** All keys of the page, for the sheet. */
export function keysOf(desk: Asked): KeyHint[] {
  const several = desk.asks.titles.length > 0;
  const { multiSelect, dimensions } = desk.asks;
  return [
    ranks(desk)
      ? { keys: placesOf(desk), does: 'place of the report in hand' }
      : {
          keys: optionsOf(desk),
          does: !dimensions && !multiSelect ? 'answer, commit and go to the next item' : 'answer'
        },
    ...(multiSelect ? [{ keys: ['⇧', optionsOf(desk)[0]!, '…'], does: 'accept this answer as well' }] : []),
    ...(dimensions ? [{ keys: ['D'], does: 'points: a digit each, field by field' }] : []),
    { keys: ['C', '1', '–', '6'], does: 'cannot judge, and why; C again: back to the answers' },
    { keys: ['↑', '↓'], does: ranks(desk) ? 'report before, report after' : 'choose without committing' },
    { keys: ['⏎'], does: 'commit the choice and go on' },
    { keys: ['←', '→'], does: 'item before, item after' },
    { keys: ['U'], does: 'take the last verdict back' },
    { keys: ['N'], does: 'write a note' },
    { keys: ['Space'], does: 'scroll the report (with Shift: back)' },
    { keys: ['J', 'K'], does: 'passage after, passage before' },
    ...(several
      ? [{ keys: ['S'], does: 'read the other report' }]
      : [
          { keys: ['M'], does: 'rely on the selected passage, or on the one being read' },
          { keys: ['/'], does: 'find in the report' }
        ]),
    ...(desk.likely ? [{ keys: ['L'], does: 'next passage with the item’s words' }] : []),
    { keys: ['P'], does: 'keep the passage being read in view, or let it go' },
    { keys: ['R'], does: 'to the source that the passage cites, and back' },
    { keys: ['H'], does: 'guideline of this study' },
    { keys: ['Esc'], does: 'leave the text' }
  ];
}
