import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import { afterAll, describe, expect, it } from 'vitest';
import { typedLint } from '../scripts/typed-lint.mjs';
import svelteConfig from '../svelte.config.js';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'voirdire-lint-')));
afterAll(() => rmSync(folder, { recursive: true }));

const files = {
  'tsconfig.json': JSON.stringify({
    compilerOptions: { strict: true, target: 'es2023', allowJs: true, checkJs: true, noEmit: true, types: [] },
    include: ['src/**/*.ts', 'src/**/*.mjs']
  }),
  'src/save.ts': 'export const save = async (): Promise<number> => 1;\nexport function start(): void {\n  save();\n}\n',
  'src/script.mjs':
    "#!/usr/bin/env node\nimport { save } from './save.ts';\nif (save()) [1].forEach(async () => save());\n",
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
  it('names promises that are dropped or mistaken in TypeScript, JavaScript and components', async () => {
    mkdirSync(join(folder, 'src'));
    for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
    const eslint = new ESLint({
      cwd: folder,
      overrideConfigFile: true,
      overrideConfig: typedLint(folder, svelteConfig)
    });
    const found = (await eslint.lintFiles(['src'])).flatMap(({ filePath, messages }) =>
      messages.map(({ line, ruleId }) => `${filePath.slice(folder.length + 5)}:${line} ${ruleId?.split('/')[1]}`)
    );
    expect(found.sort()).toEqual([
      'Form.svelte:3 no-misused-promises',
      'Form.svelte:7 no-floating-promises',
      'Form.svelte:8 no-floating-promises',
      'save.ts:3 no-floating-promises',
      'script.mjs:3 no-misused-promises',
      'script.mjs:3 no-misused-promises'
    ]);
  });
});
