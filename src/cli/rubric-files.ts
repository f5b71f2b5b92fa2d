import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Command } from 'commander';
import { refuse } from '../lib/errors.ts';
import { writeWhole } from '../lib/server/files/whole-files.ts';
import { printJson } from './outcome.ts';
import { dataFolder, home, openExisting } from './place.ts';
import { rubricText } from './rubric-text.ts';
import { many } from '../lib/stats/writing/figures.ts';

const given = (files: readonly string[]) => files.map((name) => ({ name, text: rubricText(name) }));

interface Told {
  notTaken: readonly { field: string; count: number }[];
  notes: readonly string[];
}

/** Prints notes on the files that were read: remarks, and every field that was not taken. */
function printTold({ notTaken, notes }: Told): void {
  for (const note of notes) console.log(`Note: ${note}.`);
  if (notTaken.length > 0)
    console.log(`Ignored fields: ${notTaken.map(({ field, count }) => `${field} (${String(count)})`).join(', ')}.`);
}

/** Ends the command if files cannot be read whole. */
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
      'Convert the task files of a published suite to a rubric: RACE criteria, FACT, DeepResearch Bench II, ResearchRubrics, DRACO, Mind2Web 2, DEER, DeepScholar-Bench.'
    )
    .argument('<file...>', 'the task files: JSON, JSONL or CSV')
    .requiredOption('--out <file>', 'output file for the rubric (JSON)')
    .option('--queries <file>', 'output file for the queries (JSONL), for voirdire import')
    .option('--qid <qid>', 'id of the task, if the files do not name it (Mind2Web 2, default: the name of the folder)')
    .addHelpText(
      'after',
      `
Each task becomes a query, with its criteria under its qid in the rubric. Ignored fields are listed with their counts. Scale,
aggregation and prompt come from the template in static/rubrics; edit the output file to change them. FACT judges statements of
reports: use validated.jsonl. Mind2Web 2: use a result with its tree. DEER: use others/SID.json.

Examples:
  $ voirdire rubric convert draco.jsonl --out draco.json --queries draco-queries.jsonl`
    )
    .action(async (files: string[], { out, queries, qid }: { out: string; queries?: string; qid?: string }) => {
      const { rubricWithTasks } = await import('../lib/scorer/suites/rubrics/published/rubric-of-tasks.ts');
      const form = (name: string) => rubricText(join(home, 'static/rubrics', `${name}.yaml`));
      const { rubric, value } = demandReading(rubricWithTasks(given(files), form, { qid: qid ?? null }));
      const { texts, form: name, queries: lists } = value;
      for (const path of [out, ...(queries === undefined ? [] : [queries])])
        if (existsSync(path)) refuse.conflict(`${path} already exists. Choose another file.`);
      if (queries !== undefined && texts.length === 0)
        refuse.invalid(`The files of ${name} contain no task texts. Import the queries from the suite’s own list.`);
      writeWhole(out, `${JSON.stringify(rubric, null, 2)}\n`);
      if (queries !== undefined) writeWhole(queries, texts.map((one) => `${JSON.stringify(one)}\n`).join(''));
      const tasks = Object.keys(lists).length;
      const what = tasks === 0 ? 'criteria for every query' : `${many(tasks, 'query', 'queries')} with criteria`;
      console.log(`${out}: ${what} in the form of ${name}.`);
      printTold(value);
    });
  command
    .command('verdicts')
    .description(
      'Convert the result files of a published suite to verdicts: FACT, DeepResearch Bench II, ResearchRubrics, DRACO, Mind2Web 2, DEER, DeepScholar-Bench.'
    )
    .argument('<file...>', 'the result files')
    .requiredOption('--rubric <file>', 'the rubric that "rubric convert" created from the suite’s task files')
    .requiredOption('--out <file>', 'output file for the verdicts (JSONL)')
    .option('--system <name>', 'name of the judged system, if the files do not name it')
    .option('--judge <name>', 'name of the judge, if the files do not name it')
    .option('--qid <qid>', 'id of the task, if the files do not name it (Mind2Web 2, default: the name of the folder)')
    .addHelpText(
      'after',
      `
Criteria are matched by text or id; files with verdicts on unknown criteria are refused. Scores are recomputed from the verdicts
and compared with those in the files. Files with totals only (RACE, means of DEER) contain no verdicts and are refused.

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
        if (existsSync(options.out)) refuse.conflict(`${options.out} already exists. Choose another file.`);
        const rubric = readRubric(rubricText(options.rubric));
        if (!rubric.ok) return refuse.invalid(problemLine(options.rubric, rubric.problems[0]!));
        const { system = null, judge = null, qid = null } = options;
        const metric = rubricMetricName(rubric.rubric, rubric.hash);
        const names = { metric, system, judge, qid };
        const { value } = demandReading(readResults(given(files), rubric.rubric, names));
        const { verdicts, form } = value;
        writeWhole(options.out, verdicts.map((one) => `${JSON.stringify(one)}\n`).join(''));
        const unscored = verdicts.filter(({ state }) => state === 'unscored').length;
        console.log(
          `${options.out}: ${many(verdicts.length, 'verdict')} of ${form}, ${String(unscored)} of them unscored, for the metric ${metric}.`
        );
        const { equal, differing } = compareReported(value, rubric.rubric, names);
        if (equal > 0) console.log(`Scores that match the files when recomputed: ${String(equal)}.`);
        for (const { system: whose, qid: task, figure, reported, recomputed } of differing)
          console.log(
            `Different score: ${figure} of ${whose} on ${task} is ${String(reported)} in the file and ${String(recomputed ?? 'undefined')} here.`
          );
        printTold(value);
      }
    );
  command
    .command('reported')
    .description(
      'Import reported figures from files that contain totals or means only: RACE, DEER, DeepScholar-Bench, Mind2Web 2 summaries.'
    )
    .argument('<file...>', 'files with the figures')
    .requiredOption('--project <slug>', 'project to import into')
    .option('--system <name>', 'name of the system, if the files do not name it')
    .option('--judge <name>', 'name of the judge')
    .option('--data <folder>', 'folder of the database (default: VOIRDIRE_DATA, else ./data)')
    .option('--json', 'print the outcome as JSON')
    .addHelpText(
      'after',
      `
The page Rubrics and the leaderboards of runs with a rubric of the same form show these figures beside computed scores, marked as
reported. They are not used in means, comparisons or intervals. Importing a figure again replaces its earlier value.

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
        const { projectNamed } = await import('./project-named.ts');
        const { system = null, judge = null } = options;
        const { value } = demandReading(readTotals(given(files), { system, judge }));
        const { db, close } = await openExisting(dataFolder(options.data));
        try {
          const { id } = projectNamed(db, options.project);
          const grant = authorize(operator, { kind: 'project', id }, 'manage');
          const kept = keepReported(db, grant, value, files.map((file) => basename(file)).join(', '));
          const { form, notTaken, notes } = value;
          if (options.json) return printJson({ form, ...kept, notTaken, notes });
          const { added, same, replaced } = kept;
          console.log(
            `${String(added)} reported figures of ${form} added, ${String(replaced)} replaced, ${String(same)} unchanged.`
          );
          printTold(value);
        } finally {
          close();
        }
      }
    );
}
