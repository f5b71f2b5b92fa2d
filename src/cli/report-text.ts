import { carriedOverIn } from '../lib/alignment/report/carried-over.ts';
import { sampledUnequally } from '../lib/alignment/procedure/warnings.ts';
import type { AlignmentReport } from '../lib/alignment/report/report.ts';
import type { StudyProcedure } from '../lib/alignment/procedure/procedure.server.ts';
import { verdictIn, verdictLeadIn } from '../lib/alignment/procedure/verdict-in-words.ts';
import { selfJudgingNotes } from '../lib/scorer/judges/self-judging.ts';
import { interval, many, proportion } from '../lib/stats/writing/figures.ts';
import { textTable } from './table.ts';

/** An alignment report as text for a terminal. */
export function alignmentText({ header, report, procedure }: StudyProcedure): string {
  const { study, run, project } = header;
  const { scope, people } = report;
  const rated = people.filter(({ labelled }) => labelled > 0).length;
  const figures = figureTable(report);
  const { verdict } = procedure;
  return [
    `${project}, study ${study.number}: ${study.name}`,
    `${study.metric}, ${run ? `run ${run.number}` : `labels from ${header.file}`}; ${scope.rated.length} of ${many(scope.items.length, 'item')} labelled by ${many(rated, 'annotator')}, from ${many(scope.queries, 'query', 'queries')}.`,
    ...(header.carriedOver ? [`Labels: ${carriedOverIn('en', header.carriedOver)}.`] : []),
    ...(figures === '' ? [] : [`\n${figures}`]),
    `\n${report.recommendation.text}`,
    ...(scope.rated.length > 0 ? [`\n${verdictLeadIn('en', verdict)} ${verdictIn('en', verdict)}`] : []),
    ...report.warnings.map((warning) => `- ${warning.text}`),
    ...selfJudgingNotes(header.selfJudging).map((note) => `- ${note}`)
  ].join('\n');
}

function figureTable({ candidates, method, warnings }: AlignmentReport): string {
  const compared = candidates
    .filter(({ common }) => common.value !== null)
    .sort((a, b) => b.common.value! - a.common.value!);
  if (compared.length === 0) return '';
  const { ac } = method;
  // On steps and scores the figure is κ itself, and candidates, which may lie between two labels, have no AC.
  const beyond = method.short === 'agreement';
  const header = [
    'candidate',
    sampledUnequally({ warnings }) ? `${method.short}, as sampled` : method.short,
    '95% CI',
    'n',
    ...(beyond ? ['κ', ...(ac === null ? [] : [ac.replace(/^Gwet’s /, '').replace(/,.*$/, '')]), 'n (κ)'] : [])
  ];
  return textTable(
    header,
    compared.map(({ name, common, kappa, ac1 }) => [
      name,
      proportion(common.value),
      interval(common.low, common.high),
      String(common.n),
      ...(beyond ? [proportion(kappa.value), ...(ac === null ? [] : [proportion(ac1?.value)]), String(kappa.n)] : [])
    ]),
    header.map((_, i) => (i === 0 ? 'left' : 'right'))
  );
}
