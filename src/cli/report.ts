import { InvalidArgumentError, Option, type Command } from 'commander';
import { chartNames } from '../lib/alignment/charts/chart.ts';
import { languageOption } from './file-language.ts';
import { givenOf, requireAtMostOne, requireOneOf } from './option-needs.ts';
import { checkOutput, printFile, writeFile } from './leaving.ts';
import { dataFolder, openExisting } from './place.ts';
import { projectOf } from './project-of.ts';
import { runIdOf, runNumber, studyNumber } from './study-place.ts';
import { howToUnblind, lookReasonOption, unblindOption, unblindStudy, type UnblindOptions } from './unblinding.ts';

/** Formats by the end of the file's name in the web; `text` is for the shell alone. */
const ends = { html: 'html', markdown: 'md', latex: 'tex', csv: 'csv', json: 'json' } as const;
const formats = ['text', ...Object.keys(ends), 'svg'] as const;

interface ReportOptions extends UnblindOptions {
  project?: string;
  run?: number;
  format: 'text' | keyof typeof ends | 'svg';
  of: 'figures' | 'candidates' | 'pairs';
  chart?: string;
  output?: string;
  target?: number;
  language: string;
  data?: string;
  json?: boolean;
}

function shareBetween(text: string): number {
  const share = Number(text);
  if (!(share > 0 && share < 1)) throw new InvalidArgumentError('Enter a proportion between 0 and 1, e.g. 0.9.');
  return share;
}

export function addReport(program: Command): void {
  const command = program.command('report').alias('align');
  command
    .description(
      'Report the agreement of judges with annotators in a study, and the verdict on each candidate ensemble.'
    )
    .argument('<study>', 'number of the study', studyNumber)
    .option('--project <slug>', 'project of the study (default: the only project)')
    .option(
      '--run <number>',
      'use the judges of another run that judged the same items; labels that do not apply are left out',
      runNumber
    )
    .addOption(new Option('--format <format>', 'output format').choices(formats).default('text'))
    .addOption(
      new Option(
        '--of <rows>',
        'with --format csv: rows of the table: figures of the report, candidates, or pairs of raters'
      )
        .choices(['figures', 'candidates', 'pairs'])
        .default('figures')
    )
    .addOption(new Option('--chart <name>', 'with --format svg: name of the chart').choices(chartNames))
    .addOption(languageOption())
    .option('--output <file>', 'write to this file instead of standard output')
    .addOption(unblindOption())
    .addOption(lookReasonOption())
    .option(
      '--target <share>',
      'add an exploratory result for another target; verdict and gates use the preregistered target',
      shareBetween
    )
    .option('--data <folder>', 'folder of the database (default: VOIRDIRE_DATA, else ./data)')
    .option('--json', 'same as --format json')
    .addHelpText(
      'after',
      `
While labels are under embargo, the report requires --unblind. Preregister the targets first (voirdire preregister).

Examples:
  $ voirdire report 1 --project heat
  $ voirdire align 1 --project heat --run 3
  $ voirdire report 1 --project heat --format html --output report.html
  $ voirdire report 1 --project heat --format svg --chart front > front.svg
  $ voirdire report 1 --project heat --format csv --of candidates > candidates.csv`
    )
    .action(async (number: number, options: ReportOptions) => {
      if (options.json && options.format !== 'json') requireAtMostOne(command, ['--json', '--format']);
      requireOneOf(command, ['--reason'], ['--unblind']);
      if (options.format !== 'csv' && givenOf(command, ['--of']).length > 0)
        command.error('error: --of applies to --format csv only');
      if (options.format !== 'svg' && options.chart !== undefined)
        command.error('error: --chart applies to --format svg only');
      if (options.format === 'svg' && options.chart === undefined)
        command.error(`error: --format svg exports one chart: choose it with --chart (${chartNames.join(', ')})`);
      const { studyProcedure } = await import('../lib/alignment/procedure/procedure.server.ts');
      const { requireLiftedEmbargo } = await import('../lib/alignment/adoption/embargo.server.ts');
      const { alignmentFiles, reportedStudy } =
        await import('../lib/exchange/export/alignment/alignment-files.server.ts');
      const { authorize, operator } = await import('../lib/server/auth/authorize.ts');
      const { sayIn } = await import('../lib/messages/say-in.ts');
      const { exploratoryTarget } = await import('../lib/alignment/procedure/verdict.ts');
      const { alignmentText } = await import('./report-text.ts');
      const { studyNumbered } = await import('./numbered-things.ts');
      const { db, close } = await openExisting(dataFolder(options.data));
      try {
        const project = await projectOf(db, options.project);
        const grant = authorize(operator, project, 'read-results');
        const { id } = studyNumbered(db, grant, number);
        // Unblinding is recorded for good: a path or a number that is wrong is refused first.
        const runId = await runIdOf({ db, reading: grant }, options.run);
        if (options.output !== undefined) checkOutput(options.output);
        await unblindStudy({ db, reading: grant, manage: authorize(operator, project, 'manage') }, id, options);
        requireLiftedEmbargo(db, grant, id, howToUnblind.embargoed);
        const { target } = options;
        const study = studyProcedure(db, grant, id, { runId });
        const exploratory = target === undefined ? null : exploratoryTarget(study.procedure, target);
        const name = fileOf(options);
        const text =
          name === null
            ? `${[alignmentText(study), ...(exploratory === null ? [] : [`\n${sayIn('en', exploratory)}`])].join('\n')}\n`
            : alignmentFiles[name]!.write(
                {
                  ...reportedStudy(db, grant, id, study, runId),
                  ...(exploratory === null ? {} : { exploratory })
                },
                options.language
              );
        const of = { entity: 'study', entityId: id };
        if (options.output === undefined) await printFile(db, grant, of, name ?? 'text', text, options.language);
        else {
          await writeFile(db, grant, of, options.output, text, name ?? 'report.txt', options.language);
          console.log(`Report written to ${options.output}.`);
        }
      } finally {
        close();
      }
    });
}

/** The file of the web that holds what is asked for; null for text. */
function fileOf({ format, json, of, chart }: ReportOptions): string | null {
  if (json) return 'json';
  if (format === 'text') return null;
  if (format === 'svg') return `${chart}.svg`;
  return format === 'csv' && of !== 'figures' ? `${of}.csv` : ends[format];
}
