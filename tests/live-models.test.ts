import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { announcedEnds, daysUntil, RELEASED } from '../src/lib/scorer/judges/models/shutdowns.ts';

const root = join(import.meta.dirname, '..');
const LEAST_DAYS = 90;

/** Tables of what models are, which have to know those that end; and figures of papers, whose judges were what they were. */
const KNOW_MODELS = [
  'src/lib/scorer/judges/models/shutdowns.ts',
  'src/lib/scorer/judges/models/model-table.ts',
  'src/lib/scorer/judges/models/model-abilities.ts',
  'docs/papers-recomputed.md'
];

const written = (): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'README.md', 'docs', 'seed', 'scripts', 'src', 'static'], { cwd: root }) // prettier-ignore
    .toString()
    .split('\n')
    .filter((path) => /\.(ts|svelte|mjs|md|json|ya?ml)$/.test(path) && !/\.(test|fixture)\.ts$/.test(path))
    .filter((path) => !KNOW_MODELS.includes(path));

/** Models that end too soon, in every form in which a judge is written: with its provider, or by name behind `--judge`. */
const ending = Object.entries(announcedEnds())
  .filter(([, on]) => daysUntil(on, Date.parse(RELEASED)) < LEAST_DAYS)
  .flatMap(([spec]) => [spec, `--judge ${spec.split(':')[1]!}`, `--judges ${spec.split(':')[1]!}`]);
const escaped = ending.map((name) => name.replaceAll('.', String.raw`\.`)).join('|');
const named = new RegExp(String.raw`(?<![\w-])(?:${escaped})(?![\w-]|\.\w)(?:-\d{4}-\d{2}-\d{2}|-\d{8})?`, 'g');

it('the models that end too soon are found in examples, by spec, by name, with roles and by snapshot', () => {
  const found = (text: string): string[] => text.match(named) ?? [];
  expect(found('--judge openai:gpt-5 --out x')).toEqual(['openai:gpt-5']);
  expect(found('`openai:gpt-6-sol[voter=openai:gpt-4o+gemini:x]`.')).toEqual(['openai:gpt-4o']);
  expect(found('Ask openai:gpt-5.')).toEqual(['openai:gpt-5']);
  expect(found('--judge gpt-5 --out x')).toEqual(['--judge gpt-5']);
  expect(found('openai:gpt-5.4, openai:gpt-5.4-mini, openai:gpt-5-chat-latest, openai:gpt-5.1')).toEqual([]);
});

it('no default, example or help of the product names a model that ends within 90 days of the release', () => {
  const paths = written();
  expect(paths.length).toBeGreaterThan(500);
  const faults = paths.flatMap((path) =>
    (readFileSync(join(root, path), 'utf8').match(named) ?? []).map((name) => `${path}: ${name}`)
  );
  expect(faults).toEqual([]);
});
