import type { RuleFinding } from '../../../metric-rules.ts';
import type { ReferenceEntry, Structure } from '../../../report/structure/parts.ts';
import { inOneList, ruleWords } from './rule-words.ts';

/** Result of a check on one item. */
export type Finding = RuleFinding;

/** One item of a checklist, as far as code can decide it. */
export type Check = (report: Structure) => Finding;

const MOST_QUOTES = 8;
const LONGEST_QUOTE = 240;

export const yes = (rationale: string, quotes: readonly string[] = []): Finding => finding('yes', rationale, quotes);
export const no = (rationale: string, quotes: readonly string[] = []): Finding => finding('no', rationale, quotes);
export const abstain = (rationale: string, quotes: readonly string[] = []): Finding =>
  finding('abstain', rationale, quotes);

function finding(label: Finding['label'], rationale: string, quotes: readonly string[]): Finding {
  const kept = [...new Set(quotes.filter((quote) => quote !== ''))];
  return { label, rationale, quotes: kept.slice(0, MOST_QUOTES) };
}

/** The line, or of a long line the part around an offset into the report. */
export function quoteAt(report: Structure, line: number, offset?: number): string {
  const text = report.lines[line - 1] ?? '';
  if (text.trim().length <= LONGEST_QUOTE) return text.trim();
  const at = offset === undefined ? 0 : offset - (report.offsets[line - 1] ?? 0);
  const from = Math.max(0, Math.min(at - LONGEST_QUOTE / 2, text.length - LONGEST_QUOTE));
  const to = from + LONGEST_QUOTE;
  const middle = from + LONGEST_QUOTE / 2;
  // Whole words if there are spaces, so that no address is cut in two. Only the window is searched: a line may be a megabyte.
  const start = from > 0 ? from + text.slice(from, middle).indexOf(' ') + 1 : from;
  const space = text.slice(middle + 1, to + 1).lastIndexOf(' ');
  return text.slice(start, to < text.length && space >= 0 ? middle + 1 + space : to).trim();
}

export const quoteEntry = (report: Structure, entry: ReferenceEntry): string => quoteAt(report, entry.line);

/** `[3], [7] and 4 more` */
export function numbered(numbers: readonly number[], most = 8): string {
  const shown = numbers.slice(0, most).map((number) => `[${number}]`);
  const rest = numbers.length - shown.length;
  if (rest > 0) return ruleWords.moreEntries({ entries: inOneList(shown), n: rest });
  const last = shown.pop() ?? '';
  return shown.length === 0 ? last : ruleWords.lastEntry({ entries: inOneList(shown), entry: last });
}

export const allEntries = (report: Structure): ReferenceEntry[] => report.references.flatMap(({ entries }) => entries);
