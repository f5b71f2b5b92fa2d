import { existsSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { refuse } from '../lib/errors.ts';
import { writeJsonLines } from '../lib/exchange/format/json-lines.ts';
import type { SurveyRules } from '../lib/scorer/suites/report-bench/surveys/metadata.ts';
import { readLineFile } from './line-files.ts';
import { exit, printJson } from './outcome.ts';
import { addPromptVersions } from './prompt-versions.ts';
import { addPromptWriting } from './prompts-write.ts';
import { filesBelow } from './read-file.ts';
import { readDay } from './read-option.ts';
import { inEnglish } from '../lib/messages/say-in.ts';
import { makeFolder, writeWhole } from '../lib/server/files/whole-files.ts';

interface SelectOptions {
  out: string;
  since: string;
  journalReference?: boolean;
  licences: SurveyRules['licences'];
  json?: boolean;
}

export function addPrompts(program: Command): void {
  const command = program
    .command('prompts')
    .description(
      'List, read and edit the prompts of judges; create research tasks from published surveys, as in ReportBench.'
    )
    .addHelpText(
      'after',
      `
list, show, save and sent work on the prompts of judges. select, gold, write and tasks create tasks from surveys:
docs/suites/report-bench.md explains each step.

Examples:
  $ voirdire prompts list --project heat
  $ voirdire prompts select arxiv-metadata-oai-snapshot.json --out surveys.jsonl
  $ voirdire prompts gold surveys.jsonl sources/ --out surveys/
  $ voirdire prompts write surveys/ --project surveys --judge openai:gpt-6-sol
  $ voirdire prompts tasks 1 --project surveys --out tasks/`
    );
  command
    .command('select')
    .description(
      'Select surveys from arXiv metadata: since 2020, “survey” or “review” in the title, accepted or published.'
    )
    .argument('<metadata>', 'arXiv metadata snapshot, JSON lines')
    .requiredOption('--out <file>', 'output file for the selected papers')
    .option('--since <date>', 'earliest date of the first version', '2020-01-01')
    .option('--journal-reference', 'also count a journal reference as published')
    .addOption(
      new Option('--licences <which>', 'any, or open (Creative Commons and public domain)')
        .choices(['any', 'open'])
        .default('any')
    )
    .option('--json', 'print the counts as JSON')
    .addHelpText(
      'after',
      `
The snapshot is read as a stream. Excluded papers are counted by the first rule that excludes them. A model and people decide
later whether a paper is a literature survey.

Examples:
  $ voirdire prompts select arxiv-metadata-oai-snapshot.json --out surveys.jsonl --licences open`
    )
    .action(async (path: string, { out, since, journalReference, licences, json }: SelectOptions) => {
      const { selectSurveys } = await import('../lib/exchange/import/surveys/select-surveys.ts');
      const { refusals } = await import('../lib/scorer/suites/report-bench/surveys/metadata.ts');
      readDay('--since', since);
      if (!existsSync(path)) refuse.invalid(`There is no file ${path}.`);
      if (existsSync(out)) refuse.conflict(`${out} already exists. Choose another file.`);
      const rules = { since, journalReferenceCounts: journalReference === true, licences };
      const read = selectSurveys({ path, size: statSync(path).size }, rules);
      if (!read.ok) return refuse.invalid(`${path} cannot be read.`, read.problems);
      const { candidates, papers, refused, unread } = read.value;
      writeWhole(out, candidates.map(({ line }) => `${JSON.stringify(line)}\n`).join(''));
      if (json) return printJson({ papers, chosen: candidates.length, refused, unread });
      console.log(`${candidates.length} of ${papers} papers selected: ${out}`);
      for (const [rule, words] of Object.entries(refusals))
        console.log(`  ${refused[rule as keyof typeof refusals]} excluded: ${words}`);
      for (const note of inEnglish(read.notes)) console.log(note);
      for (const { row, reason } of unread) console.log(`  line ${row}: ${reason}`);
    });
  command
    .command('gold')
    .description(
      'Extract the gold references of surveys from their LaTeX sources: the works cited in the main text, matched to the bibliography.'
    )
    .argument('<surveys>', 'JSON lines written by "prompts select"')
    .argument('<source...>', 'LaTeX sources (.tar.gz, .gz, .zip or .tex) named by arXiv id, or folders of them')
    .requiredOption('--out <folder>', 'output folder for surveys.jsonl, gold/ID.jsonl and texts/ID.txt')
    .option('--json', 'print the outcome of each survey as JSON')
    .addHelpText(
      'after',
      `
Each source is read in a separate process with a time and memory limit. Surveys without a source and unreadable sources are listed
with the reason. Exit code 1 if no survey has gold references.

Examples:
  $ voirdire prompts gold surveys.jsonl sources/ --out surveys/`
    )
    .action(async (path: string, sources: string[], { out, json }: { out: string; json?: boolean }) => {
      const { readMetadata } = await import('../lib/scorer/suites/report-bench/surveys/metadata.ts');
      const { arxivIdOfPath } = await import('../lib/exchange/import/surveys/survey-sources.ts');
      const { goldLine } = await import('../lib/exchange/import/surveys/gold-files.ts');
      const { surveyName } = await import('../lib/scorer/suites/report-bench/identifiers.ts');
      const { filesAside } = await import('../lib/exchange/import/aside/reading-aside.ts');
      if (existsSync(out)) refuse.conflict(`${out} already exists. Choose another folder.`);
      const papers = readLineFile(path).map(({ row, value: line }) => {
        const paper = readMetadata(line);
        return 'reason' in paper
          ? refuse.invalid(`${path} cannot be read.`, [{ row, column: paper.field, reason: paper.reason }])
          : { line, paper };
      });
      const byId = Map.groupBy(sources.flatMap(sourceFiles), ({ name }) => arxivIdOfPath(name) ?? '');
      const outcomes = await Promise.all(
        papers.map(async ({ line, paper }) => {
          const files = byId.get(paper.arxiv);
          const none = { reason: `no source file is named by the id ${paper.arxiv}` };
          return { line, paper, gold: files ? await filesAside.readSurveySource(files, paper) : none };
        })
      );
      const made = outcomes.flatMap(({ line, paper, gold }) => ('references' in gold ? [{ line, paper, gold }] : []));
      if (made.length > 0) {
        for (const name of ['gold', 'texts']) makeFolder(join(out, name));
        writeWhole(join(out, 'surveys.jsonl'), writeJsonLines(made.map(({ line }) => line)));
        for (const { paper, gold } of made) {
          const name = surveyName(paper.arxiv);
          writeWhole(join(out, 'gold', `${name}.jsonl`), writeJsonLines(gold.references.map(goldLine)));
          writeWhole(join(out, 'texts', `${name}.txt`), gold.text);
        }
      } else process.exitCode = exit.failed;
      if (json)
        return printJson(
          outcomes.map(({ paper: { arxiv }, gold }) =>
            'references' in gold
              ? { arxiv, references: gold.references.length, main: gold.main, notes: gold.notes }
              : { arxiv, ...gold }
          )
        );
      for (const { paper, gold } of outcomes) {
        if ('reason' in gold) console.error(`${paper.arxiv}: ${gold.reason}.`);
        else console.log([`${paper.arxiv}: ${gold.references.length} gold references (${gold.main})`, ...gold.notes.map((note) => `  ${note}`)].join('\n')); // prettier-ignore
      }
      const unused = [...byId]
        .filter(([id]) => !papers.some(({ paper }) => paper.arxiv === id))
        .flatMap(([, files]) => files);
      if (unused.length > 0)
        console.error(`Files that match no survey in the list: ${unused.length}, e.g. ${unused[0]!.name}.`);
      console.log(
        `${made.length} of ${outcomes.length} surveys have gold references${made.length > 0 ? `: ${out}` : ''}.`
      );
    });
  addPromptVersions(command);
  addPromptWriting(command);
}

/** A file, or all files of a folder, by their path below it. */
function sourceFiles(path: string): { name: string; bytes: { path: string; size: number } }[] {
  if (!existsSync(path)) return refuse.invalid(`There is no file or folder ${path}.`);
  if (!statSync(path).isDirectory())
    return [{ name: path.split(/[\\/]/).at(-1)!, bytes: { path: resolve(path), size: statSync(path).size } }];
  return filesBelow(path).map((file) => ({
    name: relative(path, file),
    bytes: { path: resolve(file), size: statSync(file).size }
  }));
}
