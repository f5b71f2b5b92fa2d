import { bare, defined, undefinedBecause, type Estimate, type Measurements } from '../numbers/estimate.ts';
import { icc } from './coefficients/icc.ts';
import { spearman } from '../ranking/spearman.ts';

interface HumanCeiling {
  /** Correlation of each person with the mean of the others. */
  humans: Estimate[];
  /** Correlation of the judge with the mean of those same others, per person left out. */
  judge: Estimate[];
  /** Means of the two, over the people for whom both are defined. */
  meanHuman: Estimate;
  meanJudge: Estimate;
  /** Judge with the mean of all people: inflated, for it averages over one person more than any person is compared with. */
  judgeVersusAll: Estimate;
  /** Reliability of the mean of all people, ICC(2,k). */
  reliability: Estimate;
}

/**
 * Human ceiling by leaving one out: is the judge as close to people as people are to each other?
 *
 * Each person is compared with the mean of the others, and the judge with the mean of the *same* others, so that both meet a
 * reference of the same size. Correlation: Spearman's ρ by default. The mean of the others is taken over those who rated the
 * item; items without a rating of another person, or that the person or the judge did not rate, are left out of that
 * comparison.
 *
 * @param humans one array of scores per person over the same items, null = missing.
 * @param judge the judge's scores of the items, on any scale.
 * @param correlation default Spearman's ρ.
 * @returns estimates undefined on their own (`too-few-raters` below two people).
 * @throws if lengths differ or a value is not finite.
 */
export const humanCeiling = (
  humans: readonly Measurements[],
  judge: Measurements,
  correlation: (x: Measurements, y: Measurements) => Estimate = (x, y) => spearman(x, y)
): HumanCeiling => {
  if (humans.some((h) => h.length !== judge.length)) throw new Error('humanCeiling requires arrays of equal length');
  // Means of equal sums, such as .1 + .2 + .6 and .3 + .3 + .3, must tie.
  const grain =
    1e-12 * humans.flatMap((own) => Array.from(own)).reduce<number>((most, v) => Math.max(most, Math.abs(v ?? 0)), 0) ||
    1;
  const meanOf = (people: readonly Measurements[]): (number | null)[] =>
    Array.from(judge, (_, i) => {
      const given = people.map((h) => h[i]!).filter((v) => v !== null);
      return given.length === 0
        ? null
        : grain * Math.round(given.reduce((sum, v) => sum + v, 0) / given.length / grain);
    });
  const all = meanOf(humans);
  const judgeVersusAll = humans.length === 0 ? undefinedBecause('too-few-raters') : bare(correlation(judge, all));
  const reliability = icc(Array.from(judge, (_, i) => humans.map((h) => h[i]!))).icc2k;
  if (humans.length < 2) {
    const none = undefinedBecause('too-few-raters');
    return { humans: [], judge: [], meanHuman: none, meanJudge: none, judgeVersusAll, reliability };
  }
  const compared = humans.map((own, j) => {
    const others = meanOf(humans.filter((_, other) => other !== j));
    const both = Array.from(own, (v, i) => (judge[i] === null ? null : v));
    const judged = Array.from(judge, (v, i) => (own[i] === null ? null : v));
    return { human: bare(correlation(both, others)), judge: bare(correlation(judged, others)) };
  });
  const paired = compared.filter((c) => c.human.value !== null && c.judge.value !== null);
  const mean = (of: (c: (typeof compared)[number]) => Estimate): Estimate =>
    paired.length === 0
      ? undefinedBecause(compared.map(of).find((e) => e.value === null)?.reason ?? 'zero-variance')
      : defined(paired.reduce((sum, c) => sum + of(c).value!, 0) / paired.length);
  return {
    humans: compared.map((c) => c.human),
    judge: compared.map((c) => c.judge),
    meanHuman: mean((c) => c.human),
    meanJudge: mean((c) => c.judge),
    judgeVersusAll,
    reliability
  };
};
