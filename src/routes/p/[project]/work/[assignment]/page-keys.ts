import type { KeyHint } from '$lib/components/shared/frame/key-panel.svelte.ts';
import type { AssignmentAsks } from '$lib/components/studies/judging/assignment-page.ts';
import type { Messages } from '$lib/messages/catalogues/en/index.ts';
import type { Words } from '$lib/messages/message.ts';
import type { Option } from '$lib/studies/kinds/index.ts';

type KeyWords = Words<Messages['judgingKeys']>;

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
export const hintsOf = (work: Asked, say: KeyWords): KeyHint[] => [
  ranks(work)
    ? { keys: placesOf(work), does: say.place }
    : {
        keys: work.options.length > 4 ? [optionsOf(work)[0]!, '–', optionsOf(work).at(-1)!] : optionsOf(work),
        does: say.verdict
      },
  { keys: ['C'], does: say.cannot },
  { keys: ['←', '→'], does: say.item },
  { keys: ['U'], does: say.undo },
  { keys: ['?'], does: say.allKeys }
];

/** All keys of the page, for their panel. */
export function keysOf(work: Asked, say: KeyWords): KeyHint[] {
  const several = work.asks.titles.length > 0;
  const { multiSelect, dimensions } = work.asks;
  return [
    ranks(work)
      ? { keys: placesOf(work), does: say.placeOfReport }
      : {
          keys: optionsOf(work),
          does: !dimensions && !multiSelect ? say.answerAndGo : say.answer
        },
    ...(multiSelect ? [{ keys: ['⇧', optionsOf(work)[0]!, '…'], does: say.accept }] : []),
    ...(dimensions ? [{ keys: ['D'], does: say.points }] : []),
    { keys: ['C', '1', '–', '6'], does: say.cannotWhy },
    { keys: ['↑', '↓'], does: ranks(work) ? say.chooseReport : say.choose },
    { keys: ['⏎'], does: say.commit },
    { keys: ['←', '→'], does: say.items },
    { keys: ['U'], does: say.undoLast },
    { keys: ['N'], does: say.note },
    { keys: ['Space'], does: say.scroll },
    { keys: ['J', 'K'], does: say.passages },
    several ? { keys: ['S'], does: say.otherReport } : { keys: ['M'], does: say.rely },
    { keys: ['/'], does: say.find },
    ...(work.likely ? [{ keys: ['L'], does: say.likely }] : []),
    { keys: ['P'], does: say.pin },
    { keys: ['R'], does: say.source },
    { keys: ['H'], does: say.guideline },
    { keys: ['Esc'], does: say.leave }
  ];
}
