import { InvalidArgumentError, Option, type Command } from 'commander';
import type { StudyAlignment } from '../lib/alignment/report.server.ts';
import { dataFolder, openExisting } from './place.ts';
import { table } from './table.ts';

interface ReportOptions {
  project: string;
  format: 'text' | 'csv' | 'json';
  pairs?: boolean;
  target?: number;
  data?: string;
  json?: boolean;
}

function studyNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('A study is named by its number.');
  return Number(text);
}

function shareBetween(text: string): number {
  const share = Number(text);
  if (!(share > 0 && share < 1)) throw new InvalidArgumentError('A share between 0 and 1 is wanted, like 0.9.');
  return share;
}

export function addReport(program: Command): void {
  program
    .command('report')
    .description(
      'Tell how far the judges of a study agree with its people, and what follows for each ensemble of them.'
    )
    .argument('<study>', 'number of the study', studyNumber)
    .requiredOption('--project <slug>', 'project of the study')
    .addOption(new Option('--format <format>', 'how to print it').choices(['text', 'csv', 'json']).default('text'))
    .option('--pairs', 'with --format csv: pairs of raters instead of candidates')
    .option('--target <share>', 'agreement to be reached (default: 0.9)', shareBetween)
    .option('--data <folder>', 'folder of the database (default: VOIRDIRE_DATA, else ./data)')
    .option('--json', 'the same as --format json')
    .addHelpText(
      'after',
      `
Examples:
  $ voirdire report 1 --project heat
  $ voirdire report 1 --project heat --format csv > candidates.csv`
    )
    .action(async (study: number, options: ReportOptions) => {
      const { alignmentReport } = await import('../lib/alignment/report.server.ts');
      const { alignmentJson, candidatesCsv, pairsCsv } = await import('../lib/alignment/exports.ts');
      const { authorize, operator } = await import('../lib/server/auth/authorize.ts');
      const { projectBySlug } = await import('../lib/server/projects.ts');
      const { studyByNumber } = await import('../lib/studies/studies.server.ts');
      const { db, close } = await openExisting(dataFolder(options.data));
      try {
        const { id } = projectBySlug(db, options.project);
        const grant = authorize(operator, { kind: 'project', id }, 'read-results');
        const { target } = options;
        const found = alignmentReport(
          db,
          grant,
          studyByNumber(db, grant, study).id,
          target === undefined ? {} : { target }
        );
        const format = options.json ? 'json' : options.format;
        if (format === 'json') process.stdout.write(alignmentJson(found.header, found.report));
        else if (format === 'csv') process.stdout.write((options.pairs ? pairsCsv : candidatesCsv)(found.report));
        else console.log(inWords(found));
      } finally {
        close();
      }
    });
}

function inWords({ header, report }: StudyAlignment): string {
  const { study, run, project } = header;
  const { scope, people } = report;
  const compared = report.candidates
    .filter(({ common }) => common.value !== null)
    .sort((a, b) => b.common.value! - a.common.value!);
  const rows = compared.map(({ name, common, kappa, ac1 }) => [
    name,
    share(common.value),
    common.low === null ? '–' : `${share(common.low)} – ${share(common.high)}`,
    String(common.n),
    share(kappa.value),
    ...(report.method.ac === null ? [] : [share(ac1?.value ?? null)])
  ]);
  const header1 = [
    'candidate',
    report.method.short,
    '95 % interval',
    'n',
    'κ',
    ...(report.method.ac === null ? [] : [report.method.ac.replace(/^Gwet’s /, '').replace(/,.*$/, '')])
  ];
  const figures = table(
    header1,
    rows,
    header1.map((_, i) => (i === 0 ? 'left' : 'right'))
  );
  return [
    `${project}, study ${study.number}: ${study.name}`,
    `${study.metric}, ${run ? `run ${run.number}` : `labels from ${header.file}`}; ${scope.rated.length} of ${scope.items.length} items judged by ${people.filter(({ labelled }) => labelled > 0).length} people, from ${scope.queries} queries.`,
    ...(rows.length > 0 ? [`\n${figures}`] : []),
    `\n${report.recommendation.text}`,
    ...report.warnings.map(({ text }) => `- ${text}`)
  ].join('\n');
}

/** `.938`, as figures are written on the page. */
const share = (value: number | null): string => (value === null ? '–' : value.toFixed(3).replace(/^(-?)0/, '$1'));
