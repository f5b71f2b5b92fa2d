import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

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

it('a refusal of a literal text would be found', () => {
  expect(literalRefusals("refuse.conflict('Planted.'); refuse.invalid(\n  `Planted ${n}.`)")).toBe(2);
  expect(literalRefusals("refuse.notFound('study'); refuse.conflict(worded('noVerdict'))")).toBe(0);
});
