import { InvalidArgumentError, Option, type Command } from 'commander';
import { languageOption } from './file-language.ts';
import { checkOutput, printFile, writeFile } from './leaving.ts';
import { givenOf, requireOneOf } from './option-needs.ts';
import { printJson } from './outcome.ts';
import { dataFolder, openExisting } from './place.ts';
import { projectOf } from './project-of.ts';
import { addStudyActs, addStudyCreate } from './study-create.ts';
import { studyNumber, withPlace, type StudyPlace } from './study-place.ts';
import { addValidation } from './study-validation.ts';
import { textTable } from './table.ts';
import { howToUnblind, lookReasonOption, unblindOption, unblindStudy, type UnblindOptions } from './unblinding.ts';

/** Parts of a study that can be exported, with the formats of each; the first is the default. */
const parts = {
  labels: ['csv', 'jsonl', 'parquet'],
  protocol: ['md', 'html', 'tex', 'json'],
  'judge-errors': ['csv'],
  'label-studio': ['json'],
  argilla: ['jsonl'],
  langfuse: ['jsonl'],
  langsmith: ['jsonl'],
  phoenix: ['json'],
  inspect: ['jsonl'],
  'inspect-log': ['eval', 'json'],
  potato: ['zip'],
  promptfoo: ['jsonl'],
  braintrust: ['json'],
  'openai-evals': ['zip'],
  arena: ['jsonl'],
  summeval: ['jsonl'],
  'every-eval-ever': ['jsonl']
} as const;
type Part = keyof typeof parts;

/** Files of labels have another name than their part. */
const nameOf = (part: Part): string => (part === 'labels' ? 'raw-labels' : part);

interface ExportOptions extends StudyPlace, UnblindOptions {
  language: string;
  format?: string;
  output?: string;
}

export function addStudy(program: Command): void {
  const study = program
    .command('study')
    .description('Plan, open, pause and close blind studies, list them, and export their labels and protocols.')
    .addHelpText('after', '\nExample:\n  $ voirdire study export 3 labels --project heat --output labels.csv');

  withPlace(study.command('list'))
    .description('List the studies of a project, newest first.')
    .option('--json', 'print as JSON')
    .addHelpText('after', '\nExample:\n  $ voirdire study list --project heat')
    .action(async (options: StudyPlace) => {
      const { authorize, operator } = await import('../lib/server/auth/authorize.ts');
      const { listStudies } = await import('../lib/studies/planning/studies.server.ts');
      const { db, close } = await openExisting(dataFolder(options.data));
      try {
        const grant = authorize(operator, await projectOf(db, options.project), 'read-results');
        const rows = listStudies(db, grant);
        if (options.json) return printJson(rows);
        if (rows.length === 0) return console.log('The project has no study yet.');
        const header = ['study', 'name', 'kind', 'metric', 'status', 'items', 'people', 'labels'];
        const cells = rows.map(({ number, name, kind, metric, status, items, people, done, total }) => [
          ...[String(number), name, kind ?? 'given elsewhere', metric, status, String(items), String(people)],
          `${done} of ${total}`
        ]);
        console.log(
          textTable(
            header,
            cells,
            header.map((_, i) => (i === 0 || i > 4 ? 'right' : 'left'))
          )
        );
      } finally {
        close();
      }
    });

  addStudyCreate(study);
  addStudyActs(study);
  addValidation(study);

  const take = withPlace(study.command('export'));
  take
    .description(
      'Export the raw labels of a study, its protocol for the appendix of a paper, the errors of its judges, or its labels in the format of another tool.'
    )
    .argument('<study>', 'number of the study', studyNumber)
    .argument('[part]', `part to export: ${Object.keys(parts).join(', ')}`, partNamed, 'labels')
    .addOption(
      new Option(
        '--format <format>',
        'csv, jsonl, parquet; md, html, tex, json, zip, eval (default: the first available)'
      )
    )
    .addOption(languageOption())
    .option('--output <file>', 'write to this file instead of standard output')
    .addOption(unblindOption())
    .addOption(lookReasonOption())
    .addHelpText(
      'after',
      `
Labels and errors can be exported after the figures are unblinded and labelling is complete. The protocol contains no labels and
can be exported at any time.

Examples:
  $ voirdire study export 3 labels --project heat --output labels.csv
  $ voirdire study export 3 label-studio --project heat --output tasks.json
  $ voirdire study export 3 protocol --format tex > protocol.tex`
    )
    .action(async (number: number, part: Part, options: ExportOptions) => {
      const formats: readonly string[] = parts[part];
      const format = options.format ?? formats[0]!;
      if (!formats.includes(format)) take.error(`error: ${part} is available as ${formats.join(', ')}`);
      const unblinding = givenOf(take, ['--unblind', '--reason'])[0];
      if (part === 'protocol' && unblinding !== undefined)
        take.error(`error: the protocol contains no labels, so ${unblinding} has no effect: remove it`);
      requireOneOf(take, ['--reason'], ['--unblind']);
      const { isStudyFile, missingFrom, requireFitting, studyFile } =
        await import('../lib/exchange/export/study/study-files.server.ts');
      const { authorize, operator } = await import('../lib/server/auth/authorize.ts');
      const { studyNumbered } = await import('./numbered-things.ts');
      const { db, close } = await openExisting(dataFolder(options.data));
      try {
        const project = await projectOf(db, options.project);
        const grant = authorize(operator, project, 'read-results');
        const { id } = studyNumbered(db, grant, number);
        const name = `${nameOf(part)}.${format}`;
        if (!isStudyFile(name)) throw new Error(`no file of a study is named ${name}`);
        requireFitting(db, grant, id, name);
        if (options.output !== undefined) checkOutput(options.output);
        await unblindStudy({ db, reading: grant, manage: authorize(operator, project, 'manage') }, id, options);
        const content = await studyFile(db, grant, id, name, { language: options.language, how: howToUnblind });
        const of = { entity: 'study', entityId: id };
        if (options.output === undefined) await printFile(db, grant, of, name, content, options.language);
        else {
          await writeFile(db, grant, of, options.output, content, name, options.language);
          console.log(`${name} of study ${number} written to ${options.output}.`);
        }
        for (const sentence of missingFrom(name)) console.error(sentence);
      } finally {
        close();
      }
    });
}

function partNamed(text: string): Part {
  if (Object.hasOwn(parts, text)) return text as Part;
  throw new InvalidArgumentError(`Parts: ${Object.keys(parts).join(', ')}.`);
}
