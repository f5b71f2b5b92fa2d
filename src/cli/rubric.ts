import type { Command } from 'commander';
import { refuse } from '../lib/errors.ts';
import { exit, printJson } from './outcome.ts';
import { dataFolder, openExisting } from './place.ts';
import { addRubricFileCommands } from './rubric-files.ts';
import { rubricText } from './rubric-text.ts';
import { many } from '../lib/stats/writing/figures.ts';

export function addRubricCommand(program: Command): void {
  const command = program
    .command('rubric')
    .description('Check and add rubrics: suites defined by a YAML or JSON file.')
    .addHelpText(
      'after',
      `
docs/rubrics.md documents every field.

Examples:
  $ voirdire rubric check my-rubric.yaml
  $ voirdire rubric add my-rubric.yaml --project heat
  $ voirdire rubric schema > rubric.schema.json`
    );
  command
    .command('check')
    .description('Check rubric files and report errors by line and column.')
    .argument('<file...>', 'rubric files, YAML or JSON')
    .option('--json', 'print the outcome as JSON')
    .addHelpText(
      'after',
      `
docs/rubrics.md documents every field. For editors, there is a JSON Schema: static/rubric.schema.json.

Exit code 1 if a file is invalid.

Examples:
  $ voirdire rubric check my-rubric.yaml
  $ voirdire rubric check my-rubric.yaml --json`
    )
    .action(async (files: string[], { json }: { json?: boolean }) => {
      const outcomes = await Promise.all(files.map(checkFile));
      if (outcomes.some(({ problems }) => problems.length > 0)) process.exitCode = exit.failed;
      if (json) return printJson(outcomes.map(({ lines: _, ...outcome }) => outcome));
      for (const { problems, lines } of outcomes) (problems.length > 0 ? console.error : console.log)(lines.join('\n'));
    });
  addRubricFileCommands(command);
  command
    .command('add')
    .description('Add rubrics to a project, as metrics.')
    .argument('<file...>', 'rubric files, YAML or JSON')
    .requiredOption('--project <slug>', 'project to add them to')
    .option('--data <folder>', 'folder of the database (default: VOIRDIRE_DATA, else ./data)')
    .option('--json', 'print the names of the metrics as JSON')
    .addHelpText(
      'after',
      `
Adding the same rubric again changes nothing. A rubric with changed text becomes a new metric, with the first digits of the file's
hash at the end of its name. The project's audit trail records the addition.

Examples:
  $ voirdire rubric add my-rubric.yaml --project heat`
    )
    .action(async (files: string[], options: { project: string; data?: string; json?: boolean }) => {
      const { addRubric } = await import('../lib/scorer/suites/rubrics/rubrics.server.ts');
      const { authorize, operator } = await import('../lib/server/auth/authorize.ts');
      const { write } = await import('../lib/server/db/client.ts');
      const { projectNamed } = await import('./project-named.ts');
      const texts = files.map((file) => ({ file, text: rubricText(file) }));
      const { db, close } = await openExisting(dataFolder(options.data));
      try {
        const outcomes = write(db, (tx) => {
          const { id } = projectNamed(tx, options.project);
          const grant = authorize(operator, { kind: 'project', id }, 'manage');
          return texts.map(({ file, text }) => {
            const { metric, added } = addRubric(tx, grant, text, file);
            return { file, metric: metric.name, added };
          });
        });
        if (options.json) return printJson(outcomes);
        for (const { file, metric, added } of outcomes)
          console.log(`${file}: ${added ? 'added' : 'already present'} as metric ${metric}.`);
      } finally {
        close();
      }
    });
  command
    .command('list')
    .description('List the rubrics of a project.')
    .requiredOption('--project <slug>', 'the project')
    .option('--data <folder>', 'folder of the database (default: VOIRDIRE_DATA, else ./data)')
    .option('--json', 'print as JSON')
    .addHelpText('after', '\nExamples:\n  $ voirdire rubric list --project heat')
    .action(async (options: { project: string; data?: string; json?: boolean }) => {
      const { listRubrics } = await import('../lib/scorer/suites/rubrics/rubrics.server.ts');
      const { projectNamed } = await import('./project-named.ts');
      const { db, close } = await openExisting(dataFolder(options.data));
      try {
        const rubrics = listRubrics(db, projectNamed(db, options.project).id);
        if (options.json) return printJson(rubrics);
        if (rubrics.length === 0) console.log('The project has no rubrics.');
        for (const { metric, title, version } of rubrics) console.log(`${metric}: ${title}, version ${version}`);
      } finally {
        close();
      }
    });
  command
    .command('show')
    .description('Print a rubric of a project as a JSON file.')
    .argument('<metric>', 'name of its metric (see "rubric list") or the beginning of the name')
    .requiredOption('--project <slug>', 'the project')
    .option('--data <folder>', 'folder of the database (default: VOIRDIRE_DATA, else ./data)')
    .addHelpText(
      'after',
      `
The file has the same hash as the added file. Comments in YAML are not preserved.

Examples:
  $ voirdire rubric show rubric-research-rubrics --project heat > rubric.json`
    )
    .action(async (metric: string, options: { project: string; data?: string }) => {
      const { listRubrics, readStoredRubric } = await import('../lib/scorer/suites/rubrics/rubrics.server.ts');
      const { authorize, operator } = await import('../lib/server/auth/authorize.ts');
      const { orListing, projectNamed } = await import('./project-named.ts');
      const { db, close } = await openExisting(dataFolder(options.data));
      try {
        const { id } = projectNamed(db, options.project);
        const names = listRubrics(db, id).map((one) => one.metric);
        const found = names.filter((name) => name === metric);
        const [name, ...more] = found.length > 0 ? found : names.filter((one) => one.startsWith(metric));
        if (more.length > 0) refuse.invalid(`Several rubrics begin with ${metric}: ${[name, ...more].join(', ')}.`);
        const grant = authorize(operator, { kind: 'project', id }, 'read-results');
        printJson(
          orListing(
            () => readStoredRubric(db, grant, name ?? metric),
            'Rubrics of the project',
            () => names
          )
        );
      } finally {
        close();
      }
    });
  command
    .command('schema')
    .description('Print the JSON Schema of rubric files.')
    .addHelpText('after', '\nExamples:\n  $ voirdire rubric schema > rubric.schema.json')
    .action(async () => {
      const { rubricJsonSchema } = await import('../lib/scorer/suites/rubrics/rubric.ts');
      printJson(rubricJsonSchema());
    });
}

async function checkFile(file: string) {
  const { readRubric } = await import('../lib/scorer/suites/rubrics/read-rubric.ts');
  const { problemLine } = await import('../lib/scorer/suites/rubrics/rubric-problems.ts');
  const { rubricBranches, criteriaIn, rubricLabels } = await import('../lib/scorer/suites/rubrics/rubric.ts');
  const reading = readRubric(rubricText(file));
  if (!reading.ok)
    return { file, problems: reading.problems, lines: reading.problems.map((one) => problemLine(file, one)) };
  const { rubric, hash } = reading;
  const { name, version, criteria = [], queries = {} } = rubric;
  const count = (nodes: typeof criteria) => criteriaIn(rubricBranches(nodes)).length;
  const ofQueries = Object.values(queries);
  const own = ofQueries.reduce((sum, one) => sum + count(one.criteria), 0);
  const parts = [
    ...(criteria.length > 0 ? [`${many(count(criteria), 'criterion', 'criteria')} for every query`] : []),
    ...(ofQueries.length > 0
      ? [`${many(own, 'criterion', 'criteria')} of ${many(ofQueries.length, 'query', 'queries')}`]
      : [])
  ];
  const labels = rubricLabels(rubric).map(({ label }) => label);
  const lines = [
    `${file}: ${name}, version ${version}: ${parts.join(', ')}; labels ${labels.join(', ')}.`,
    `Hash: ${hash}`
  ];
  return { file, problems: [], name, version, hash, labels, criteria: count(criteria) + own, lines };
}
