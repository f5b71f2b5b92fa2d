import { sayingsOf } from '../../../messages/sayings.ts';
import { refuse, fieldSays, problemAt } from '../../../errors.ts';
import { nameKey } from '../../../names.ts';

const leadSays = sayingsOf('leadRefusals');

/** Qids that a person typed, apart by spaces, commas or lines. */
export const qidsIn = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter((qid) => qid !== ''))];

/** The reports on some queries; all of them if none is named. Refused: a qid on which there is no report. */
export function ofQueries<R extends { qid: string }>(reports: readonly R[], qids: readonly string[]): R[] {
  if (qids.length === 0) return [...reports];
  const known = new Set(reports.map(({ qid }) => nameKey(qid)));
  const unknown = qids.filter((qid) => !known.has(nameKey(qid)));
  if (unknown.length > 0)
    refuse.invalid(leadSays('queriesNoReport'), [
      problemAt('queries', fieldSays('noReportOfQueries'), unknown.slice(0, 10).join(', '))
    ]);
  const wanted = new Set(qids.map(nameKey));
  return reports.filter(({ qid }) => wanted.has(nameKey(qid)));
}
