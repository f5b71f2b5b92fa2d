import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'voirdire-way-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The steps of src/README.md, "The way of a report": each a function of a file. */
const section = readFileSync(join(root, 'src/README.md'), 'utf8')
  .split(/^## /m)
  .find((part) => part.startsWith('The way of a report'))!;
const steps = [...section.matchAll(/`([\w./-]+\.ts)` \(`(\w+)`\)/g)].map(([, file, name]) => ({
  file: `src/${file}`,
  name
}));

/** The source of a file in which each function with one of these names tells that it was entered. */
function telling(file: string, names: ReadonlySet<string>): string {
  const text = readFileSync(join(root, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const places: [number, string][] = [];
  const visit = (node: ts.Node): void => {
    const named = ts.isFunctionLike(node) && !node.name && 'name' in node.parent ? node.parent.name : 'name' in node ? node.name : undefined; // prettier-ignore
    const name = (named as ts.Node | undefined)?.getText(source);
    if (ts.isFunctionLike(node) && 'body' in node && node.body && name && names.has(name)) {
      const tell = `globalThis.enteredOnTheWay(${JSON.stringify(`${file} ${name}`)})`;
      const { body } = node as { body: ts.Node };
      if (ts.isBlock(body)) places.push([body.getStart(source) + 1, `${tell};`]);
      else places.push([body.getStart(source), `(${tell}, `], [body.getEnd(), ')']);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  expect(places.length, `${file} has a function ${[...names].join(', ')}`).toBeGreaterThan(0);
  return places.sort(([a], [b]) => b - a).reduce((all, [at, words]) => all.slice(0, at) + words + all.slice(at), text);
}

it('a report passes the steps of src/README.md in their order on its way through voirdire score', async () => {
  expect(section.split('\n').filter((line) => /^\d+\. /.test(line)).length).toBeLessThanOrEqual(10);
  expect(steps.length).toBeGreaterThan(12);
  const files = Map.groupBy(steps, ({ file }) => file);
  const sources = Object.fromEntries(
    [...files].map(([file, own]) => [
      pathToFileURL(join(root, file)).href,
      telling(file, new Set(own.map(({ name }) => name!)))
    ])
  );
  const entered = join(folder, 'entered.txt');
  writeFileSync(
    join(folder, 'tell.mjs'),
    `import { registerHooks } from 'node:module';
import { appendFileSync } from 'node:fs';
globalThis.enteredOnTheWay = (step) => appendFileSync(${JSON.stringify(entered)}, step + '\\n');
const sources = ${JSON.stringify(sources)};
registerHooks({
  load: (url, context, next) =>
    Object.hasOwn(sources, url)
      ? { format: 'module-typescript', source: sources[url], shortCircuit: true }
      : next(url, context)
});`
  );
  mkdirSync(join(folder, 'reports/aurora'), { recursive: true });
  writeFileSync(join(folder, 'reports/aurora/qid_q1_report.md'), '# Sales\n\nSales rose by 4 percent in 2023 [1].\n');
  const scoring = ['score', '--reports', join(folder, 'reports'), '--create-queries', '--out', join(folder, 'out')];
  const asked = ['--metric', 'citation-association', '--judge', 'rules', '--max-unscored', '100%'];
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  await promisify(execFile)(
    process.execPath,
    ['--import', pathToFileURL(join(folder, 'tell.mjs')).href, join(root, 'src/cli/main.ts'), ...scoring, ...asked],
    { env: { PATH, NODE_COMPILE_CACHE, VOIRDIRE_DATA: join(folder, 'data') } }
  );
  const way = readFileSync(entered, 'utf8').trimEnd().split('\n');
  let from = 0;
  const missed = steps
    .map(({ file, name }) => `${file} ${name}`)
    .filter((step) => {
      const at = way.indexOf(step, from);
      if (at === -1) return true;
      from = at + 1;
      return false;
    });
  expect(missed).toEqual([]);
});
