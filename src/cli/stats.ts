import { InvalidArgumentError, type Command } from 'commander';
import type { RatingScale } from '../lib/exchange/ratings/rating-scale.ts';
import { exit, printJson } from './outcome.ts';
import { wholeNumber } from './typed-number.ts';
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
  if (!(share > 0 && share < 1)) throw new InvalidArgumentError('Enter a proportion between 0 and 1, e.g. 0.95.');
  return share;
}

export function addStats(program: Command): void {
  const command = program.command('stats');
  command
    .description('Compute agreement statistics from a table of ratings, or check them against reference values.')
    .argument(
      '[file]',
      'ratings as CSV or JSON lines: item, rater, label[, cluster], or one column per rater; - or no file reads standard input'
    )
    .option(
      '--statistic <name...>',
      'statistics to compute (default: those that suit the scale); see "voirdire stats list"'
    )
    .option(
      '--scale <scale>',
      'scale of the labels: nominal:yes,no, ordinal:1..4, ordinal:poor,fair,good or interval:0..10 (default: nominal, with the labels that occur)'
    )
    .option('--long', 'one rating per row (default: detected)')
    .option('--wide', 'one item per row and one column per rater (default: detected)')
    .option('--raters <name...>', 'with --wide: columns with ratings')
    .option('--missing <text...>', 'values for "not rated", besides empty cells (default: NA NaN null)')
    .option('--reference <rater>', 'rater to use as the reference (ground truth)')
    .option('--judges <rater...>', 'raters that are LLM judges; all others are annotators')
    .option('--positive <label>', 'positive label')
    .option('--resamples <n>', 'ignored; accepted for compatibility with older scripts', wholeNumber(100_000), 2000)
    .option('--seed <n>', 'ignored; accepted for compatibility with older scripts', wholeNumber(Infinity, 0), 1)
    .option('--confidence <share>', 'confidence level of the intervals', confidence, 0.95)
    .option('--json', 'print all results as JSON')
    .addHelpText(
      'after',
      `
Undefined values are reported with the reason. Weighted coefficients require --scale.

Examples:
  $ voirdire stats ratings.csv
  $ voirdire stats ratings.csv --scale ordinal:1..4 --statistic cohen-kappa-quadratic krippendorff-alpha-ordinal
  $ voirdire stats claims.jsonl --reference expert --positive yes --statistic recall specificity --json
  $ voirdire stats verify cases.json`
    )
    .action(async (file: string | undefined, options: StatsOptions) => {
      if (options.long && options.wide) command.error('error: --long and --wide cannot be combined');
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
      const { items, clusters } = ratings;
      const notes = [...ratings.notes];
      if (clusters && figures.some(({ p }) => p !== null))
        notes.push('p-values treat items as independent, even within a cluster; intervals do not');
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
    .description('List the statistics for tables of ratings, and the functions for files of cases.')
    .option('--json', 'print as JSON')
    .addHelpText('after', '\nExample:\n  $ voirdire stats list')
    .action(async (options: { json?: boolean }) => {
      const { catalogue } = await import('./stats/catalogue.ts');
      const { caseFunctions } = await import('../lib/stats/index.ts');
      const { textTable } = await import('./table.ts');
      if (options.json) {
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
    .description('Evaluate a file of test cases and compare the results with the expected values.')
    .argument(
      '<file>',
      'cases as JSON: { "cases": [{ "id", "fn", "args", "expect", "tolAbs" }] }; - reads standard input'
    )
    .option('--json', 'print the result of each case as JSON')
    .addHelpText(
      'after',
      `
A number passes if |got − expected| ≤ tolAbs + 1e-10·|expected|; null passes only if the result is null.
Exit code 1 if a case fails or names an unknown function.

Example:
  $ voirdire stats verify cases.json`
    )
    .action(async (file: string, options: { json?: boolean }) => {
      const { readInput } = await import('./stats/data.ts');
      const { readCases, caseLines, verify } = await import('./stats/verify.ts');
      const results = verify(readCases(await readInput(file)));
      const passed = results.filter(({ outcome }) => outcome === 'passed').length;
      if (options.json) printJson({ passed, failed: results.length - passed, results });
      else for (const line of caseLines(results)) console.log(line);
      if (passed < results.length) process.exitCode = exit.failed;
    });

  addStatsPlan(command);
  addStatsPossible(command);
}

async function scaleOf(text: string | undefined, command: Command): Promise<RatingScale | null> {
  if (text === undefined) return null;
  const { readScale } = await import('../lib/exchange/ratings/rating-scale.ts');
  const { sayIn } = await import('../lib/messages/say-in.ts');
  const { scale, reason } = readScale(text);
  if (reason !== undefined)
    command.error(`error: option '--scale <scale>' argument '${text}' is invalid. ${sayIn('en', reason)}.`);
  return scale;
}
