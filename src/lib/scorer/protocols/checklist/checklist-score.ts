import type { MissingVerdictRule, EnsembleScore, EnsembleUnit, JudgeVerdicts, Score } from '../../score.ts';
import type { Verdict } from '../../verdict.ts';
import { demandJudges, meanOfRepeats } from '../combining.ts';

const whyNothing = (units: number, abstained: number, unscored: number): string => {
  if (units === 0) return 'There was no item to judge.';
  if (unscored === 0) return 'The judge abstained from every item.';
  if (abstained === 0) return 'No item has a valid verdict.';
  return 'Every item was either abstained from or left without a valid verdict.';
};

/**
 * The score of one report under one judge: 100 · passed ÷ judged (arXiv 2510.14240, sections 4.1 and 4.2).
 *
 * A unit passes if its label is *yes*. Abstained and unscored units are left out of both counts and reported beside
 * the value; if no unit was judged the value is null, with the reason.
 */
export const scoreChecklist = (verdicts: readonly Verdict[]): Score => {
  const count = (state: Verdict['state']) => verdicts.filter((verdict) => verdict.state === state).length;
  const n = count('judged');
  const passed = verdicts.filter((verdict) => verdict.label === 'yes').length;
  const abstained = count('abstained');
  const unscored = count('unscored');
  return {
    value: n === 0 ? null : (100 * passed) / n,
    reason: n === 0 ? whyNothing(verdicts.length, abstained, unscored) : null,
    n,
    abstained,
    unscored,
    figures: { passed }
  };
};

interface Said {
  /** Share of *yes* over the judge's repeats; null if none has a label. */
  value: number | null;
  failed: boolean;
}

const saidOf = (verdicts: readonly Verdict[]): Said => {
  const judged = verdicts.filter((verdict) => verdict.state === 'judged');
  const yes = judged.filter(({ label }) => label === 'yes').length;
  return {
    value: judged.length === 0 ? null : yes / judged.length,
    failed: verdicts.some(({ state }) => state === 'unscored')
  };
};

const ensembleUnit = (item: string, said: readonly Said[], rule: MissingVerdictRule): EnsembleUnit => {
  const answered = said.flatMap(({ value }) => value ?? []);
  const failed = said.some((one) => one.failed);
  const nothing = { item, value: null, judges: 0 };
  if (failed && (rule === 'all-judges' || answered.length === 0)) return { ...nothing, state: 'unscored' };
  if (answered.length === 0) return { ...nothing, state: 'abstained' };
  const value = answered.reduce((sum, one) => sum + one, 0) / answered.length;
  return { item, state: 'judged', value, judges: answered.length };
};

/**
 * The score of one report under an ensemble: 100 · the mean over units of each unit's mean over judges. Without
 * abstentions this is the mean of the judges' own scores (arXiv 2510.14240, section 4). A judge that was asked several times
 * counts with its share of *yes*.
 *
 * A judge that abstains from a unit is skipped for that unit. A unit for which any judge failed is unscored for the
 * ensemble, because a mean over the others would depend on which server was down; under the rule `answered` the others'
 * mean stands. Misuse: no judge, a judge named twice, or judges that were not asked about the same units.
 */
export const combineChecklists = (
  judges: readonly JudgeVerdicts[],
  rule: MissingVerdictRule = 'all-judges'
): EnsembleScore => {
  demandJudges(judges);
  const keys = judges[0]?.repeats[0]?.map(({ item }) => item) ?? [];
  const byItem = judges.map(({ repeats }) =>
    repeats.map((verdicts) => new Map(verdicts.map((verdict) => [verdict.item, verdict])))
  );
  if (byItem.flat().some((verdicts) => verdicts.size !== keys.length || keys.some((key) => !verdicts.has(key))))
    throw new Error('combineJudges requires the same items from every judge');
  const units = keys.map((item) =>
    ensembleUnit(
      item,
      byItem.map((repeats) => saidOf(repeats.flatMap((verdicts) => verdicts.get(item) ?? []))),
      rule
    )
  );
  const values = units.flatMap((unit) => unit.value ?? []);
  const count = (state: Verdict['state']) => units.filter((unit) => unit.state === state).length;
  const [n, abstained, unscored] = [values.length, count('abstained'), count('unscored')];
  return {
    value: n === 0 ? null : (100 * values.reduce((sum, value) => sum + value, 0)) / n,
    reason: n === 0 ? whyNothing(units.length, abstained, unscored) : null,
    n,
    judges: Math.max(0, ...units.map((unit) => unit.judges)),
    abstained,
    unscored,
    figures: { passed: n === 0 ? null : values.reduce((sum, value) => sum + value, 0) },
    units,
    perJudge: judges.map(({ judge, repeats }) => ({ judge, score: meanOfRepeats(repeats, scoreChecklist) }))
  };
};
