import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** A top-level statement of a file, whole: from the line that begins so to the empty line after it. */
function statement(path: string, beginning: string): string {
  const lines = read(path).split('\n');
  const from = lines.findIndex((line) => line.startsWith(beginning));
  if (from < 0) throw new Error(`${path} has no line that begins ${JSON.stringify(beginning)}`);
  return lines.slice(from, lines.indexOf('', from)).join('\n');
}

const quotation = /<!-- (tests\/toy-suite\/\S+): (.+?) -->\n+```ts\n([\s\S]*?)```/g;

it('the guide to adding a suite quotes the code of the toy suite as it is', () => {
  const quoted = [...read('docs/adding-a-suite.md').matchAll(quotation)];
  expect(quoted.length).toBeGreaterThanOrEqual(11);
  for (const [, path, which, code] of quoted) {
    const words = which!.split(' … ').map((beginning) => statement(path!, beginning));
    expect(code!.trimEnd(), `${path}: ${which}`).toBe(words.join('\n\n'));
  }
  const whole = [
    ...read('docs/adding-a-suite.md').matchAll(/<!-- (tests\/toy-suite\/\S+) -->\n+```\w+\n([\s\S]*?)```/g)
  ];
  expect(whole.map(([, path]) => path)).toEqual(['tests/toy-suite/FactVerdict.svelte']);
  for (const [, path, code] of whole) expect(code, path).toBe(read(path!));
});

it('the guide to adding a suite names the files that export what the toy suite imports', () => {
  const rows = [...read('docs/adding-a-suite.md').matchAll(/^\| `([\w/-]+\.ts)` \| (`.*`) \|$/gm)];
  const named = rows.flatMap(([, file, names]) =>
    [...names!.matchAll(/`(\w+)`/g)].map(([, name]) => ({ file: file!, name: name! }))
  );
  const own = ['material', 'unit', 'protocol', 'form', 'figures', 'index'].flatMap((file) =>
    [
      ...read(`tests/toy-suite/${file}.ts`).matchAll(
        /^import (?:type )?\{ (.*) \} from '..\/..\/src\/lib\/scorer\/(.*)';$/gm
      )
    ].flatMap(([, names, from]) => names!.split(', ').map((name) => `${from} ${name.replace('type ', '')}`))
  );
  expect(named.map(({ file, name }) => `${file} ${name}`)).toEqual(expect.arrayContaining(own));
  for (const { file, name } of named)
    expect(read(`src/lib/scorer/${file}`), file).toMatch(
      new RegExp(`^export (?:(?:const|function|interface|type) ${name}\\b|\\{.*\\b${name}\\b)`, 'm')
    );
});
