/**
 * What scores have to be, computed from the definitions of the paper alone: nothing of the scorer is used here.
 */

/** Tables 3 and 5: 0 issues 100 points, ten less for every two begun; three rows end in 17 issues and below 10 none falls. */
export const tableScore = (issues: number): number => {
  if (issues === 0) return 100;
  if (issues <= 14) return 100 - 10 * Math.ceil(issues / 2);
  return issues <= 17 ? 20 : 10;
};

export const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Share of *yes* in per cent; null where nobody answered. */
export const shareOfYes = (labels: readonly (string | null)[]): number | null => {
  const values = labels.flatMap((label) => (label === null ? [] : [label === 'yes' ? 100 : 0]));
  return mean(values);
};

/** Over the items, the mean over the judges that answered. `labels` holds one list per judge. */
export const jointShare = (labels: readonly (readonly (string | null)[])[]): number | null => {
  const items = labels[0]?.map((_, at) => shareOfYes(labels.map((own) => own[at] ?? null))) ?? [];
  return mean(items.flatMap((item) => item ?? []));
};

export type Outcome = 'win' | 'loss' | 'tie';

/** A difference of one point or less is a tie. */
export const outcome = (lead: number): Outcome => (Math.abs(lead) <= 1 ? 'tie' : lead > 0 ? 'win' : 'loss');

/** Wins among decisive games; null without any. */
export const winRate = (outcomes: readonly Outcome[]): number | null => {
  const wins = outcomes.filter((one) => one === 'win').length;
  const losses = outcomes.filter((one) => one === 'loss').length;
  return wins + losses === 0 ? null : wins / (wins + losses);
};
