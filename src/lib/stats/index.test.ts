import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(name) && !/^(cases|writing)\//.test(name));
const text = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8');

/** Parts that several statistics share and that no other folder needs. */
const INTERNAL = [
  'index.ts',
  ...[
    'complete-pairs',
    'correlated-normals',
    'inversions',
    'linear-system',
    'sort-order',
    'standard-normals',
    'value-counts'
  ].map((name) => `numbers/${name}.ts`)
];

describe('the statistics library', () => {
  it('lists every statistic in its table of contents', () => {
    const contents = text('index.ts');
    const missing = sources.filter(
      (name) => !INTERNAL.includes(name) && !name.startsWith('distributions/') && !contents.includes(`'./${name}'`)
    );
    expect(missing).toEqual([]);
  });

  it('documents every function that it exports', () => {
    const undocumented = sources.flatMap((name) => {
      const lines = text(name).split('\n');
      return lines.flatMap((line, i) => {
        const exported = /^export const (\w+) = (async )?\(/.exec(line) ?? /^export const (\w+) = \($/.exec(line);
        return exported && !lines[i - 1]!.trim().endsWith('*/') ? [`${name}: ${exported[1]}`] : [];
      });
    });
    expect(undocumented).toEqual([]);
  });

  it('imports nothing of ours and no package', () => {
    const foreign = sources.flatMap((name) =>
      [...text(name).matchAll(/from '([^']+)'/g)]
        .map((m) => m[1]!)
        .filter((from) => !from.startsWith('.') || join(dirname(name), from).startsWith('..'))
    );
    expect(foreign).toEqual([]);
  });
});
