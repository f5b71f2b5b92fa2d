import type { Command } from 'commander';
import { exit, printJson } from './outcome.ts';
import { type MakeOptions, withDatabase } from './make.ts';
import { allowance, parseDollars } from './score-options.ts';
import { textTable } from './table.ts';

interface Place {
  project?: string;
  data?: string;
  json?: boolean;
}

type RunOptions = Place & Pick<MakeOptions, 'judge' | 'qid' | 'budget' | 'price' | 'dryRun' | 'resume' | 'maxUnscored' | 'cache'>; // prettier-ignore

/** `voirdire leakage`: can models continue the tasks of a benchmark from their first halves? */
export function addLeakage(program: Command): void {
  const command = program
    .command('leakage')
    .description('Test whether models can continue queries from their first half, which hints at leaked data.')
    .addHelpText(
      'after',
      `
Each query is split at the punctuation mark nearest its middle; models continue the first half, and what they write is compared with the second.
docs/suites/research-arena.md explains the measures. The run is a making run: it is journaled, and goes on after a stop.

Examples:
  $ voirdire leakage run --project arena --judge openai:gpt-6-sol gemini:gemini-4-argon
  $ voirdire leakage show --project arena`
    );
  const located = (sub: Command): Command =>
    sub
      .option('--project <slug>', 'the project; without it the only one there is')
      .option('--data <folder>', 'folder of the database (default: VOIRDIRE_DATA, else ./data)')
      .option('--json', 'print as JSON');
  located(command.command('run').description('Let models continue the first half of each query.'))
    .requiredOption('--judge <spec...>', 'models, like openai:gpt-6-sol; asked at temperature 0.1 where they take one')
    .option('--qid <qid...>', 'only these queries')
    .option('--budget <usd>', 'US dollars that the run may spend; needs the price of every model', parseDollars)
    .option('--price <model=in/out...>', "US dollars per million tokens, like 'openai:gpt-6-sol=2/10'")
    .option('--max-unscored <n>', 'continuations that may fail, like 12 or 5%', allowance, { of: 'units', most: 0 })
    .option('--no-cache', 'ask again even where an earlier run asked the same')
    .option('--resume <run>', 'go on with the making run of this number')
    .option('--dry-run', 'tell units, calls, tokens, money and time, and stop')
    .addHelpText(
      'after',
      `
Examples:
  $ voirdire leakage run --project arena --judge openai:gpt-6-sol --dry-run`
    )
    .action(async (options: RunOptions) => {
      const { runMaking } = await import('./make-run.ts');
      const { withTemperature } = await import('./leakage-models.ts');
      await withDatabase(options, async (db, grant) => {
        const judge = options.judge.map(withTemperature);
        const all = await runMaking(db, grant, 'leakage', { ...options, judge, from: 'query' });
        process.exitCode = all ? exit.done : exit.unscored;
      });
    });
  located(command.command('show').description('Show similarities by model, and the most similar continuations.'))
    .argument('[run]', 'number of the making run (default: the newest leakage test)')
    .addHelpText('after', '\nExamples:\n  $ voirdire leakage show --project arena')
    .action(async (run: string | undefined, options: Place) => {
      const { chosenLeakageRun } = await import('./leakage-models.ts');
      const { leakageResults } = await import('../lib/scorer/making/leakage-results.server.ts');
      await withDatabase(options, (db, grant) => {
        const chosen = chosenLeakageRun(db, grant, run);
        const results = leakageResults(db, grant, chosen);
        if (options.json) return printJson({ run: chosen.number, ...results });
        const { columns, rows, rowsAre } = results.table;
        console.log(
          textTable(
            [rowsAre ?? '', ...columns.map(({ title }) => title), 'n'],
            rows.map(({ group, system, cells }) => [
              group === null ? system : `${group}: ${system}`,
              ...cells.map(({ value }, at) => (value === null ? '–' : value.toFixed(columns[at]!.decimals))),
              String(cells[0]!.n)
            ])
          )
        );
        for (const { qid, model, composite } of results.continuations.slice(0, 5))
          console.log(`${(100 * composite).toFixed(1)}%  ${qid}  ${model}`);
        for (const { qid, reason } of results.notTestable) console.log(`${qid}: ${reason}`);
        for (const { qid, model, reason } of results.failed) console.error(`${qid}, ${model}: ${reason}`);
      });
    });
}
