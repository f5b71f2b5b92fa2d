import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

/** One row of the table in src/README.md, "Who may import whom". */
interface Row {
  folders: string[];
  /** `null`: everything but `server/db/schema`. */
  may: string[] | null;
  /** Folders whose pure files it may import as well, but not their `.server` files. */
  pure?: string[];
}

const domains = ['scorer', 'verification', 'studies', 'alignment'];

const table: Row[] = [
  { folders: ['errors', 'names', 'stats'], may: [] },
  { folders: ['scorer'], may: ['stats', 'errors', 'names'] },
  { folders: ['verification'], may: ['stats', 'errors', 'names'] },
  { folders: ['studies'], may: ['verification', 'scorer', 'stats', 'errors', 'names'] },
  { folders: ['alignment'], may: ['studies', 'scorer', 'stats', 'errors'] },
  { folders: ['exchange'], may: [...domains, 'errors', 'names'] },
  { folders: ['server'], may: ['errors', 'names'] },
  { folders: ['server/db/schema'], may: ['errors'], pure: domains },
  { folders: ['components/shared'], may: ['stats', 'errors'] },
  { folders: ['components/x'], may: ['components/shared', 'stats', 'errors'], pure: ['x'] },
  { folders: ['routes', 'cli'], may: null }
];

const render = ({ folders, may, pure }: Row): string => {
  const names = (list: string[]): string => list.map((name) => `\`${name}\``).join(', ');
  const also = pure ? `; without their \`.server\` files ${names(pure)}` : '';
  const what =
    may === null ? 'everything but `server/db/schema`' : may.length === 0 ? 'nothing of ours' : names(may) + also;
  return `| ${names(folders)} | ${what} |`;
};

interface SourceFile {
  /** From the root, e.g. `src/lib/stats/numbers/rng.ts`. */
  path: string;
  unit: string;
  imports: string[];
}

function filesUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesUnder(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`]
  );
}

/** The name in the table of the folder that a path belongs to; null outside src. */
function unitOf(path: string): string | null {
  if (path.startsWith('src/cli/')) return 'cli';
  if (!path.startsWith('src/')) return null;
  // What SvelteKit wants beside `routes` (hooks, app.d.ts) is held to their rule.
  if (!path.startsWith('src/lib/')) return 'routes';
  const inside = path.slice('src/lib/'.length);
  if (inside.startsWith('server/db/schema/')) return 'server/db/schema';
  const [first = '', second = ''] = inside.split('/');
  return first === 'components' ? `components/${second}` : first.replace(/\.ts$/, '');
}

const isTest = (path: string): boolean => /\.(test|fixture)\.ts$/.test(path);
const isServer = (path: string): boolean => /\.server\.ts$/.test(path);

function importsOf(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8');
  const scripts = path.endsWith('.svelte')
    ? [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map((m) => m[1]!)
    : [text];
  return scripts.flatMap((script) =>
    ts.preProcessFile(script, true, true).importedFiles.map((found) => found.fileName)
  );
}

/** An import as a path from the root; null for a package. */
function resolve(from: string, name: string): string | null {
  if (name.startsWith('$lib/')) return `src/lib/${name.slice('$lib/'.length)}`;
  if (!name.startsWith('.')) return null;
  return relative(root, join(root, dirname(from), name)).replaceAll('\\', '/');
}

function rowFor(unit: string): Row | undefined {
  const exact = table.find((row) => row.folders.includes(unit));
  if (exact || !unit.startsWith('components/')) return exact;
  const general = table.find((row) => row.folders.includes('components/x'))!;
  return { ...general, pure: [unit.slice('components/'.length)] };
}

/** Whether a file of `unit` may import `target`; `server` says that it is a `.server.ts` file (or a test). */
function allowed(unit: string, target: string, server: boolean, test = false): boolean {
  const to = unitOf(target);
  if (test && to === null) return true;
  if (isTest(target) && !test) return false;
  const row = rowFor(unit);
  if (!row || to === null) return row?.may === null;
  if (to === 'routes' || to === 'cli') return to === unit;
  if (row.may === null) return to !== 'server/db/schema';
  const ofServer = to === 'server' || to === 'server/db/schema';
  if (ofServer && (server || unit.startsWith('server'))) return true;
  if (isServer(target) && !server) return false;
  return to === unit || row.may.includes(to) || (row.pure?.includes(to) === true && !isServer(target));
}

const mayImport = (path: string, target: string): boolean =>
  allowed(unitOf(path)!, target, isServer(path) || isTest(path), isTest(path));

function remedy(file: SourceFile, target: string): string {
  const to = unitOf(target);
  if (isTest(target)) return 'Only tests use fixtures; move what both need into a file of its own.';
  if (to === null) return 'Code of src uses nothing outside it; hand it over as an argument.';
  if (to === 'routes' || to === 'cli') return `Move what it needs from ${target} into the domain that owns it.`;
  if (rowFor(file.unit)?.may === null) return 'Let a domain answer the question: routes and commands hold no tables.';
  const asServer = file.path.replace(/\.ts$/, '.server.ts');
  const targets = file.imports.map((name) => resolve(file.path, name)).filter((path) => path !== null);
  if (!isServer(file.path) && targets.every((path) => allowed(file.unit, path, true)))
    return `Move it, or the part of it that needs this, to ${asServer}.`;
  const home = table
    .flatMap((row) => row.folders)
    .find((unit) => targets.every((path) => allowed(unit, path, isServer(file.path))));
  return home
    ? `Move it to ${home}, which may import all that it uses.`
    : `Split it: no folder may import all that it uses.`;
}

const files: SourceFile[] = filesUnder('src')
  .filter((path) => /\.(ts|js|svelte)$/.test(path))
  .map((path) => ({ path, unit: unitOf(path)!, imports: importsOf(path) }));

describe('the folders of src', () => {
  it('are read: each unit of the table has files, and files have imports', () => {
    const units = new Set(files.map((file) => file.unit));
    for (const unit of ['errors', 'stats', 'scorer', 'server', 'server/db/schema', 'routes', 'cli'])
      expect(units).toContain(unit);
    expect(files.flatMap((file) => file.imports).length).toBeGreaterThan(100);
  });

  it('all have a row in the table', () => {
    expect(
      files.filter((file) => !rowFor(file.unit)).map((file) => `${file.path}: ${file.unit} is not in the table`)
    ).toEqual([]);
  });

  it('import only what the table lets them', () => {
    const violations = files.flatMap((file) =>
      file.imports.flatMap((name) => {
        const target = resolve(file.path, name);
        if (target === null || mayImport(file.path, target)) return [];
        return [`${file.path} imports ${name}. ${remedy(file, target)}`];
      })
    );
    expect(violations).toEqual([]);
  });

  it('keep tables away from routes and commands, also by way of the client', () => {
    const violations = files
      .filter((file) => rowFor(file.unit)?.may === null && !isTest(file.path))
      .filter(({ path }) =>
        /import\s*\{[^}]*\bschema\b[^}]*\}\s*from\s*'[^']*db\/client\.ts'/.test(readFileSync(join(root, path), 'utf8'))
      )
      .map(({ path }) => `${path} imports schema from db/client.ts. Let a domain answer the question.`);
    expect(violations).toEqual([]);
  });

  it('know nothing of SvelteKit outside routes, components and server/auth', () => {
    const violations = files.flatMap((file) => {
      if (file.unit === 'routes' || file.unit.startsWith('components/') || file.path.startsWith('src/lib/server/auth/'))
        return [];
      const found = file.imports.filter((name) => /^(@sveltejs\/kit|\$app|\$env)(\/|$)/.test(name));
      return found.map((name) => `${file.path} imports ${name}. Take what it gives as an argument; routes pass it in.`);
    });
    expect(violations).toEqual([]);
  });

  it('name files as they are, so that the command line runs the same code', () => {
    const violations = files.flatMap((file) => {
      if (file.unit === 'routes' || file.unit.startsWith('components/')) return [];
      return file.imports
        .filter((name) => name.startsWith('$lib') || (name.startsWith('.') && !/\.(ts|json)$/.test(name)))
        .map((name) => `${file.path} imports ${name}. Write a relative path that ends in .ts.`);
    });
    expect(violations).toEqual([]);
  });
});

describe('the rules', () => {
  it.each([
    ['src/lib/stats/a.ts', 'src/lib/errors.ts', false],
    ['src/lib/scorer/a.ts', 'src/lib/stats/numbers/rng.ts', true],
    ['src/lib/scorer/a.ts', 'src/lib/server/db/client.ts', false],
    ['src/lib/scorer/a.server.ts', 'src/lib/server/db/client.ts', true],
    ['src/lib/scorer/a.test.ts', 'src/lib/server/db/memory.ts', true],
    ['src/lib/scorer/a.test.ts', 'tests/stand-ins/openai.ts', true],
    ['src/lib/scorer/a.ts', 'tests/stand-ins/openai.ts', false],
    ['src/lib/scorer/a.server.ts', 'src/lib/scorer/b.fixture.ts', false],
    ['src/lib/scorer/a.ts', 'src/lib/scorer/b.server.ts', false],
    ['src/lib/scorer/a.server.ts', 'src/lib/studies/b.ts', false],
    ['src/lib/verification/a.ts', 'src/lib/scorer/b.ts', false],
    ['src/lib/studies/a.ts', 'src/lib/alignment/b.ts', false],
    ['src/lib/server/auth/a.ts', 'src/lib/scorer/b.ts', false],
    ['src/lib/server/db/schema/a.ts', 'src/lib/scorer/b.ts', true],
    ['src/lib/server/db/schema/a.ts', 'src/lib/scorer/b.server.ts', false],
    ['src/lib/components/studies/A.svelte', 'src/lib/studies/b.ts', true],
    ['src/lib/components/studies/A.svelte', 'src/lib/studies/b.server.ts', false],
    ['src/lib/components/studies/A.svelte', 'src/lib/components/alignment/B.svelte', false],
    ['src/lib/alignment/a.ts', 'src/cli/main.ts', false],
    ['src/routes/+page.server.ts', 'src/lib/studies/b.server.ts', true],
    ['src/routes/+page.server.ts', 'src/lib/server/db/schema/runs.ts', false],
    ['src/cli/score.ts', 'src/routes/answer.ts', false],
    ['src/lib/studies/a.ts', 'seed/load.ts', false],
    ['src/cli/demo.ts', 'seed/load.ts', true]
  ])('decide whether %s may import %s: %s', (path, target, expected) => {
    expect(mayImport(path, target)).toBe(expected);
  });

  it('say where a file should move', () => {
    const file = (path: string, ...imports: string[]): SourceFile => ({ path, unit: unitOf(path)!, imports });
    const client = file('src/lib/studies/a.ts', '../server/db/client.ts');
    expect(remedy(client, 'src/lib/server/db/client.ts')).toContain('src/lib/studies/a.server.ts');
    const above = file('src/lib/verification/a.ts', '../studies/b.ts', '../scorer/c.ts');
    expect(remedy(above, 'src/lib/studies/b.ts')).toContain('Move it to studies');
  });

  it('are those of src/README.md', () => {
    const readme = readFileSync(join(root, 'src/README.md'), 'utf8');
    const section = readme.split(/^## /m).find((part) => part.startsWith('Who may import whom')) ?? '';
    const rows = section.split('\n').filter((line) => /^\| `/.test(line));
    expect(rows).toEqual(table.map(render));
  });
});
