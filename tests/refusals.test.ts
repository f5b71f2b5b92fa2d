import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, expectTypeOf, it } from 'vitest';
import type { problemAt, problemSaid } from '../src/lib/errors.ts';
import type { ProblemList } from '../src/lib/exchange/format/problem-list.ts';
import type { Saying } from '../src/lib/messages/sayings.ts';

const root = join(import.meta.dirname, '..');

/** Refusals of a literal text: `refuse.conflict('…')`. A thing that is missing is named by its noun, which readers get in their language. */
const literalRefusals = (text: string): number => [...text.matchAll(/\brefuse\.(?!notFound\b)\w+\(\s*['"`]/g)].length;

/** Folders and files whose refusals are read at a command line, in a log, or beside a text that a lead typed for a model. */
const technical = [
  // Settings of judges, prices, limits and search, in the notation of the command line and the environment.
  /^src\/lib\/scorer\/(engine|judges|making\/makers|search|suites\/index|web)\b/,
  /^src\/lib\/scorer\/prompts\/prompt-texts/,
  /^src\/lib\/scorer\/runs\/sent\//,
  /^src\/lib\/scorer\/suites\/rubrics\//,
  /^src\/lib\/studies\/kinds\/index/,
  // With the option of the command that opens the labels; pages get a message of the catalogues.
  /^src\/lib\/alignment\/adoption\/embargo\.server/,
  /^src\/lib\/studies\/labels\/unblinding\.server/,
  // Commands only: rescoring, backups, the log, the reference scorer’s files.
  /^src\/lib\/scorer\/rescoring\//,
  /^src\/lib\/server\/(backup|log)\b/,
  /^src\/lib\/exchange\/reference\//,
  // Files that an address asks for.
  /^src\/lib\/exchange\/export\//,
  /^src\/lib\/alignment\/report\/exports\.ts$/
];

const sources = globSync('src/{lib,routes}/**/*.ts', { cwd: root })
  .filter((path) => !/\.(test|fixture)\.ts$/.test(path) && !technical.some((known) => known.test(path)))
  .sort();

it('refusals that people meet on pages are messages of the catalogues', () => {
  const found = sources
    .map((path) => [path, literalRefusals(readFileSync(join(root, path), 'utf8'))] as const)
    .filter(([, n]) => n > 0);
  expect(Object.fromEntries(found)).toEqual({});
  expect(sources.length).toBeGreaterThan(800);
});

it('pages show caught refusals in the reader’s language', () => {
  const english = /\b(?:why|said|reason): (?:e|error)\.message\b/;
  const pages = sources.filter((path) => path.startsWith(join('src', 'routes')));
  expect(pages.filter((path) => english.test(readFileSync(join(root, path), 'utf8')))).toEqual([]);
  expect(english.test('return { ...about, why: error.message };')).toBe(true);
});

it('a refusal of a literal text would be found', () => {
  expect(literalRefusals("refuse.conflict('Planted.'); refuse.invalid(\n  `Planted ${n}.`)")).toBe(2);
  expect(literalRefusals("refuse.notFound('study'); refuse.conflict(worded('noVerdict'))")).toBe(0);
});

/** Problems with a literal reason, `{ row: 3, column: 'qid', reason: '…' }`, and notes of imports with a literal text. */
const literalReasons = (text: string): number =>
  [
    ...text.matchAll(/\bcolumn\b(?:: [^;]{1,80}?)?,\s*reason: ['"`]/g),
    ...text.matchAll(/\breason: ['"`][^;]{1,300}?,\s*column\b/g),
    ...text.matchAll(/\b(?:notes\.push|problems\.note)\(\s*['"`]/g)
  ].length;

/** Files whose problems and notes only commands show. */
const ofCommands = [...technical, /^src\/lib\/scorer\/suites\/report-bench\/surveys\//];

it('reasons of problems and notes of imports are messages of the catalogues', () => {
  const found = globSync('src/{lib,routes}/**/*.ts', { cwd: root })
    .filter((path) => !/\.(test|fixture)\.ts$/.test(path) && !ofCommands.some((known) => known.test(path)))
    .map((path) => [path, literalReasons(readFileSync(join(root, path), 'utf8'))] as const)
    .filter(([, n]) => n > 0);
  expect(Object.fromEntries(found)).toEqual({});
});

it('a literal reason or note would be found', () => {
  expect(literalReasons("({ row: null, column: 'qid', reason: 'Planted.' })")).toBe(1);
  expect(literalReasons('({ row, column, reason: `Planted ${n}.`, found })')).toBe(1);
  expect(literalReasons("problems.notes.push(\n  'Planted.'\n); problems.note(`Planted ${n}`)")).toBe(2);
  expect(literalReasons("problemAt('qid', say('queryEmpty')); problems.note(sayNote('weights', { n }))")).toBe(0);
});

it('readers of files take no text for a reason or a note, only a message with its values', () => {
  expectTypeOf<Parameters<ProblemList['add']>[2]>().toEqualTypeOf<Saying>();
  expectTypeOf<Parameters<ProblemList['note']>[0]>().toEqualTypeOf<Saying>();
  expectTypeOf<Parameters<typeof problemAt>[1]>().toEqualTypeOf<Saying>();
  expectTypeOf<Parameters<typeof problemSaid>[2]>().toEqualTypeOf<Saying>();
  // @ts-expect-error A planted sentence is refused by the type checker.
  const planted: Parameters<ProblemList['add']>[2] = 'Planted.';
  expect(planted).toBe('Planted.');
});
