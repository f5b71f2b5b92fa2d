import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkTypes, promisesInComponents, translations } from '../scripts/typed-lint.mjs';

const root = join(import.meta.dirname, '..');
const tools = join(root, 'node_modules');
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'voirdire-lint-')));
afterAll(() => rmSync(folder, { recursive: true }));

const oxlint = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8')) as object;
const files = {
  '.oxlintrc.json': JSON.stringify({ ...oxlint, jsPlugins: [join(root, 'scripts/forbidden-words.mjs')] }),
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      strict: true,
      target: 'es2023',
      allowJs: true,
      checkJs: true,
      noEmit: true,
      types: [],
      module: 'esnext',
      moduleResolution: 'bundler',
      allowImportingTsExtensions: true
    },
    include: ['src/**/*.ts', 'src/**/*.mjs', 'src/**/*.svelte']
  }),
  'tsconfig.check.json': readFileSync(join(root, 'tsconfig.check.json'), 'utf8'),
  'src/save.ts': 'export const save = async (): Promise<number> => 1;\nexport function start(): void {\n  save();\n}\n',
  'src/script.mjs':
    "#!/usr/bin/env node\nimport { save } from './save.ts';\nif (save()) [1].forEach(async () => save());\n",
  'src/lib/alignment/planted.ts': 'export const declared = 1;\n',
  'src/wrong.ts': 'export const name: string = 1;\n',
  'src/Wrong.svelte': `<script lang="ts">
  let { name }: { name: string } = $props();
</script>

<p>{name.missing}</p>
`,
  'src/Bell.svelte': `<script lang="ts">
  let { ring }: { ring: () => void } = $props();
</script>

<button onclick={ring}>Ring</button>
`,
  'src/Form.svelte': `<script lang="ts">
  import Bell from './Bell.svelte';
  import { save } from './save.ts';
  const later = () => [1].forEach(() => save());
  const handled = () => void save().catch(later);
  const ring = async () => {
    await save();
  };
</script>

<p>保存 — “now”</p>
<button onclick={() => { save(); }} onblur={handled}>Save</button>
{#each [1, 2] as one}<button onclick={() => { if (one) save(); }}>{one}</button>{/each}
<Bell {ring} />
`
};

describe('lint with types', () => {
  mkdirSync(join(folder, 'src/lib/alignment'), { recursive: true });
  mkdirSync(join(folder, '.svelte-kit'));
  symlinkSync(tools, join(folder, 'node_modules'), 'dir');
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);

  it('names wrong types, and promises that are dropped or mistaken in components', async () => {
    const { code, output } = await checkTypes(folder, { output: 'capture' });
    expect(code).toBe(1);
    expect(output.match(/src\/[\w.]+:\d+:\d+/g)?.sort()).toEqual([
      'src/Wrong.svelte:5:10',
      'src/script.mjs:3:5',
      'src/wrong.ts:1:14'
    ]);
    const found = await promisesInComponents(folder);
    expect(found.map((one) => one.replace(/: .* typescript\((.*)\)\n +/, ' $1 '))).toEqual([
      'src/Form.svelte:4 no-misused-promises =>',
      'src/Form.svelte:12 no-floating-promises save()',
      'src/Form.svelte:13 no-floating-promises save()',
      'src/Form.svelte:14 no-misused-promises ring'
    ]);
  });

  it('refuses components that are not translated', async () => {
    rmSync(translations(folder), { recursive: true });
    await expect(promisesInComponents(folder)).rejects.toThrow(/^src\/\w+\.svelte was not translated/);
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
