import { join } from 'node:path';
import type { Command } from 'commander';
import { refuse } from '../lib/errors.ts';
import { printFile, writeFile } from './leaving.ts';
import { printJson } from './outcome.ts';
import { dataFolder } from './place.ts';
import { readNamedText } from './read-file.ts';
import { asJson, inProject, runNumber, type StudyPlace } from './study-place.ts';
import { textTable } from './table.ts';
import { many } from '../lib/stats/writing/figures.ts';

interface Place extends Pick<StudyPlace, 'data' | 'json'> {
  project?: string;
}
interface SaveOptions extends Place {
  text: string[];
  reason: string;
}
interface SentOptions extends Place {
  metric: string[];
  judge: string[];
  query: string[];
  system: string[];
  output?: string;
}

const withProject = (command: Command): Command =>
  command
    .option('--project <slug>', 'project (default: the only project)')
    .option('--data <folder>', 'folder of the database (default: VOIRDIRE_DATA, else ./data)');

/** METRIC or METRIC@VERSION in its parts. */
function named(text: string): { name: string; version: string | undefined } {
  const [name = '', version, ...more] = text.split('@');
  if (name === '' || version === '' || more.length > 0)
    refuse.invalid(`${text} is not a prompt. Enter METRIC or METRIC@VERSION, e.g. coverage@1.`);
  return { name, version };
}

/** `voirdire prompts list`, `show`, `save` and `sent`: prompts of judges, their versions in a project, and what was sent. */
export function addPromptVersions(command: Command): void {
  withProject(command.command('list'))
    .description('List the prompts of all metrics of a project with their versions.')
    .option('--metric <name>', 'only this metric')
    .addOption(asJson())
    .addHelpText(
      'after',
      '\nExamples:\n  $ voirdire prompts list --project heat\n  $ voirdire prompts list --project heat --metric coverage'
    ) // prettier-ignore
    .action((options: Place & { metric?: string }) =>
      inProject(options, async ({ db, manage }) => {
        const { promptsOfProject } = await import('../lib/scorer/prompts/prompt-list.server.ts');
        const all = promptsOfProject(db, manage).flatMap(({ title, metrics }) =>
          metrics.map((metric) => ({ suite: title, ...metric }))
        );
        const wanted = all.filter(({ name }) => options.metric === undefined || name === options.metric);
        if (wanted.length === 0) refuse.invalid(`There is no metric ${JSON.stringify(options.metric)}. Metrics: ${all.map(({ name }) => name).join(', ')}.`); // prettier-ignore
        if (options.json) return printJson(wanted);
        const rows = wanted.flatMap(({ name, fixed, versions }) =>
          versions.map(({ version, hash, runs, own, basedOn, by, about }) => [
            ...[`${name}@${version}`, hash.slice(0, 16), String(runs)],
            own
              ? `from ${basedOn}, ${by}: ${about}`
              : [about, fixed === null ? '' : 'read only'].filter(Boolean).join('; ')
          ])
        );
        console.log(textTable(['prompt', 'hash', 'runs', ''], rows, ['left', 'left', 'right', 'left']));
      })
    );
  withProject(command.command('show'))
    .description('Print the texts of a prompt.')
    .argument('<prompt>', 'METRIC or METRIC@VERSION')
    .option('--text <name>', 'only this text, in the form that you can edit and save')
    .addOption(asJson())
    .addHelpText(
      'after',
      `
Placeholders in braces, such as {report}, are filled in for each question.

Examples:
  $ voirdire prompts show coverage@1 --project heat
  $ voirdire prompts show coverage --project heat --text instructions > coverage.txt`
    )
    .action((text: string, options: Place & { text?: string }) =>
      inProject(options, async ({ db, manage }) => {
        const { listedPrompt, promptTexts } = await import('../lib/scorer/prompts/prompt-texts.server.ts');
        const { name, version } = named(text);
        const { fixed } = listedPrompt(db, manage, name);
        const { prompt, texts } = promptTexts(db, manage.resource.id, name, version);
        const { version: chosen, hash } = prompt;
        if (options.text !== undefined) {
          const one = texts.find((each) => each.name === options.text);
          console.log((one ?? refuse.invalid(`${name}@${chosen} has no text ${JSON.stringify(options.text)}. Texts: ${texts.map((each) => each.name).join(', ')}.`)).text); // prettier-ignore
          return;
        }
        if (options.json) return printJson({ metric: name, version: chosen, hash, fixed, texts });
        console.log(`${name}@${chosen}  ${hash}${fixed === null ? '' : '  read only'}`);
        if (fixed !== null) console.log(fixed);
        for (const { name: own, title, text: words } of texts) console.log(`\n[${own}] ${title}\n${words}`);
      })
    );
  withProject(command.command('save'))
    .description('Save edited texts as a new version of a prompt in the project.')
    .argument('<prompt>', 'METRIC@VERSION that the edit is based on')
    .requiredOption('--text <name=file...>', 'edited texts, e.g. instructions=coverage.txt; other texts are unchanged')
    .requiredOption('--reason <text>', 'description of the change and its reason')
    .addOption(asJson())
    .addHelpText(
      'after',
      `
A version is refused, with line and column, if a placeholder is unknown, or if a required placeholder, field or label of the reply
is missing. Existing runs keep their version.

Examples:
  $ voirdire prompts save coverage@1 --text instructions=edited.txt --reason "says what counts as named" --project heat
  $ voirdire score --project heat --metric coverage --prompt coverage@p1 --judge openai:gpt-6-sol`
    )
    .action((text: string, options: SaveOptions) =>
      inProject(options, async ({ db, manage }) => {
        const { addPromptVersion } = await import('../lib/scorer/prompts/prompt-versions.server.ts');
        const { listedPrompt, promptTexts } = await import('../lib/scorer/prompts/prompt-texts.server.ts');
        const { name, version } = named(text);
        const { title, fixed } = listedPrompt(db, manage, name);
        if (fixed !== null) refuse.invalid(`The prompt of ${title} cannot be edited here. ${fixed}`);
        const edited = promptTexts(db, manage.resource.id, name, version);
        const texts = Object.fromEntries(
          options.text.map((one) => {
            const at = one.indexOf('=');
            const [key, file] = [one.slice(0, at), one.slice(at + 1)];
            if (at < 1 || !edited.texts.some((each) => each.name === key))
              refuse.invalid(`--text ${one} does not name a text. Enter NAME=FILE with one of ${edited.texts.map((each) => each.name).join(', ')}.`); // prettier-ignore
            return [key, readNamedText(file)];
          })
        );
        const made = addPromptVersion(db, manage, { metric: name, basedOn: edited.prompt.version, texts, reason: options.reason }); // prettier-ignore
        if (options.json) return printJson({ metric: name, version: made.version, hash: made.hash, basedOn: made.basedOn }); // prettier-ignore
        console.log(`Saved as ${name}@${made.version}, ${made.hash}.`);
      })
    );
  withProject(command.command('sent'))
    .description('Print the requests and replies of a run as JSON lines.')
    .argument('<run>', 'number of the run', runNumber)
    .option('--metric <name...>', 'only these metrics', [])
    .option('--judge <spec...>', 'only these judges', [])
    .option('--query <qid...>', 'only reports on these queries', [])
    .option('--system <name...>', 'only reports of these systems', [])
    .option('--output <file>', 'write to this file, with a signature, instead of standard output')
    .addHelpText(
      'after',
      `
Messages are not stored. They are rebuilt from the run, its prompts and answers, and printed only if their hash equals that of the
stored call. A call that cannot be rebuilt has "messages": null, with the reason on stderr.

Examples:
  $ voirdire prompts sent 1 --project heat --metric coverage > sent.jsonl`
    )
    .action((number: number, options: SentOptions) =>
      inProject(options, async ({ db, manage, reading }) => {
        const { describeJudge } = await import('../lib/scorer/judges/index.ts');
        const { withStoredServers } = await import('../lib/scorer/judges/endpoints/stored-servers.server.ts');
        const { scriptFiles } = await import('../lib/scorer/judges/scripted/script-files.ts');
        const { runNumbered } = await import('./numbered-things.ts');
        const { sentLines } = await import('../lib/scorer/runs/sent/sent-lines.server.ts');
        const { writeJsonLines } = await import('../lib/exchange/format/json-lines.ts');
        const run = runNumbered(db, reading, number);
        const scripts = scriptFiles(join(dataFolder(options.data), 'scripts'));
        const filter = { metrics: options.metric, judges: options.judge, qids: options.query, systems: options.system };
        const { lines, sent, lost, reasons } = await sentLines(db, manage, run, filter, (config) =>
          describeJudge(config, withStoredServers(db, process.env), scripts)
        );
        const text = writeJsonLines(lines);
        const of = { entity: 'run', entityId: run.id };
        if (options.output === undefined) await printFile(db, reading, of, 'sent.jsonl', text);
        else await writeFile(db, reading, of, options.output, text, 'sent.jsonl');
        console.error(
          `${many(sent, 'call')} of run ${number} as sent${lost > 0 ? `; ${lost} could not be rebuilt:` : '.'}`
        );
        for (const reason of reasons) console.error(`  ${reason}`);
      })
    );
}
