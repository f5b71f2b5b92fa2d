import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import { afterAll, describe, expect, it } from 'vitest';
import { typedLint } from '../scripts/typed-lint.mjs';
import svelteConfig from '../svelte.config.js';

const root = join(import.meta.dirname, '..');
const tools = join(root, 'node_modules');
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'voirdire-lint-')));
afterAll(() => rmSync(folder, { recursive: true }));

const oxlint = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8')) as object;
const files = {
  '.oxlintrc.json': JSON.stringify({ ...oxlint, jsPlugins: [join(root, 'scripts/forbidden-words.mjs')] }),
  'tsconfig.json': JSON.stringify({
    compilerOptions: { strict: true, target: 'es2023', allowJs: true, checkJs: true, noEmit: true, types: [] },
    include: ['src/**/*.ts', 'src/**/*.mjs']
  }),
  'src/save.ts': 'export const save = async (): Promise<number> => 1;\nexport function start(): void {\n  save();\n}\n',
  'src/script.mjs':
    "#!/usr/bin/env node\nimport { save } from './save.ts';\nif (save()) [1].forEach(async () => save());\n",
  'src/lib/alignment/planted.ts': 'export const declared = 1;\n',
  'src/Form.svelte': `<script lang="ts">
  import { save } from './save.ts';
  const later = () => [1].forEach(() => save());
  const handled = () => void save().catch(later);
</script>

<button onclick={() => { save(); }} onblur={handled}>Save</button>
{#each [1, 2] as one}<button onclick={() => { if (one) save(); }}>{one}</button>{/each}
`
};

describe('lint with types', () => {
  mkdirSync(join(folder, 'src/lib/alignment'), { recursive: true });
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);

  it('names promises that are dropped or mistaken in components', async () => {
    const eslint = new ESLint({
      cwd: folder,
      overrideConfigFile: true,
      overrideConfig: typedLint(folder, svelteConfig)
    });
    const found = (await eslint.lintFiles(['src/*.svelte'])).flatMap(({ filePath, messages }) =>
      messages.map(({ line, ruleId }) => `${filePath.slice(folder.length + 5)}:${line} ${ruleId?.split('/')[1]}`)
    );
    expect(found.sort()).toEqual([
      'Form.svelte:3 no-misused-promises',
      'Form.svelte:7 no-floating-promises',
      'Form.svelte:8 no-floating-promises'
    ]);
  });

  it('names them in TypeScript and JavaScript, and words that are forbidden there', () => {
    const { stdout } = spawnSync(
      process.execPath,
      [join(tools, 'oxlint/bin/oxlint'), '--type-aware', '--format', 'json', '.'],
      { cwd: folder, encoding: 'utf8', env: { ...process.env, PATH: `${join(tools, '.bin')}:${process.env['PATH']}` } }
    );
    const { diagnostics } = JSON.parse(stdout) as {
      diagnostics: { code: string; filename: string; labels: { span: { line: number } }[] }[];
    };
    const found = diagnostics.map(
      ({ code, filename, labels }) => `${filename}:${labels[0]!.span.line} ${code.replace(/^\w+\(|\)$/g, '')}`
    );
    expect(found.sort()).toEqual([
      'src/lib/alignment/planted.ts:1 forbidden-words',
      'src/save.ts:3 no-floating-promises',
      'src/script.mjs:3 no-misused-promises',
      'src/script.mjs:3 no-misused-promises'
    ]);
  });
});
