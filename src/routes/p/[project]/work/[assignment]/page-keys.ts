import type { KeyHint } from '$lib/components/shared/frame/key-panel.svelte.ts';
import type { AssignmentAsks } from '$lib/components/studies/judging/assignment-page.ts';
import type { Option } from '$lib/studies/kinds/index.ts';

/** The words are made on the server: they are data, and no page loads them as script. */
interface Asked {
  asks: AssignmentAsks;
  options: readonly Option[];
  /** Whether there are words of items to look for. */
  likely: boolean;
}

const ranks = ({ options }: Asked): boolean => options.length === 0;
const placesOf = ({ asks }: Asked): string[] => asks.titles.map((_, i) => String(i + 1));
const optionsOf = ({ options }: Asked): string[] => options.map(({ key }) => key.toUpperCase());

/** The keys at the foot of the page. */
export const hintsOf = (work: Asked): KeyHint[] => [
  ranks(work)
    ? { keys: placesOf(work), does: 'place' }
    : {
        keys: work.options.length > 4 ? [optionsOf(work)[0]!, '–', optionsOf(work).at(-1)!] : optionsOf(work),
        does: 'verdict'
      },
  { keys: ['C'], does: 'cannot judge' },
  { keys: ['←', '→'], does: 'item' },
  { keys: ['U'], does: 'undo' },
  { keys: ['?'], does: 'all keys' }
];

/** All keys of the page, for their panel. */
export function keysOf(work: Asked): KeyHint[] {
  const several = work.asks.titles.length > 0;
  const { multiSelect, dimensions } = work.asks;
  return [
    ranks(work)
      ? { keys: placesOf(work), does: 'place of the report in hand' }
      : {
          keys: optionsOf(work),
          does: !dimensions && !multiSelect ? 'answer, commit and go to the next item' : 'answer'
        },
    ...(multiSelect ? [{ keys: ['⇧', optionsOf(work)[0]!, '…'], does: 'accept this answer as well' }] : []),
    ...(dimensions ? [{ keys: ['D'], does: 'points: a digit each, field by field' }] : []),
    { keys: ['C', '1', '–', '6'], does: 'cannot judge, and why; C again: back to the answers' },
    { keys: ['↑', '↓'], does: ranks(work) ? 'report before, report after' : 'choose without committing' },
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
    ...(work.likely ? [{ keys: ['L'], does: 'next passage with the item’s words' }] : []),
    { keys: ['P'], does: 'keep the passage being read in view, or let it go' },
    { keys: ['R'], does: 'to the source that the passage cites, and back' },
    { keys: ['H'], does: 'guideline of this study' },
    { keys: ['Esc'], does: 'leave the text field' }
  ];
}
