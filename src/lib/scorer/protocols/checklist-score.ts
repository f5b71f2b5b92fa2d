import type { Score, Verdict } from '../pipeline.ts';

const whyNothing = (units: number, abstained: number, unscored: number): string => {
  if (units === 0) return 'There was no item to judge.';
  if (unscored === 0) return 'The judge abstained from every item.';
  if (abstained === 0) return 'No item has a valid verdict.';
  return 'Every item was either abstained from or left without a valid verdict.';
};

/**
 * The score of one report under one judge: 100 · passed ÷ judged (paper 000, sections 4.1 and 4.2).
 *
 * A unit passes where its label is *yes*. Abstained and unscored units are left out of both counts and reported beside
 * the value; where no unit was judged the value is null, with the reason.
 */
export const combine = (verdicts: readonly Verdict[]): Score => {
  const count = (state: Verdict['state']) => verdicts.filter((verdict) => verdict.state === state).length;
  const n = count('judged');
  const passed = verdicts.filter((verdict) => verdict.label === 'yes').length;
  const abstained = count('abstained');
  const unscored = count('unscored');
  return {
    value: n === 0 ? null : (100 * passed) / n,
    reason: n === 0 ? whyNothing(verdicts.length, abstained, unscored) : null,
    n,
    passed,
    abstained,
    unscored
  };
};

/** What an ensemble makes of one unit: the share of *yes* among the judges who gave a label. */
export interface EnsembleUnit {
  item: string;
  state: Verdict['state'];
  /** 0 … 1; null where the unit is abstained or unscored. */
  value: number | null;
  /** Judges that the value rests on. */
  judges: number;
}

export interface EnsembleScore {
  value: number | null;
  reason: string | null;
  /** Units that the value rests on. */
  n: number;
  abstained: number;
  unscored: number;
  units: EnsembleUnit[];
  perJudge: { judge: string; score: Score }[];
}

const ensembleUnit = (item: string, verdicts: readonly Verdict[]): EnsembleUnit => {
  if (verdicts.some((verdict) => verdict.state === 'unscored'))
    return { item, state: 'unscored', value: null, judges: 0 };
  const labels = verdicts.flatMap((verdict) => (verdict.state === 'judged' ? [verdict.label] : []));
  if (labels.length === 0) return { item, state: 'abstained', value: null, judges: 0 };
  const yes = labels.filter((label) => label === 'yes').length;
  return { item, state: 'judged', value: yes / labels.length, judges: labels.length };
};

/**
 * The score of one report under an ensemble: 100 · the mean over units of each unit's mean over judges. Without
 * abstentions this is the mean of the judges' own scores (paper 000, section 4).
 *
 * A judge that abstains from a unit is skipped for that unit. A unit for which any judge failed is unscored for the
 * ensemble, because a mean over the others would depend on which server was down. Misuse: no judge, a judge named twice,
 * or judges that were not asked about the same units.
 */
export const combineJudges = (judges: readonly { judge: string; verdicts: readonly Verdict[] }[]): EnsembleScore => {
  const first = judges[0];
  if (!first) throw new Error('combineJudges requires at least one judge');
  if (new Set(judges.map((one) => one.judge)).size !== judges.length)
    throw new Error('combineJudges requires each judge once');
  const byItem = judges.map((one) => new Map(one.verdicts.map((verdict) => [verdict.item, verdict])));
  const units = first.verdicts.map(({ item }) => {
    const said = byItem.flatMap((verdicts) => verdicts.get(item) ?? []);
    if (said.length !== judges.length) throw new Error('combineJudges requires the same items from every judge');
    return ensembleUnit(item, said);
  });
  if (byItem.some((verdicts) => verdicts.size !== units.length))
    throw new Error('combineJudges requires the same items from every judge');
  const values = units.flatMap((unit) => unit.value ?? []);
  const count = (state: Verdict['state']) => units.filter((unit) => unit.state === state).length;
  const [n, abstained, unscored] = [values.length, count('abstained'), count('unscored')];
  return {
    value: n === 0 ? null : (100 * values.reduce((sum, value) => sum + value, 0)) / n,
    reason: n === 0 ? whyNothing(units.length, abstained, unscored) : null,
    n,
    abstained,
    unscored,
    units,
    perJudge: judges.map((one) => ({ judge: one.judge, score: combine(one.verdicts) }))
  };
};
