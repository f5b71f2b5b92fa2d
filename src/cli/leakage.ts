import type { Command } from 'commander';
import { exit, printJson } from './outcome.ts';
import { makingNumber, type MakeOptions, withDatabase } from './make.ts';
import { maxUnscoredOption, parseDollars } from './score-options.ts';
import { textTable } from './table.ts';
import { withDecimals } from '../lib/stats/writing/figures.ts';

interface Place {
  project?: string;
  data?: string;
  json?: boolean;
}

type RunOptions = Place & Pick<MakeOptions, 'judge' | 'qid' | 'budget' | 'price' | 'estimate' | 'resume' | 'maxUnscored' | 'cache'>; // prettier-ignore

/** `voirdire leakage`: can models continue the tasks of a benchmark from their first halves? */
export function addLeakage(program: Command): void {
  const command = program
    .command('leakage')
    .description(
      'Test for data leakage: models continue the first half of each query, and the continuation is compared with the second half.'
    )
    .addHelpText(
      'after',
      `
Each query is split at the punctuation mark closest to its middle. docs/suites/research-arena.md explains the similarity
measures. The test is a making run: answers are stored, and a stopped run can be resumed.

Examples:
  $ voirdire leakage run --project arena --judge openai:gpt-6-sol gemini:gemini-4-argon
  $ voirdire leakage show --project arena`
    );
  const located = (sub: Command): Command =>
    sub
      .option('--project <slug>', 'the project (default: the only project)')
      .option('--data <folder>', 'folder of the database (default: VOIRDIRE_DATA, else ./data)')
      .option('--json', 'print as JSON');
  located(command.command('run').description('Have models continue the first half of each query.'))
    .requiredOption('--judge <spec...>', 'models, e.g. openai:gpt-6-sol; called at temperature 0.1 if they support it')
    .option('--qid <qid...>', 'only these queries')
    .option('--budget <usd>', 'spending limit in US dollars; requires the price of every model', parseDollars)
    .option(
      '--price <model=in/out...>',
      "price in US dollars per million input/output tokens, e.g. 'openai:gpt-6-sol=2/10'"
    )
    .addOption(maxUnscoredOption('continuations that may fail, e.g. 12 or 5%'))
    .option('--no-cache', 'ignore stored answers of earlier runs')
    .option('--resume <run>', 'resume the making run with this number', makingNumber)
    .option('--estimate', 'print units, calls, tokens, cost and time, then exit')
    .addHelpText(
      'after',
      `
Examples:
  $ voirdire leakage run --project arena --judge openai:gpt-6-sol --estimate`
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
  located(command.command('show').description('Show similarities by model and the most similar continuations.'))
    .argument('[run]', 'number of the making run (default: the newest leakage test)', makingNumber)
    .addHelpText('after', '\nExamples:\n  $ voirdire leakage show --project arena')
    .action(async (run: number | undefined, options: Place) => {
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
              ...cells.map(({ value }, at) => (value === null ? '–' : withDecimals(value, columns[at]!.decimals))),
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
