import { basename, extname } from 'node:path';
import { readFileSync, statSync } from 'node:fs';
import { Option, type Command } from 'commander';
import { refuse } from '../lib/errors.ts';
import { disciplineNames, languages } from '../lib/scorer/suites/research-arena/vocabulary.ts';
import { printJson } from './outcome.ts';
import { checkReadable } from './read-file.ts';
import { inProject, type StudyPlace } from './study-place.ts';
import { textTable } from './table.ts';
import { inEnglish } from '../lib/messages/say-in.ts';
import { many } from '../lib/stats/writing/figures.ts';

interface ImportOptions extends StudyPlace {
  title?: string;
  discipline: string;
  language: string;
}

/** A transcript of a talk of several hours has less than 2 MB. */
const MOST_BYTES = 8_000_000;

export function addTalks(program: Command): void {
  const command = program
    .command('talks')
    .description('Import transcripts of talks and create research tasks from them, as in DeepResearch Arena.')
    .addHelpText(
      'after',
      `
Inspirations are extracted from talks, tasks are written from inspirations, then filtered and ranked. Each step is a making run
(docs/suites/research-arena.md).

Examples:
  $ voirdire talks import kites.vtt --discipline science-technology --project arena
  $ voirdire make run inspirations --project arena --judge openai:gpt-6-sol
  $ voirdire make run research-tasks --project arena --judge openai:gpt-6-sol
  $ voirdire make run task-check --project arena --judge openai:gpt-6-sol
  $ voirdire talks accept --project arena
  $ voirdire make run task-comparison --rounds 2 --top 100 --project arena --judge openai:gpt-6-luna`
    );
  const located = (sub: Command): Command =>
    sub
      .option('--project <slug>', 'the project (default: the only project)')
      .option('--data <folder>', 'folder of the database (default: VOIRDIRE_DATA, else ./data)')
      .option('--json', 'print as JSON');
  located(
    command
      .command('import')
      .description('Import transcripts: plain text, WebVTT (.vtt) or SubRip (.srt).')
      .argument('<file...>', 'transcripts')
  )
    .addOption(
      new Option('--discipline <key>', 'discipline of the talks').choices(disciplineNames).makeOptionMandatory()
    )
    .addOption(new Option('--language <key>', 'language of the talks').choices(Object.keys(languages)).default('en'))
    .option('--title <text>', 'title of the talk (default: the name of the file)')
    .addHelpText(
      'after',
      '\nExamples:\n  $ voirdire talks import rain.srt --title "Kites in rain" --discipline design --project arena'
    )
    .action(importTalks);
  located(command.command('list').description('List the talks of a project with the number of drafts from each.'))
    .addHelpText('after', '\nExamples:\n  $ voirdire talks list --project arena')
    .action(listTalks);
  located(
    command
      .command('accept')
      .description('Accept all drafted tasks that passed the filter as queries of the benchmark, for verification.')
  )
    .addHelpText('after', '\nExamples:\n  $ voirdire talks accept --project arena')
    .action(acceptTasks);
}

async function importTalks(files: string[], options: ImportOptions): Promise<void> {
  if (files.length > 1 && options.title !== undefined)
    refuse.invalid('--title applies to one talk. Import the files one at a time.');
  await inProject(options, async ({ db, manage }) => {
    const { readTranscript } = await import('../lib/exchange/import/talks/read-transcript.ts');
    const { importTalk } = await import('../lib/verification/proposals/talks/talks.server.ts');
    const choices = { disciplines: disciplineNames, languages: Object.keys(languages) };
    for (const file of files) {
      checkReadable(file);
      if (statSync(file).size > MOST_BYTES) refuse.tooLarge(file, '8 MB');
      const parsed = readTranscript(readFileSync(file), basename(file));
      if (!parsed.ok) return refuse.invalid(`${file} was not imported.`, parsed.problems);
      const title = options.title ?? basename(file, extname(file));
      const talk = importTalk(
        db,
        manage,
        { title, discipline: options.discipline, language: options.language },
        parsed.value,
        choices
      );
      if (options.json)
        printJson({
          number: talk.number,
          title,
          format: talk.format,
          words: talk.words,
          notes: inEnglish(parsed.notes)
        });
      else
        console.log(
          `Talk ${talk.number}, ${title}: ${talk.words} words in ${talk.passages.length} passages.${inEnglish(
            parsed.notes
          )
            .map((note) => ` ${note}.`)
            .join('')}`
        );
    }
  });
}

async function listTalks(options: StudyPlace): Promise<void> {
  await inProject(options, async ({ db, manage }) => {
    const { talkSummaries } = await import('../lib/verification/proposals/talks/talk-summaries.server.ts');
    const talks = talkSummaries(db, manage);
    if (options.json) return printJson(talks);
    if (talks.length === 0) return console.log('The project has no talks. Import one with voirdire talks import.');
    console.log(
      textTable(
        ['Talk', 'Title', 'Discipline', 'Words', 'Inspirations', 'Dropped', 'Tasks', 'Accepted'],
        talks.map(({ number, title, discipline, words, inspirations, dropped, tasks, accepted }) => [
          ...[String(number), title, discipline],
          ...[words, inspirations, dropped, tasks, accepted].map(String)
        ]),
        ['right', 'left', 'left', 'right', 'right', 'right', 'right', 'right']
      )
    );
  });
}

async function acceptTasks(options: StudyPlace): Promise<void> {
  await inProject(options, async ({ db, manage }) => {
    const { tasksToDecide } = await import('../lib/exchange/import/talks/tasks-to-decide.server.ts');
    const { acceptTasks: accept } = await import('../lib/verification/proposals/talks/accept-tasks.server.ts');
    const tasks = tasksToDecide(db, manage);
    const accepted = accept(db, manage, tasks.filter(({ passes }) => passes).map(({ piece }) => piece.id)); // prettier-ignore
    const left = tasks.filter(({ passes }) => !passes);
    if (options.json)
      return printJson({ accepted, left: left.map(({ piece, why }) => ({ task: piece.name, why: why.join(', ') })) });
    console.log(
      `${accepted.length === 1 ? '1 task accepted as a query' : `${many(accepted.length, 'task')} accepted as queries`} of the benchmark${accepted.length > 0 ? `: ${accepted.join(', ')}` : ''}.`
    );
    for (const { piece, why } of left) console.log(`${piece.name} not accepted: ${why.join(', ')}`);
  });
}
