import { Option, type Command } from 'commander';
import type { ComparedRuns } from '../lib/alignment/comparison/compared-runs.ts';
import { interval, many, proportion } from '../lib/stats/writing/figures.ts';
import { signedProportion } from '../lib/stats/writing/signed-proportion.ts';
import { fitInWords } from '../lib/studies/labels/label-fit.ts';
import { printFile, writeFile } from './leaving.ts';
import { requireAtMostOne } from './option-needs.ts';
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
    .description('Compare the judges of several runs against the same human labels, paired by item.')
    .argument('<study>', 'number of the study with the labels', studyNumber)
    .requiredOption('--run <number>', 'run with judges to compare; repeatable', runs)
    .option('--reference <judge>', 'judge that the others are compared against, SPEC or SPEC@RUN (default: the first)')
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'csv', 'json']).default('text'))
    .option('--output <file>', 'write to this file instead of standard output')
    .option('--json', 'same as --format json')
    .addHelpText(
      'after',
      `
Examples:
  $ voirdire compare 1 --project heat --run 3
  $ voirdire compare 1 --project heat --run 3 --format csv > judges.csv`
    )
    .action((number: number, options: CompareOptions, command: Command) => {
      if (options.json && options.format !== 'json') requireAtMostOne(command, ['--json', '--format']);
      return inStudy(options, number, async ({ db, reading, study }) => {
        const { comparedRuns } = await import('../lib/alignment/comparison/compared-runs.server.ts');
        const { comparisonFiles } = await import('../lib/alignment/comparison/comparison-files.ts');
        const { runNumbered } = await import('./numbered-things.ts');
        for (const run of options.run) runNumbered(db, reading, run);
        const compared = comparedRuns(db, reading, number, { runs: options.run, reference: options.reference });
        const format = options.json ? 'json' : options.format;
        const text = format === 'text' ? `${inWords(compared)}\n` : comparisonFiles[format]!.write(compared);
        const of = { entity: 'study', entityId: study.id };
        const name = format === 'text' ? 'text' : `comparison.${format}`;
        if (options.output === undefined) return printFile(db, reading, of, name, text);
        await writeFile(db, reading, of, options.output, text, name);
        console.log(`Comparison written to ${options.output}.`);
      });
    });
}

function inWords({
  study,
  runs: of,
  judges,
  compared,
  asked,
  queries,
  weighted,
  reference,
  short,
  silent
}: ComparedRuns): string {
  const header = ['judge', short, '95% CI', `difference from ${reference}`, '95% CI', 'flips', 'towards', 'away'];
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
              signedProportion(difference.value),
              difference.low === null ? 'none' : interval(difference.low, difference.high),
              ...[flips.people + flips.away + flips.neither, flips.people, flips.away].map(String)
            ]
          : ['reference', '', '', '', ''])
      ]),
      header.map((_, i) => (i === 0 ? 'left' : 'right'))
    ),
    '',
    `n = ${many(compared, 'item')} that every judge labelled, of ${asked} items with a blind label and a verdict in every run, from ${many(queries, 'query', 'queries')}; differences paired by item, intervals by query${weighted ? '; all figures weighted to the run' : ''}.`,
    ...(silent.length > 0 ? [`Not compared, because they have no labels for these items: ${silent.join(', ')}.`] : [])
  ].join('\n');
}
