import { judgeAddresses } from './judge-addresses.ts';
import { hiddenIn, shownText } from './shown-text.ts';

/** Notices of a report's text for a reader of verdicts. They change neither the text nor a score. */
export interface TextNotices {
  /** Characters that cannot be seen, which neither people nor judges get. */
  hidden: number;
  /** The words that hidden characters spell. */
  spelled: string[];
  /** Sentences that seem to speak to the judges, as they stand in the text. */
  addresses: string[];
}

/** Longer reports are read up to here, so that one of them delays no reader. */
const MOST_CHARACTERS = 1_000_000;

/** Notices of a report's text; null if there is nothing to say. */
export function noticesOf(markdown: string): TextNotices | null {
  const text = markdown.slice(0, MOST_CHARACTERS);
  const { count, spelled } = hiddenIn(text);
  const addresses = judgeAddresses(shownText(text)).map(({ quote }) => quote);
  return count === 0 && addresses.length === 0 ? null : { hidden: count, spelled, addresses };
}

/** The same as sentences for a person. */
export function noticeWords({ hidden, spelled, addresses }: TextNotices): string[] {
  const quoted = (said: readonly string[]): string => said.map((one) => `“${one}”`).join(' · ');
  const taken =
    hidden === 1
      ? '1 invisible character was taken out for people and judges alike.'
      : `${hidden.toLocaleString('en')} invisible characters were taken out for people and judges alike.`;
  return [
    ...(addresses.length > 0 ? [`This text seems to speak to its judges: ${quoted(addresses)}`] : []),
    ...(hidden > 0 ? [spelled.length > 0 ? `${taken} They spell: ${quoted(spelled)}` : taken] : [])
  ];
}

/** Reports with notices, by the names that files have. */
export type Noticed = readonly { system: string; qid: string }[];

export function noticedIn(noticed: Noticed): (system: string, qid: string) => boolean {
  const all = new Set(noticed.map(({ system, qid }) => JSON.stringify([system, qid])));
  return (system, qid) => all.size > 0 && all.has(JSON.stringify([system, qid]));
}
