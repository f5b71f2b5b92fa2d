import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { depthDimensions } from '../src/lib/scorer/suites/deep-eval/prompts/dimensions.ts';
import { depth } from '../src/lib/scorer/suites/deep-eval/depth.ts';

const root = join(import.meta.dirname, '..');
/** The folder whose business the names are (the demo's data, `seed/`, is DeepEval's too), and translations of their titles. */
const OWN = [
  'src/lib/scorer/suites/deep-eval/',
  'src/lib/messages/catalogues/zh-hans/',
  'src/lib/messages/catalogues/en/library/metrics.ts'
];

const files = ['src']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (name) => `${folder}/${name.replaceAll('\\', '/')}`
    )
  )
  .filter((name) => /\.(ts|svelte|mjs)$/.test(name) && !/\.(test|fixture)\.ts$/.test(name))
  .filter((name) => !OWN.some((own) => name.startsWith(own)));

/** Names of dimensions as code has them: members, texts and fields; one alone is an English word. */
const namesIn = (text: string): string[] =>
  depthDimensions.list
    .map(({ name }) => name)
    .filter((name) => new RegExp(`\\b${name}\\b(?=\\s*[:,}\\]'"])`).test(text));

describe('the dimensions of depth', () => {
  it('are named in the folder of DeepEval and nowhere else in the code', () => {
    const naming = files.filter((name) => {
      // ECMAScript names an option of its segmenter like one of the dimensions.
      const text = readFileSync(join(root, name), 'utf8').replace(/new Intl\.Segmenter\([^)]*\)/g, '');
      return /\bgranularity\b/i.test(text) || namesIn(text).length > 2;
    });
    expect(naming).toEqual([]);
  });

  it('are data of the metric, and its prompts hash to what runs have recorded', () => {
    expect(depth.dimensions).toBe(depthDimensions);
    expect(depth.versions?.map(({ version, hash }) => [version, hash.slice(0, 12)])).toEqual([
      ['2', 'b2bd10c185b9'],
      ['1', 'ea315ff3fe5f']
    ]);
  });
});
