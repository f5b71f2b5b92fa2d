import { existsSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Command } from 'commander';
import { refuse } from '../lib/errors.ts';
import { printJson } from './outcome.ts';
import { dataFolder, home, openExisting } from './place.ts';
import { rubricText } from './rubric-text.ts';

const given = (files: readonly string[]) => files.map((name) => ({ name, text: rubricText(name) }));

interface Told {
  notTaken: readonly { field: string; count: number }[];
  notes: readonly string[];
}

/** What a person has to know of files that were read: remarks, and every field that was not taken. */
function printTold({ notTaken, notes }: Told): void {
  for (const note of notes) console.log(`Note: ${note}.`);
  if (notTaken.length > 0)
    console.log(`Not taken: ${notTaken.map(({ field, count }) => `${field} (${String(count)})`).join(', ')}.`);
}

/** Ends the command where files cannot be read whole. */
function demandReading<T extends { ok: true }>(
  reading: T | { ok: false; file: string | null; line: number | null; problem: string }
): T {
  if (reading.ok) return reading;
  const place = [reading.file ?? 'The files', ...(reading.line === null ? [] : [String(reading.line)])].join(':');
  return refuse.invalid(`${place}: ${reading.problem}.`);
}

/** Commands that read the files of published suites. */
export function addRubricFileCommands(command: Command): void {
  command
    .command('convert')
    .description(
      'Make a rubric of a published suite’s task files: RACE criteria, FACT, DeepResearch Bench II, ResearchRubrics, DRACO, Mind2Web 2, DEER, DeepScholar-Bench.'
    )
    .argument('<file...>', 'the task files: JSON, JSONL or CSV')
    .requiredOption('--out <file>', 'where to write the rubric, as JSON')
    .option('--queries <file>', 'where to write its queries, as JSONL, to be imported')
    .option('--qid <qid>', 'the task, where files do not name it (Mind2Web 2: the name of their folder if absent)')
    .addHelpText(
      'after',
      `
Each task becomes a query whose criteria are in the rubric under its qid. Fields that are not taken are named with their counts.
Scale, aggregation and prompt are those of the form in static/rubrics; edit the file to change them. FACT judges statements of
reports, so its rubric is made of validated.jsonl, Mind2Web 2's of a result with its tree, DEER's of others/SID.json.

Examples:
  $ voirdire rubric convert draco.jsonl --out draco.json --queries draco-queries.jsonl`
    )
    .action(async (files: string[], { out, queries, qid }: { out: string; queries?: string; qid?: string }) => {
      const { rubricWithTasks } = await import('../lib/scorer/suites/rubrics/published/rubric-of-tasks.ts');
      const form = (name: string) => rubricText(join(home, 'static/rubrics', `${name}.yaml`));
      const { rubric, value } = demandReading(rubricWithTasks(given(files), form, { qid: qid ?? null }));
      const { texts, form: name, queries: lists } = value;
      for (const path of [out, ...(queries === undefined ? [] : [queries])])
        if (existsSync(path)) refuse.conflict(`${path} is there already. Name another file.`);
      if (queries !== undefined && texts.length === 0)
        refuse.invalid(`The files of ${name} hold no texts of tasks. Import the queries from the suite’s own list.`);
      writeFileSync(out, `${JSON.stringify(rubric, null, 2)}\n`);
      if (queries !== undefined) writeFileSync(queries, texts.map((one) => `${JSON.stringify(one)}\n`).join(''));
      const tasks = Object.keys(lists).length;
      const what = tasks === 0 ? 'criteria for every query' : `${String(tasks)} queries with criteria`;
      console.log(`${out}: ${what} in the form of ${name}.`);
      printTold(value);
    });
  command
    .command('verdicts')
    .description(
      'Make ready verdicts of a published suite’s result files: FACT, DeepResearch Bench II, ResearchRubrics, DRACO, Mind2Web 2, DEER, DeepScholar-Bench.'
    )
    .argument('<file...>', 'the result files')
    .requiredOption('--rubric <file>', 'the rubric, as "rubric convert" made it of the suite’s task files')
    .requiredOption('--out <file>', 'where to write the verdicts, as JSONL')
    .option('--system <name>', 'whose reports were judged, where the files do not say')
    .option('--judge <name>', 'who judged, where the files do not say')
    .option('--qid <qid>', 'the task, where files do not name it (Mind2Web 2: the name of their folder if absent)')
    .addHelpText(
      'after',
      `
Criteria are found by their words or ids; a verdict on another criterion refuses the files. Scores are computed anew from the
verdicts and held against those in the files. Files that hold totals only (RACE, means of DEER) have no verdicts and are refused.

Examples:
  $ voirdire rubric verdicts results.jsonl --rubric research.json --system aurora --judge gpt-6-sol --out research-verdicts.jsonl
  $ voirdire import --verdicts research-verdicts.jsonl --project research`
    )
    .action(
      async (
        files: string[],
        options: { rubric: string; out: string; system?: string; judge?: string; qid?: string }
      ) => {
        const { compareReported, readResults } =
          await import('../lib/scorer/suites/rubrics/published/results-of-suites.ts');
        const { readRubric } = await import('../lib/scorer/suites/rubrics/read-rubric.ts');
        const { problemLine } = await import('../lib/scorer/suites/rubrics/rubric-problems.ts');
        const { rubricMetricName } = await import('../lib/scorer/suites/rubrics/rubric-protocol.ts');
        if (existsSync(options.out)) refuse.conflict(`${options.out} is there already. Name another file.`);
        const rubric = readRubric(rubricText(options.rubric));
        if (!rubric.ok) return refuse.invalid(problemLine(options.rubric, rubric.problems[0]!));
        const { system = null, judge = null, qid = null } = options;
        const metric = rubricMetricName(rubric.rubric, rubric.hash);
        const names = { metric, system, judge, qid };
        const { value } = demandReading(readResults(given(files), rubric.rubric, names));
        const { verdicts, form } = value;
        writeFileSync(options.out, verdicts.map((one) => `${JSON.stringify(one)}\n`).join(''));
        const unscored = verdicts.filter(({ state }) => state === 'unscored').length;
        console.log(
          `${options.out}: ${String(verdicts.length)} verdicts of ${form}, ${String(unscored)} of them unscored, for the metric ${metric}.`
        );
        const { equal, differing } = compareReported(value, rubric.rubric, names);
        if (equal > 0) console.log(`Scores in the files that are the same when computed anew: ${String(equal)}.`);
        for (const { system: whose, qid: task, figure, reported, recomputed } of differing)
          console.log(
            `Another score: ${figure} of ${whose} on ${task} is ${String(reported)} in the file and ${String(recomputed ?? 'undefined')} here.`
          );
        printTold(value);
      }
    );
  command
    .command('reported')
    .description(
      'Keep the figures of files that hold totals or means only, as reported: RACE, DEER, DeepScholar-Bench, Mind2Web 2 summaries.'
    )
    .argument('<file...>', 'the files of figures')
    .requiredOption('--project <slug>', 'project to keep them in')
    .option('--system <name>', 'whose figures they are, where the files do not say')
    .option('--judge <name>', 'name of the rater')
    .option('--data <folder>', 'folder of the database (default: VOIRDIRE_DATA, else ./data)')
    .option('--json', 'print the outcome as JSON')
    .addHelpText(
      'after',
      `
The page Rubrics and the leaderboard of a run by a rubric of the same form show them beside computed scores, as reported and not
recomputed. They enter no mean, comparison or interval. The same figure with another value takes the place of the earlier one.

Examples:
  $ voirdire rubric reported race_results.jsonl --project heat --system aurora --judge gpt-6-sol`
    )
    .action(
      async (
        files: string[],
        options: { project: string; system?: string; judge?: string; data?: string; json?: boolean }
      ) => {
        const { readTotals } = await import('../lib/scorer/suites/rubrics/published/results-of-suites.ts');
        const { keepReported } = await import('../lib/scorer/suites/rubrics/published/reported-figures.server.ts');
        const { authorize, operator } = await import('../lib/server/auth/authorize.ts');
        const { projectBySlug } = await import('../lib/server/projects.ts');
        const { system = null, judge = null } = options;
        const { value } = demandReading(readTotals(given(files), { system, judge }));
        const { db, close } = await openExisting(dataFolder(options.data));
        try {
          const { id } = projectBySlug(db, options.project);
          const grant = authorize(operator, { kind: 'project', id }, 'manage');
          const kept = keepReported(db, grant, value, files.map((file) => basename(file)).join(', '));
          const { form, notTaken, notes } = value;
          if (options.json) return printJson({ form, ...kept, notTaken, notes });
          const { added, same, replaced } = kept;
          console.log(
            `${String(added)} figures of ${form} added as reported, ${String(replaced)} replaced, ${String(same)} there already.`
          );
          printTold(value);
        } finally {
          close();
        }
      }
    );
}
