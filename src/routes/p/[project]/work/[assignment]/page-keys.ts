import type { KeyHint, PageKeys } from '$lib/components/shared/keys/key-actions.ts';
import { keyHints } from '$lib/components/shared/keys/key-hints.ts';
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
  /** The person's own. */
  keys: PageKeys;
}

const ranks = ({ options }: Asked): boolean => options.length === 0;
const placesOf = ({ asks }: Asked): string[] => asks.titles.map((_, i) => String(i + 1));
const optionsOf = ({ options }: Asked): string[] => options.map(({ key }) => key.toUpperCase());

/** The keys at the foot of the page. */
export function hintsOf(work: Asked, say: KeyWords): KeyHint[] {
  const hint = keyHints(work.keys);
  const options = optionsOf(work);
  return [
    ranks(work)
      ? { act: 'answer', keys: placesOf(work), does: say.place }
      : {
          act: 'answer',
          keys: options.length > 4 ? [options[0]!, '–', options.at(-1)!] : options,
          does: say.verdict
        },
    hint('cannotJudge', say.cannot),
    hint('items', say.item),
    hint('undo', say.undo),
    hint('allKeys', say.allKeys)
  ];
}

/** All keys of the page, for their panel. */
export function keysOf(work: Asked, say: KeyWords): KeyHint[] {
  const hint = keyHints(work.keys);
  const several = work.asks.titles.length > 0;
  const { multiSelect, dimensions } = work.asks;
  const { keys: cannot } = hint('cannotJudge', '');
  return [
    ranks(work)
      ? { act: 'answer', keys: placesOf(work), does: say.placeOfReport }
      : {
          act: 'answer',
          keys: optionsOf(work),
          does: !dimensions && !multiSelect ? say.answerAndGo : say.answer
        },
    ...(multiSelect ? [{ act: 'answer' as const, keys: ['⇧', optionsOf(work)[0]!, '…'], does: say.accept }] : []),
    ...(dimensions ? [hint('points', say.points)] : []),
    { act: 'cannotJudge', keys: cannot.length > 0 ? [...cannot, '1', '–', '6'] : [], does: say.cannotWhy },
    hint('choose', ranks(work) ? say.chooseReport : say.choose),
    hint('commit', say.commit),
    hint('undo', say.undoLast),
    hint('items', say.items),
    hint('scroll', say.scroll),
    {
      act: 'nextPassage',
      keys: [...hint('nextPassage', '').keys, ...hint('previousPassage', '').keys],
      does: say.passages
    },
    several ? hint('switchText', say.otherReport) : hint('markPassage', say.rely),
    hint('find', say.find),
    ...(work.likely ? [hint('likelyPassage', say.likely)] : []),
    hint('pinPassage', say.pin),
    hint('source', say.source),
    hint('note', say.note),
    hint('leave', say.leave),
    hint('guideline', say.guideline),
    hint('ask', say.ask)
  ];
}
