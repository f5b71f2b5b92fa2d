import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const declared =
  /^export (?:declare )?(?:async )?(?:abstract )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;

const files = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(ts|svelte)$/.test(entry.name))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
/** Where names are declared. Left out: what SvelteKit asks routes for by name, and entries of processes, which are all loaded as { NAME, file }. */
const modules = files.filter(
  (path) => path.endsWith('.ts') && !/\/\+[^/]+$|\.(test|fixture)\.ts$|hooks|-process(\.server)?\.ts$/.test(path)
);

const exportsOf = (text: string): Set<string> => new Set([...text.matchAll(declared)].map((match) => match[1]!));

it('the finder of exported names reads each kind of declaration', () => {
  const text = [
    'export const one = 1;',
    'export async function two() {}',
    'export type Three = 3;',
    'export class Four {}',
    '  export const inner = 0;',
    'const five = 5;'
  ].join('\n');
  expect([...exportsOf(text)]).toEqual(['one', 'two', 'Three', 'Four']);
});

it('no two modules of src export the same name', () => {
  const owners = new Map<string, string[]>();
  for (const path of modules)
    for (const name of exportsOf(readFileSync(join(root, path), 'utf8')))
      owners.set(name, [...(owners.get(name) ?? []), path]);
  expect(owners.size).toBeGreaterThan(2000);
  expect(Object.fromEntries([...owners].filter(([, paths]) => paths.length > 1))).toEqual({});
});
