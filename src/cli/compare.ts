import { Option, type Command } from 'commander';
import type { ComparedRuns } from '../lib/alignment/comparison/compared-runs.ts';
import { interval, many, proportion } from '../lib/stats/writing/figures.ts';
import { fitInWords } from '../lib/studies/labels/label-fit.ts';
import { printFile, writeFile } from './leaving.ts';
import { inStudy, runNumber, studyNumber, withPlace, type StudyPlace } from './study-place.ts';
import { textTable } from './table.ts';

interface CompareOptions extends StudyPlace {
  run: number[];
  reference?: string;
  format: 'text' | 'csv' | 'json';
  output?: string;
}

const runs = (text: string, before: number[] = []): number[] => [...before, runNumber(text)];

/** Compares judges of several runs beside the labels of one study: the page’s figures. */
export function addCompare(program: Command): void {
  withPlace(program.command('compare'))
    .description('Compare the judges of several runs with the same labels of people, paired by item.')
    .argument('<study>', 'number of the study whose labels are used', studyNumber)
    .requiredOption('--run <number>', 'run whose judges are compared; may be repeated', runs)
    .option('--reference <judge>', 'judge with which the others are compared, SPEC or SPEC@RUN (default: the first)')
    .addOption(new Option('--format <format>', 'how to write it').choices(['text', 'csv', 'json']).default('text'))
    .option('--output <file>', 'write there instead of printing')
    .option('--json', 'the same as --format json')
    .addHelpText(
      'after',
      `
Examples:
  $ voirdire compare 1 --project heat --run 3
  $ voirdire compare 1 --project heat --run 3 --format csv > judges.csv`
    )
    .action((number: number, options: CompareOptions) =>
      inStudy(options, number, async ({ db, reading, study }) => {
        const { comparedRuns } = await import('../lib/alignment/comparison/compared-runs.server.ts');
        const { comparisonFiles } = await import('../lib/alignment/comparison/comparison-files.ts');
        const compared = comparedRuns(db, reading, number, { runs: options.run, reference: options.reference });
        const format = options.json ? 'json' : options.format;
        const text = format === 'text' ? `${inWords(compared)}\n` : comparisonFiles[format]!.write(compared);
        const of = { entity: 'study', entityId: study.id };
        const name = format === 'text' ? 'text' : `comparison.${format}`;
        if (options.output === undefined) return printFile(db, reading, of, name, text);
        await writeFile(db, reading, of, options.output, text, name);
        console.log(`The comparison is in ${options.output}.`);
      })
    );
}

function inWords({
  study,
  runs: of,
  judges,
  compared,
  asked,
  queries,
  reference,
  short,
  silent
}: ComparedRuns): string {
  const header = ['judge', short, '95% CI', `less ${reference}`, '95% CI', 'flips', 'towards', 'away'];
  const signed = (value: number | null): string =>
    value !== null && value > 0 ? `+${proportion(value)}` : proportion(value);
  return [
    `Study ${study.number}: ${study.name}, ${study.metric}.`,
    ...of.map(({ number, name, fit }) => `Run ${number}, ${name}: ${fitInWords(fit)}.`),
    '',
    textTable(
      header,
      judges.map(({ name, agreement, difference, flips }) => [
        ...[name, proportion(agreement.value), interval(agreement.low, agreement.high)],
        ...(difference
          ? [
              signed(difference.value),
              difference.low === null ? 'none' : interval(difference.low, difference.high),
              ...[flips.people + flips.away + flips.neither, flips.people, flips.away].map(String)
            ]
          : ['reference', '', '', '', ''])
      ]),
      header.map((_, i) => (i === 0 ? 'left' : 'right'))
    ),
    '',
    `n = ${many(compared, 'item')} that every judge labelled, of ${asked} with a blind label that every run judged, in ${many(queries, 'query', 'queries')}; differences paired by item, intervals by query.`,
    ...(silent.length > 0 ? [`Not compared, because they labelled none of these items: ${silent.join(', ')}.`] : [])
  ].join('\n');
}
