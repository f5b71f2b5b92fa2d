import type { Words } from '../../messages/message.ts';
import type { Messages } from '../../messages/catalogues/en/index.ts';
import type { ListWriter } from '../../messages/lists.ts';
import type { NotTakenCount } from './readers/foreign-label.ts';
import type { ForeignSummary } from './read-foreign.ts';

type ForeignWords = Words<Messages['neighbours']>;

/** Summary of a file in one sentence. */
export const heldInWords = ({ labels, items, raters }: ForeignSummary, say: ForeignWords): string =>
  say.holds({
    ...{ labels, items },
    people: raters.filter(({ kind }) => kind === 'person').length,
    judges: raters.filter(({ kind }) => kind === 'judge').length
  });

/** Each question with its scale. */
export const questionsInWords = ({ questions }: ForeignSummary, say: ForeignWords): string[] =>
  questions.map(({ name, labels, byPeople, scale, isScaleKnown }) =>
    say.question({
      ...{ name, labels, people: byPeople, scaleText: scale ?? '' },
      scale: scale === null ? 'none' : isScaleKnown ? 'known' : 'guessed'
    })
  );

/** One line per reason, with the names of the questions or fields and how often each occurs. */
export function notTakenInWords(notTaken: readonly NotTakenCount[], say: ForeignWords, list: ListWriter): string[] {
  const byReason = Map.groupBy(notTaken, ({ reason }) => reason);
  return [...byReason].map(([reason, counts]) =>
    say.notTakenLine({
      what: say.notTaken({ reason }),
      names: list(counts.map(({ name, count }) => say.counted({ name, n: count })))
    })
  );
}
