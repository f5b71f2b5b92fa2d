import { ESLint } from 'eslint';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { forbidden, forbiddenIn } from '../scripts/forbidden-words.mjs';

describe('words that were retired', () => {
  it('are found where they return, with the term to use, and nowhere else', () => {
    const found = (path: string, text: string) => forbiddenIn(path, text).map(({ line, found, use }) => [line, found, use.split(',')[0]]); // prettier-ignore
    expect(found('src/lib/alignment/a.ts', 'const a = 1;\n/** What was declared. */')).toEqual([
      [2, 'declared', 'preregister']
    ]);
    expect(found('src/lib/alignment/a.ts', '/** κ on the declared scale. */')).toEqual([]);
    expect(found('src/lib/exchange/ratings/a.ts', '/** Declared labels. */')).toEqual([]);
    expect(found('src/lib/verification/a.ts', 'const deviations = 3;')).toEqual([[1, 'deviations', 'disagreement (of an inspection)']]); // prettier-ignore
    expect(found('src/lib/stats/a.ts', '/** The standard deviation (paper 000). */')).toEqual([[1, 'paper 000', 'the arXiv id (docs/papers.md)']]); // prettier-ignore
    expect(found('src/lib/alignment/a.ts', "const head = 'Look at the figures';")).toEqual([[1, 'Look at the figures', '95% CI; replace annotators; inter-annotator agreement; tied; under embargo; not distinguishable; cluster; assigned to; unblind']]); // prettier-ignore
    expect(found('src/lib/alignment/a.ts', ' * Look at the figures.')).toEqual([]);
    expect(forbidden.length).toBeGreaterThan(4);
  });

  it('fail the lint of a file in which one is planted', async () => {
    const eslint = new ESLint({ cwd: join(import.meta.dirname, '..') });
    const [planted] = await eslint.lintText('export const declared = 1;\n', {
      filePath: 'src/lib/alignment/planted.ts'
    });
    expect(planted!.messages.map(({ message }) => message)).toEqual([
      '"declared" is retired. Use: preregister, preregistration, analysis plan.'
    ]);
  });
});
