import type { Messages } from '../../../messages/catalogues/en/index.ts';
import type { Words } from '../../../messages/message.ts';
import { shortened } from '../../../messages/shortened.ts';

/** The state of a page with items that are answered by keys, in the reader's words. */
export interface HeardWork {
  /** The committed answer to each item; null if it is open. */
  answers: readonly (string | null)[];
  /** The text of each item. */
  texts: readonly string[];
  /** Place of the item in view; the number of items denotes the page after the last. */
  at: number;
  /** The answer that is chosen and not committed. */
  chosen: string | null;
  /** Further states of the item in view: passages, reasons, the report in view. */
  states: readonly string[];
  /** Committed answers that are not on the server yet. */
  unsent: number;
  done: number;
  total: number;
}

/** Characters of an item's text that are read out. */
const MOST = 120;

/** The beginning of a text in one line. */
export const shortText = (text: string): string => shortened(text.replaceAll(/\s+/g, ' ').trim(), MOST);

/** Changes between two states of the work, as sentences in the order in which they are read. */
export function changesOfWork(before: HeardWork, now: HeardWork, say: Words<Messages['announcements']>): string[] {
  const said: string[] = [];
  now.answers.forEach((answer, i) => {
    if (answer === before.answers[i]) return;
    said.push(answer === null ? say.undone({ n: i + 1 }) : say.answered({ answer }));
  });
  if (now.at !== before.at) {
    const text = now.texts[now.at];
    said.push(
      text === undefined
        ? say.end({ left: now.answers.filter((answer) => answer === null).length })
        : say.item({ n: now.at + 1, total: now.texts.length, text: shortText(text) })
    );
  } else if (said.length === 0) {
    if (now.chosen !== before.chosen)
      said.push(now.chosen === null ? say.noneChosen : say.chosen({ answer: now.chosen }));
    said.push(...now.states.filter((one) => !before.states.includes(one)));
    said.push(...before.states.filter((one) => !now.states.includes(one)).map((state) => say.ended({ state })));
  }
  return said;
}
