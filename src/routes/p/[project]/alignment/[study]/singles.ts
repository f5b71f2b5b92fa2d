import type { withoutItems } from '$lib/alignment/items/items.ts';
import type { AlignmentReport } from '$lib/alignment/report/report.ts';

/** Each judge alone with single people, as people are compared with one another. */
export const singlesOf = (report: ReturnType<typeof withoutItems<AlignmentReport>>) =>
  report.candidates
    .filter((one) => one.rule === 'single' && one.withOnePerson.n > 0)
    .map((one) => ({
      name: one.name,
      figure: one.withOnePerson,
      path: `candidates.${report.candidates.indexOf(one)}.withOnePerson`
    }));
