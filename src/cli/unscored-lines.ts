/** Units without a label for one reason, as `unscoredReasons` counts them. */
interface Unscored {
  metric: string;
  judge: string;
  reason: string;
  units: number;
}

const MOST_REASONS = 10;

/** Reasons of unscored units, one a line, the most frequent first. */
export const unscoredLines = (unscored: readonly Unscored[]): string[] => [
  ...unscored
    .slice(0, MOST_REASONS)
    .map(({ metric, judge, reason, units }) => `  ${units} (${metric}, ${judge}): ${reason}`),
  ...(unscored.length > MOST_REASONS ? [`  … and ${unscored.length - MOST_REASONS} more reasons.`] : [])
];
