import { InvalidArgumentError, type Command } from 'commander';
import type { RatingScale } from '../lib/exchange/ratings/rating-scale.ts';
import { exit, printJson } from './outcome.ts';
import { wholeNumber } from './score-options.ts';
import { addStatsPlan } from './stats-plan.ts';
import { addStatsPossible } from './stats-possible.ts';

interface StatsOptions {
  statistic?: string[];
  scale?: string;
  long?: boolean;
  wide?: boolean;
  raters?: string[];
  missing?: string[];
  reference?: string;
  judges?: string[];
  positive?: string;
  resamples: number;
  seed: number;
  confidence: number;
  json?: boolean;
}

function confidence(text: string): number {
  const share = Number(text);
  if (!(share > 0 && share < 1)) throw new InvalidArgumentError('A share between 0 and 1 is wanted, like 0.95.');
  return share;
}

function seed(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('A whole number is wanted.');
  return Number(text);
}

export function addStats(program: Command): void {
  const command = program.command('stats');
  command
    .description(
      'Compute agreement and its statistics from a table of ratings, or check them against reference values.'
    )
    .argument(
      '[file]',
      'ratings as CSV or JSON lines: item, rater, label[, cluster], or a column per rater; - or nothing reads standard input'
    )
    .option(
      '--statistic <name...>',
      'what to compute (default: what suits the scale); "voirdire stats list" lists them'
    )
    .option(
      '--scale <scale>',
      'declared scale: nominal:yes,no · ordinal:1..4 · ordinal:poor,fair,good · interval:0..10'
    )
    .option('--long', 'one rating per row, told instead of recognised')
    .option('--wide', 'one item per row and one column per rater, told instead of recognised')
    .option('--raters <name...>', 'wide: the columns that hold ratings')
    .option('--missing <text...>', 'cells that mean "not rated", beside empty ones (default: NA NaN null)')
    .option('--reference <rater>', 'rater that is taken as the truth')
    .option('--judges <rater...>', 'raters that are judges; all others are people')
    .option('--positive <label>', 'label that counts as positive')
    .option(
      '--resamples <n>',
      'accepted for older scripts: no interval is resampled any more',
      wholeNumber(100_000),
      2000
    )
    .option('--seed <n>', 'the same', seed, 1)
    .option('--confidence <share>', 'of the intervals', confidence, 0.95)
    .option('--json', 'print everything as JSON')
    .addHelpText(
      'after',
      `
Values that the data do not determine are given as undefined, with the reason. Weighted coefficients need --scale.

Examples:
  $ voirdire stats ratings.csv
  $ voirdire stats ratings.csv --scale ordinal:1..4 --statistic cohen-kappa-quadratic krippendorff-alpha-ordinal
  $ voirdire stats claims.jsonl --reference expert --positive yes --statistic recall specificity --json
  $ voirdire stats verify cases.json`
    )
    .action(async (file: string | undefined, options: StatsOptions) => {
      if (options.long && options.wide) command.error('error: a table is either --long or --wide');
      const scale = await scaleOf(options.scale, command);
      const { readInput, readRatings } = await import('./stats/data.ts');
      const { compute, usualStatistics } = await import('./stats/catalogue.ts');
      const { aboutRatings, figuresTable } = await import('./stats/print.ts');
      const { long, wide, raters, missing, reference, judges, positive } = options;
      const ratings = await readRatings(await readInput(file), {
        ...{ scale, replicates: options.resamples, seed: options.seed, confidence: options.confidence },
        ...(long || wide ? { layout: long ? 'long' : 'wide' } : {}),
        ...(raters && { raters }),
        ...(missing && { missing }),
        ...(reference !== undefined && { reference }),
        ...(judges && { judges }),
        ...(positive !== undefined && { positive })
      });
      const figures = compute(ratings, options.statistic ?? usualStatistics(ratings));
      const { notes, items, clusters } = ratings;
      if (options.json) {
        return printJson({
          ...{ items: items.length, raters: ratings.raters, ratings: ratings.given },
          clusters: clusters ? new Set(clusters).size : null,
          scale: { ...ratings.scale, categories: ratings.categories, declared: ratings.declared },
          ...{ confidence: options.confidence, resamples: options.resamples, seed: options.seed },
          ...{ notes, figures }
        });
      }
      console.log([aboutRatings(ratings), '', figuresTable(figures, options.confidence)].join('\n'));
      if (notes.length > 0) console.log(['', ...notes.map((note) => `- ${note}.`)].join('\n'));
    });

  command
    .command('list')
    .description('List the statistics of a table of ratings, and the functions that cases may name.')
    .option('--json', 'print them as JSON')
    .addHelpText('after', '\nExample:\n  $ voirdire stats list')
    .action(async () => {
      const { catalogue } = await import('./stats/catalogue.ts');
      const { caseFunctions } = await import('../lib/stats/index.ts');
      const { textTable } = await import('./table.ts');
      if (command.commands[0]!.opts().json || command.opts().json) {
        const statistics = catalogue.flatMap((group) =>
          group.statistics.map(({ name, title, needs }) => ({ name, title, needs, group: group.title }))
        );
        return printJson({ statistics, caseFunctions });
      }
      for (const { title, statistics } of catalogue)
        console.log(
          `${title}\n${textTable(
            ['name', ''],
            statistics.map(({ name, title: what }) => [name, what])
          )
            .split('\n')
            .slice(1)
            .join('\n')}\n`
        );
      console.log(`Functions of cases (voirdire stats verify)\n  ${caseFunctions.join(', ')}`);
    });

  command
    .command('verify')
    .description('Evaluate a file of cases and compare with what each expects.')
    .argument(
      '<file>',
      'cases as JSON: { "cases": [{ "id", "fn", "args", "expect", "tolAbs" }] }; - reads standard input'
    )
    .option('--json', 'print the result of each case as JSON')
    .addHelpText(
      'after',
      `
A number passes where |got − expected| is at most tolAbs + 1e-10·|expected|; null passes only where null came out.
Ends with 1 if any case fails or names an unknown function.

Example:
  $ voirdire stats verify cases.json`
    )
    .action(async (file: string) => {
      const { readInput } = await import('./stats/data.ts');
      const { readCases, caseLines, verify } = await import('./stats/verify.ts');
      const results = verify(readCases(await readInput(file)));
      const passed = results.filter(({ outcome }) => outcome === 'passed').length;
      if (command.commands[1]!.opts().json || command.opts().json)
        printJson({ passed, failed: results.length - passed, results });
      else for (const line of caseLines(results)) console.log(line);
      if (passed < results.length) process.exitCode = exit.failed;
    });

  addStatsPlan(command);
  addStatsPossible(command);
}

async function scaleOf(text: string | undefined, command: Command): Promise<RatingScale | null> {
  if (text === undefined) return null;
  const { readScale } = await import('../lib/exchange/ratings/rating-scale.ts');
  const { scale, reason } = readScale(text);
  if (reason !== undefined) command.error(`error: option '--scale <scale>' argument '${text}' is invalid. ${reason}.`);
  return scale;
}
