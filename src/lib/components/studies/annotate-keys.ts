import type { KeyHint } from '../shared/key-sheet.svelte.ts';
import type { AnnotateDesk } from './annotate-desk.svelte.ts';

type Asked = Pick<AnnotateDesk, 'ranks' | 'oneKey' | 'asks' | 'options'>;

const placesOf = ({ asks }: Asked): string[] => asks.titles.map((_, i) => String(i + 1));
const optionsOf = ({ options }: Asked): string[] => options.map(({ key }) => key.toUpperCase());

/** The keys at the foot of the page. */
export const hintsOf = (desk: Asked): KeyHint[] => [
  desk.ranks ? { keys: placesOf(desk), does: 'place' } : { keys: optionsOf(desk).slice(0, 4), does: 'verdict' },
  { keys: ['C'], does: 'cannot judge' },
  { keys: ['←', '→'], does: 'item' },
  { keys: ['U'], does: 'undo' },
  { keys: ['?'], does: 'all keys' }
];

/** All keys of the page, for the sheet. */
export const keysOf = (desk: Asked): KeyHint[] => [
  desk.ranks
    ? { keys: placesOf(desk), does: 'place of the report in hand' }
    : { keys: optionsOf(desk), does: desk.oneKey ? 'answer, commit and go to the next item' : 'answer' },
  { keys: ['C'], does: 'cannot judge: say why, then commit' },
  { keys: ['↑', '↓'], does: desk.ranks ? 'report before, report after' : 'choose without committing' },
  { keys: ['⏎'], does: 'commit the choice and go on' },
  { keys: ['←', '→'], does: 'item before, item after' },
  { keys: ['U'], does: 'take the last verdict back' },
  { keys: ['M'], does: 'mark or unmark the passage being read' },
  { keys: ['J', 'K'], does: 'passage after, passage before' },
  { keys: ['N'], does: 'write a note' },
  { keys: ['/'], does: 'find in the report' },
  { keys: ['Space'], does: 'scroll the report (with Shift: back)' },
  { keys: ['Esc'], does: 'leave the text' }
];
