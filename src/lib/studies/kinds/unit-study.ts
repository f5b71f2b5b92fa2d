import { labelOn, seatOn, type UnitDefinition, type UnitLabel, type UnitScale } from '../../scorer/unit-definition.ts';
import type { LabelScale } from '../labels/label-scale.ts';
import { labelsAsTheyAre, withRefusal, type StudyKind } from './kind.ts';

/** Keys of answers after the digits. The page itself has the other letters (`components/shared/keys/key-actions.ts`). */
const LETTERS = [...'abdgioqtvwxyz'];
const DIGITS = [...'1234567890'];
const KEYS = [...DIGITS, ...LETTERS];

/** Answers beyond this number have no key left. */
export const MOST_ANSWERS = KEYS.length;

/** A number by its digit, ten as in scores from 0 to 10 (`score.ts`). */
const keyOfNumber = (label: string): string | null => (label === '10' ? 'x' : /^\d$/.test(label) ? label : null);

/** A key for each label: the one that it names, or that of its number; letters first for what stands beside numbers, else by its place. */
function keysOf(labels: readonly UnitLabel[]): string[] {
  const wanted = labels.map(({ key, label }) => key ?? keyOfNumber(label));
  const numbers = labels.some(({ label }) => keyOfNumber(label) !== null);
  const free = (numbers ? [...LETTERS, ...DIGITS] : KEYS).filter((key) => !wanted.includes(key));
  return wanted.map((key) => key ?? free.shift() ?? '');
}

/** Labels of judges that people are not offered, as far as the reading gives any. */
function otherReadings({ scale, asked }: UnitDefinition, answers: UnitScale): string[] {
  if (!asked?.read || scale === null || scale === 'by-metric') return [];
  return scale.labels.flatMap(({ label }) => {
    const read = asked.read!(label);
    return read === null || labelOn(answers, read) ? [] : [read];
  });
}

/** The answers as alignment takes them: binary with the higher value first, ordinal from the lowest value up. */
export function labelScaleOf({ level, labels }: UnitScale, others: readonly string[] = []): LabelScale {
  const categories = level === 'nominal' && labels.every(({ value }) => value === null);
  const valued = labels.filter(({ value }) => categories || value !== null);
  const without = labels.filter((one) => !valued.includes(one));
  const names = valued.map(({ label }) => label);
  const withoutValue = [...without.map(({ label }) => label), ...others];
  const beside = withoutValue.length > 0 ? { withoutValue } : {};
  const rising = valued.toSorted((a, b) => a.value! - b.value!).map(({ label }) => label);
  if (level === 'ordinal' && names.length > 2) return { level: 'ordinal', labels: rising, ...beside };
  const [first, second] = level === 'nominal' ? names : rising.toReversed();
  if (names.length === 2) return { level: 'binary', labels: [first!, second!], ...beside };
  return { level: 'nominal', labels: names, ...beside };
}

/** Whether people can be asked about a unit on this scale in a study made from its definition. */
export const canBeAsked = ({ asked, ownOfJudge }: UnitDefinition, scale: UnitScale | null): boolean => {
  const answers = asked?.scale ?? scale;
  return (
    !!asked && !ownOfJudge && answers !== null && answers.labels.length >= 2 && answers.labels.length <= MOST_ANSWERS
  );
};

/**
 * The kind of study in which people answer, blind, what judges answered on units of a kind: everything comes from the unit's
 * definition.
 *
 * @param scale Of the metric whose units are asked about; needed if the kind leaves its labels to the metric
 * @param name Where the kind of study has a name of its own, whose labels have known seats
 * @throws if the definition says nothing of how people are asked
 */
export function studyOfUnit(unit: UnitDefinition, scale: UnitScale | null, name = `unit-${unit.name}`): StudyKind {
  const { asked } = unit;
  if (!asked) throw new Error(`people are not asked about ${unit.many}`);
  const own = unit.scale === 'by-metric' ? null : unit.scale;
  const answers = asked.scale ?? scale ?? own ?? { level: 'nominal', labels: [] };
  const keys = keysOf(answers.labels);
  const options = answers.labels.map((one, i) => ({
    ...{ label: one.label, title: one.title, hint: one.hint ?? '', key: keys[i]! },
    ...(name.startsWith('unit-') && { seat: seatOn(answers, one) })
  }));
  const read = asked.read ?? ((label: string) => (labelOn(answers, label) ? label : null));
  return {
    name,
    title: asked.title,
    about: asked.about,
    units: unit.name,
    unit,
    reports: 'one',
    question: asked.question,
    textTitle: asked.textTitle,
    options,
    scale: withRefusal(labelScaleOf(answers, otherReadings(unit, answers))),
    judges: { from: 'label', read },
    ...(asked.whole && { whole: true as const }),
    ...(asked.guideline !== undefined && { guideline: asked.guideline }),
    multiSelect: asked.multiSelect === true,
    dimensions: false,
    ...labelsAsTheyAre(options)
  };
}
