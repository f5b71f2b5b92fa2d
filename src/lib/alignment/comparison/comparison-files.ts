import { stringify } from 'csv-stringify/sync';
import type { Figure } from '../units/figure.ts';
import type { ComparedRuns } from './compared-runs.ts';

/** One row per judge, numbers in full precision; a missing number is an empty cell with its reason beside it. */
export function comparisonCsv({ study, reference, judges, compared, queries, weighted }: ComparedRuns): string {
  const rows = judges.map((judge) => ({
    ...{ study: study.number, metric: study.metric, judge: judge.spec, run: judge.run, fingerprint: judge.fingerprint },
    ...{ items: compared, queries, answered: judge.answered },
    ...columns('agreement', judge.agreement),
    reference,
    ...columns('difference', judge.difference),
    ...{ flips_to_people: judge.flips.people, flips_away: judge.flips.away, flips_neither: judge.flips.neither },
    weighted_to_run: weighted ? 'yes' : 'no'
  }));
  return stringify(rows, { header: true, escape_formulas: true });
}

const columns = (name: string, figure: Figure | null): Record<string, string | number | null> => ({
  [name]: figure?.value ?? null,
  [`${name}_low`]: figure?.low ?? null,
  [`${name}_high`]: figure?.high ?? null,
  [`${name}_undefined`]: figure?.reason ?? figure?.intervalReason ?? null
});

/** The whole comparison, with the items behind each number and every flip. */
const comparisonJson = (compared: ComparedRuns): string =>
  `${JSON.stringify({ format: 'voirdire-comparison', formatVersion: 1, ...compared }, null, 2)}\n`;

/** Every file of a comparison, by the end of its name. */
export const comparisonFiles: Readonly<Record<string, { type: string; write: (of: ComparedRuns) => string }>> = {
  csv: { type: 'text/csv; charset=utf-8', write: comparisonCsv },
  json: { type: 'application/json', write: comparisonJson }
};
