import { InvalidArgumentError, Option, type Command } from 'commander';
import { chartNames } from '../lib/alignment/charts/chart.ts';
import { printFile, writeFile } from './leaving.ts';
import { dataFolder, openExisting } from './place.ts';
import { runIdOf, runNumber, studyNumber } from './study-place.ts';

/** Formats by the end of the file's name in the web; `text` is for the shell alone. */
const ends = { html: 'html', markdown: 'md', latex: 'tex', csv: 'csv', json: 'json' } as const;
const formats = ['text', ...Object.keys(ends), 'svg'] as const;

interface ReportOptions {
  project: string;
  run?: number;
  format: 'text' | keyof typeof ends | 'svg';
  of: 'figures' | 'candidates' | 'pairs';
  chart?: string;
  output?: string;
  unblind?: boolean;
  reason?: string;
  target?: number;
  data?: string;
  json?: boolean;
}

function shareBetween(text: string): number {
  const share = Number(text);
  if (!(share > 0 && share < 1)) throw new InvalidArgumentError('A share between 0 and 1 is wanted, like 0.9.');
  return share;
}

export function addReport(program: Command): void {
  const command = program.command('report').alias('align');
  command
    .description(
      'Tell how far the judges of a study agree with its people, and what follows for each ensemble of them.'
    )
    .argument('<study>', 'number of the study', studyNumber)
    .requiredOption('--project <slug>', 'project of the study')
    .option(
      '--run <number>',
      'judges of another run that judged the same items; labels that do not apply are left out',
      runNumber
    )
    .addOption(new Option('--format <format>', 'how to write it').choices(formats).default('text'))
    .addOption(
      new Option('--of <rows>', 'with --format csv: one row per figure of the report, candidate, or pair of raters')
        .choices(['figures', 'candidates', 'pairs'])
        .default('figures')
    )
    .addOption(new Option('--chart <name>', 'with --format svg: which chart').choices(chartNames))
    .option('--output <file>', 'write there instead of printing')
    .option('--unblind', 'unblind figures that are under embargo; your name is recorded')
    .option('--reason <text>', 'with --unblind while verdicts are still to come: why you look now; it is recorded')
    .option(
      '--target <share>',
      'add an exploratory line on another target; verdict and gates keep the preregistered one',
      shareBetween
    )
    .option('--data <folder>', 'folder of the database (default: VOIRDIRE_DATA, else ./data)')
    .option('--json', 'the same as --format json')
    .addHelpText(
      'after',
      `
If annotators have labelled and their labels have not been unblinded, the report is closed without --unblind: preregister the
targets first.

Examples:
  $ voirdire report 1 --project heat
  $ voirdire align 1 --project heat --run 3
  $ voirdire report 1 --project heat --format html --output report.html
  $ voirdire report 1 --project heat --format svg --chart front > front.svg
  $ voirdire report 1 --project heat --format csv --of candidates > candidates.csv`
    )
    .action(async (number: number, options: ReportOptions) => {
      if (options.format === 'svg' && options.chart === undefined)
        command.error(`error: --format svg writes one chart: name it with --chart (${chartNames.join(', ')})`);
      const { studyProcedure } = await import('../lib/alignment/procedure/procedure.server.ts');
      const { liftEmbargo, procedureState } =
        await import('../lib/alignment/preregistration/preregistrations.server.ts');
      const { requireLiftedEmbargo } = await import('../lib/alignment/adoption/embargo.server.ts');
      const { alignmentFiles, reportedStudy } =
        await import('../lib/exchange/export/alignment/alignment-files.server.ts');
      const { authorize, operator } = await import('../lib/server/auth/authorize.ts');
      const { exploratoryTarget } = await import('../lib/alignment/procedure/verdict.ts');
      const { alignmentText } = await import('./report-text.ts');
      const { projectBySlug } = await import('../lib/server/projects.ts');
      const { studyByNumber } = await import('../lib/studies/planning/studies.server.ts');
      const { isBlinded, requireUnblinded, unblind } = await import('../lib/studies/labels/unblinding.server.ts');
      const { db, close } = await openExisting(dataFolder(options.data));
      try {
        const project = { kind: 'project', id: projectBySlug(db, options.project).id } as const;
        const grant = authorize(operator, project, 'read-results');
        const { id } = studyByNumber(db, grant, number);
        if (options.unblind && procedureState(db, grant, id).embargoed) {
          const managing = authorize(operator, project, 'manage');
          if (options.reason !== undefined && isBlinded(db, managing, id)) unblind(db, managing, id, options.reason);
          requireUnblinded(db, managing, id, 'The report', 'add --reason with why you look now; that is recorded');
          liftEmbargo(db, managing, id);
        }
        requireLiftedEmbargo(db, grant, id, 'The report', 'add --unblind, and your name is recorded');
        const { target } = options;
        const runId = await runIdOf({ db, reading: grant }, options.run);
        const study = studyProcedure(db, grant, id, { runId });
        const exploratory = target === undefined ? null : exploratoryTarget(study.procedure, target);
        const name = fileOf(options);
        const text =
          name === null
            ? `${[alignmentText(study), ...(exploratory === null ? [] : [`\n${exploratory}`])].join('\n')}\n`
            : alignmentFiles[name]!.write({
                ...reportedStudy(db, grant, id, study, runId),
                ...(exploratory === null ? {} : { exploratory })
              });
        const of = { entity: 'study', entityId: id };
        if (options.output === undefined) await printFile(db, grant, of, name ?? 'text', text);
        else {
          await writeFile(db, grant, of, options.output, text, name ?? 'report.txt');
          console.log(`The report is in ${options.output}.`);
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
