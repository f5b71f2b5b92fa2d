import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/security.md'), 'utf8');
const named = [...page.matchAll(/`((?:src|tests)\/[\w./-]+)`/g)].map(([, path]) => path!);

it('docs/security.md names tests that are there, each of which claims something', () => {
  const tests = named.filter((path) => /\.(?:test|spec)\.ts$/.test(path));
  expect(tests.length).toBeGreaterThan(30);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  const empty = tests.filter(
    (path) => !/\b(?:it|test)(?:\.each)?\s*[(<[]/.test(readFileSync(join(root, path), 'utf8'))
  );
  expect(empty).toEqual([]);
});

it('every property on docs/security.md names its test', () => {
  const section = page.split('## Properties and their tests')[1]!.split('## Limitations')[0]!;
  const promises = section.split(/\n- /).slice(1).filter((promise) => promise.startsWith('**')); // prettier-ignore
  expect(promises.length).toBeGreaterThan(20);
  expect(promises.filter((promise) => !/`(?:src|tests)\/[\w./-]+\.(?:test|spec)\.ts`/.test(promise))).toEqual([]);
});
