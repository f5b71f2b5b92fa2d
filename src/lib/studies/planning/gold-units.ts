import { isSameName } from '../../names.ts';
import type { Problem } from '../../errors.ts';
import { isStudyKind, kindByName, type StudyKind, usualKind } from '../kinds/index.ts';
import type { StudyInput } from './study-input.ts';
import type { GoldItem, GoldPurpose } from './purposes/purposes.ts';
import type { Candidate } from './drawing/sampling.ts';

/** A unit that does not count, with its right answer as the study's kind keeps it. */
export interface GoldUnit<C> {
  unit: C;
  purpose: GoldPurpose;
  label: string;
  reason: string;
  /** In the lead's own words: no judge was asked it. */
  ownWords: boolean;
}

const LONGEST = 2_000;
const MOST = 200;
const MOST_REPEATS = 200;
const RAREST = 1_000;

/** Whether the units of a kind bring words of their own, which a lead can write otherwise. */
export const takesOwnWords = ({ question, textTitle }: Pick<StudyKind, 'question' | 'textTitle'>): boolean =>
  question === null || textTitle !== null;

const wrong = (row: number | null, column: string, reason: string, found?: string): Problem => ({
  row,
  column,
  reason,
  ...(found === undefined ? {} : { found })
});

/** Faults of the settings for gold items, training items and repeats, checked before any data is read. */
export function checkProblems({ settings = {}, known = [], reveal }: StudyInput): Problem[] {
  const { goldEvery = 0, repeats = 0 } = settings;
  const shown = reveal === 'after-report' || reveal === 'on-difference';
  return [
    ...(Number.isSafeInteger(goldEvery) && goldEvery >= 0 && goldEvery !== 1 && goldEvery <= RAREST
      ? []
      : [wrong(null, 'goldEvery', `Write a whole number from 2 to ${RAREST}, or 0 for all of them.`, String(goldEvery))]), // prettier-ignore
    ...(Number.isSafeInteger(repeats) && repeats >= 0 && repeats <= MOST_REPEATS
      ? []
      : [wrong(null, 'repeats', `Write a whole number from 0 to ${MOST_REPEATS}.`, String(repeats))]),
    ...(repeats > 0 && shown
      ? [
          wrong(
            null,
            'repeats',
            'Judges would be shown before an item is repeated. Show them at the end or never, or repeat none.',
            String(repeats)
          )
        ]
      : []),
    ...(known.length > MOST ? [wrong(null, 'known', `Name at most ${MOST} items.`, String(known.length))] : [])
  ];
}

/**
 * The units that a lead named, and what is wrong with them: row by row from 1, column `known`.
 *
 * @param units of the run, whether they can be drawn or not
 */
export function goldUnits<C extends Candidate & { text: string; unitKey: string | null; beside: readonly string[] }>(
  units: readonly C[],
  { known = [], kind: name = usualKind, metric }: Pick<StudyInput, 'known' | 'kind' | 'metric'>
): { found: GoldUnit<C>[]; problems: Problem[] } {
  const problems: Problem[] = [];
  const found: GoldUnit<C>[] = [];
  if (!isStudyKind(name)) return { found, problems };
  const kind = kindByName(name, metric);
  const taken = new Map<string, number>();
  known.slice(0, MOST).forEach((one, i) => {
    const row = i + 1;
    const text = one.text?.trim() ?? '';
    const refused = (reason: string, value?: string): void =>
      void problems.push(wrong(row, 'known', `Gold item ${row}: ${reason}`, value));
    const unit = unitOf(units, one, text !== '', refused);
    const reason = one.reason.trim();
    if (one.purpose === 'training' && reason === '')
      refused('Write why the answer is right; people read it after theirs.');
    if (reason.length > LONGEST || text.length > LONGEST)
      refused(`Words and reason have at most ${LONGEST} characters each.`);
    if (text !== '' && !takesOwnWords(kind)) refused('The question of this kind of study cannot be written otherwise.');
    if (!unit) return;
    const label = kind.kept(
      one.answer.trim(),
      [unit.reportId, ...unit.beside].map((_, place) => place)
    );
    if (label === null) refused(`${answersIn(kind)}.`, one.answer);
    const item = text === '' ? unit.item : `${unit.item}, own words ${row}`;
    const key = JSON.stringify([unit.reportId, item]);
    const before = taken.get(key);
    if (before !== undefined) refused(`It is gold item ${before} already.`, one.item);
    taken.set(key, row);
    if (label === null) return;
    const made = text === '' ? unit : { ...unit, item, text, unitKey: null };
    found.push({ unit: made, purpose: one.purpose, label, reason, ownWords: text !== '' });
  });
  return { found, problems };
}

const answersIn = ({ options }: StudyKind): string =>
  options.length === 0
    ? 'Write a place for each report, such as 2,1,3'
    : `Answer with one of ${options.map(({ label }) => label).join(', ')}`;

function unitOf<C extends Candidate>(
  units: readonly C[],
  { qid, system, item }: GoldItem,
  ownWords: boolean,
  refused: (reason: string, value?: string) => void
): C | null {
  const ofReport = units.filter((unit) => isSameName(unit.queryId, qid) && isSameName(unit.systemId, system));
  if (ofReport.length === 0) {
    refused('There is no report of this system on this query to ask about.', `${system} on ${qid}`);
    return null;
  }
  const named = item.trim() === '' ? ofReport : ofReport.filter((unit) => isSameName(unit.item, item));
  if (named.length === 1 || (named.length > 1 && ownWords)) return named[0]!;
  const there = ofReport.map((unit) => unit.item).join(', ');
  refused(named.length === 0 ? `The report has no such item. It has ${there}.` : `Write which item: ${there}.`, item);
  return null;
}
