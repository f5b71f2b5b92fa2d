import { ESLint } from 'eslint';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { forbidden, forbiddenIn } from '../scripts/forbidden-words.mjs';

const root = join(import.meta.dirname, '..');

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

  it('are found in text of the command line, of exports and of documentation', () => {
    const found = (path: string, text: string) => forbiddenIn(path, text).map((one) => one.found);
    expect(found('src/cli/a.ts', "'project (default: the only one there is)'")).toEqual(['the only one there is']);
    expect(found('src/cli/a.ts', '`${path} is no signature.`')).toEqual(['is no ']);
    expect(found('src/cli/a.ts', '`${path} is no longer pinned.`')).toEqual([]);
    expect(found('src/cli/a.test.ts', "it('is no figure')")).toEqual([]);
    expect(found('src/lib/exchange/export/a.ts', "title: 'What was asked'")).toEqual(['What was asked']);
    expect(found('src/lib/exchange/export/a.ts', '/** What was asked. */')).toEqual([]);
    expect(found('README.md', 'Judges may stand in for people.')).toEqual(['stand in for people']);
    expect(found('docs/wording.md', '| May judges stand in for people? |')).toEqual([]);
  });

  it('stand on no page of documentation, which lint does not read', () => {
    const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`);
    const pages = [
      'README.md',
      'CONTRIBUTING.md',
      'CHANGELOG.md',
      'src/README.md',
      ...docs.filter((name) => name.endsWith('.md'))
    ];
    const found = pages.flatMap((page) =>
      forbiddenIn(page, readFileSync(join(root, page), 'utf8')).map(
        ({ line, found: word }) => `${page}:${line} ${word}`
      )
    );
    expect(pages.length).toBeGreaterThan(30);
    expect(found).toEqual([]);
  });

  it('fail the lint of a component in which one is planted', async () => {
    const eslint = new ESLint({ cwd: root });
    const [planted] = await eslint.lintText('<script lang="ts">\n  export const declared = 1;\n</script>\n', {
      filePath: 'src/lib/components/alignment/Planted.svelte'
    });
    expect(planted!.messages.map(({ message }) => message)).toContain(
      '"declared" is retired. Use: preregister, preregistration, analysis plan.'
    );
  });
});
