import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { circlesIn, circlesInWords, importsOfFiles, importsOfFolders, offendingImports } from './circles.ts';

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
  { folders: ['names', 'canonical-json', 'secrets', 'stats', 'messages'], may: [] },
  { folders: ['errors'], may: ['messages'] },
  { folders: ['scorer'], may: ['stats', 'errors', 'names', 'canonical-json', 'secrets', 'messages'] },
  { folders: ['verification'], may: ['stats', 'errors', 'names', 'canonical-json', 'messages'] },
  { folders: ['studies'], may: ['verification', 'scorer', 'stats', 'errors', 'names', 'canonical-json', 'messages'] },
  { folders: ['alignment'], may: ['studies', 'scorer', 'stats', 'errors', 'canonical-json', 'messages'] },
  { folders: ['exchange'], may: [...domains, 'stats', 'errors', 'names', 'canonical-json', 'messages'] },
  { folders: ['server'], may: ['errors', 'names', 'canonical-json', 'secrets', 'messages'] },
  { folders: ['server/db/schema'], may: ['errors', 'names'], pure: domains },
  { folders: ['components/shared'], may: ['messages', 'stats', 'errors'] },
  { folders: ['components/x'], may: ['components/shared', 'messages', 'stats', 'errors'], pure: ['x'] },
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
  // Files that SvelteKit wants beside `routes` (hooks, app.d.ts) have to follow their rule.
  if (!path.startsWith('src/lib/')) return 'routes';
  const inside = path.slice('src/lib/'.length);
  if (inside.startsWith('server/db/schema/')) return 'server/db/schema';
  const [first = '', second = ''] = inside.split('/');
  return first === 'components' ? `components/${second}` : first.replace(/\.ts$/, '');
}

const isTest = (path: string): boolean => /\.(test|fixture)(\.server)?\.ts$/.test(path);
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
  if (isTest(file.path)) return 'Move the test to tests/, where it may import everything.';
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

/** Exports that the product offers and does not use itself. */
const forSuites = [
  // To those who write a suite: docs/adding-a-suite.md.
  'src/lib/scorer/protocols/mean-of-units.ts',
  // Formulas of published suites: what rubric files and imported results come to is compared with them.
  'src/lib/scorer/suites/rubrics/official/'
];

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

  it('leave what is remembered to lru-cache: no map forgets its own oldest', () => {
    const forgetting = /\.keys\(\)\.next\(\)|\.keys\(\)\]\.slice\(0, -|\bof \w+\.keys\(\)\) \{\s+if \([^\n]*break;/;
    const found = files
      .map(({ path }) => path)
      .filter((path) => forgetting.test(readFileSync(join(root, path), 'utf8')));
    expect(found).toEqual([]);
  });

  it('shuffle in one place, and list the kinds of systems in one', () => {
    const holding = (what: RegExp): string[] =>
      files
        .map(({ path }) => path)
        .filter((path) => !isTest(path) && what.test(readFileSync(join(root, path), 'utf8')));
    expect(holding(/\.below\(\w+ \+ 1\);\s+\[\w+\[/)).toEqual(['src/lib/stats/numbers/shuffle.ts']);
    expect(holding(/'single-agent-deep-research'/)).toEqual(['src/lib/names.ts']);
  });

  it('encode the ids of queries in addresses: they may hold % and ?', () => {
    const raw = files
      .map(({ path }) => path)
      .filter((path) => path.endsWith('.svelte') && /\/\{[\w.]*\bqid\}/.test(readFileSync(join(root, path), 'utf8')));
    expect(raw).toEqual([]);
  });

  it('hold nothing that only tests use, outside fixtures', () => {
    const byPath = new Map(files.map((file) => [file.path, file]));
    const isEntry = ({ path, unit }: SourceFile): boolean => unit === 'routes' || path === 'src/cli/main.ts';
    const outside = ['seed', 'scripts'].flatMap(filesUnder).filter((path) => /\.(ts|js|mjs)$/.test(path));
    const used = new Set(files.filter(isEntry).map(({ path }) => path));
    const reach = (from: string, names: string[]): void => {
      // Processes and workers are started by the address of their file.
      const started = [...readFileSync(join(root, from), 'utf8').matchAll(/'(?:\.\/)?([\w./-]+\.ts)'/g)].map(
        (found) => `./${found[1]!}`
      );
      for (const name of [...names, ...started]) {
        const target = resolve(from, name);
        if (target === null || used.has(target) || isTest(target) || !byPath.has(target)) continue;
        used.add(target);
        reach(target, byPath.get(target)!.imports);
      }
    };
    for (const path of [...used]) if (!isTest(path)) reach(path, byPath.get(path)!.imports);
    for (const path of outside.filter((path) => !isTest(path))) reach(path, importsOf(path));
    const onlyOfTests = files
      .map(({ path }) => path)
      .filter((path) => /^src\/(lib|cli)\/.*\.ts$/.test(path) && !isTest(path) && !used.has(path))
      .filter((path) => !forSuites.some((start) => path.startsWith(start)));
    expect(onlyOfTests).toEqual([]);
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

describe('the pages of src/routes', () => {
  const MOST_LINES = 60;
  const pages = files.map(({ path }) => path).filter((path) => /^src\/routes\/(?:.*\/)?\+[\w.]+\.ts$/.test(path));

  it('parse, call a domain and answer: no load, action or handler is longer than 60 lines', () => {
    const found = pages.flatMap((path) =>
      routeFunctions(path, readFileSync(join(root, path), 'utf8'))
        .filter(({ lines }) => lines > MOST_LINES)
        .map(
          ({ name, lines }) =>
            `${name} of ${path} has ${lines} lines. What it shows belongs into a function of the domain that owns it.`
        )
    );
    expect(found).toEqual([]);
  });

  it('are measured: every load, every action, every handler, however it is written', () => {
    const text = `
export const load: PageServerLoad = (event) =>
  answer(() => ({}));
export const actions: Actions = {
  start: async (event) => {
    return null;
  },
  stop
};
export function GET() {
  return null;
}
async function stop() {}
const helper = () => 1;`;
    expect(routeFunctions('+page.server.ts', text)).toEqual([
      { name: 'load', lines: 2 },
      { name: 'start', lines: 3 },
      { name: 'stop', lines: 1 },
      { name: 'GET', lines: 3 }
    ]);
    expect(
      pages.flatMap((path) => routeFunctions(path, readFileSync(join(root, path), 'utf8'))).length
    ).toBeGreaterThan(150);
  });
});

describe('the rules', () => {
  it.each([
    ['src/lib/stats/a.ts', 'src/lib/errors.ts', false],
    ['src/lib/scorer/a.ts', 'src/lib/stats/numbers/rng.ts', true],
    ['src/lib/scorer/a.ts', 'src/lib/server/db/client.ts', false],
    ['src/lib/scorer/a.server.ts', 'src/lib/server/db/client.ts', true],
    ['src/lib/scorer/a.test.ts', 'src/lib/server/db/memory.fixture.ts', true],
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

describe('the rooms of src/lib', () => {
  const ofLib = files
    .filter(({ path }) => path.startsWith('src/lib/') && !isTest(path))
    .map(({ path, imports }) => ({
      path,
      imports: imports.map((name) => resolve(path, name)).filter((target) => target !== null)
    }));

  it('have no circle of files', () => {
    expect(circlesInWords(importsOfFiles(ofLib))).toEqual([]);
  });

  it('have no circle of folders', () => {
    expect(circlesInWords(importsOfFolders(ofLib))).toEqual([]);
  });

  it('hold at most 24 files of their own, tests counted', () => {
    const sizes = new Map<string, number>();
    for (const path of filesUnder('src/lib')) sizes.set(dirname(path), (sizes.get(dirname(path)) ?? 0) + 1);
    expect(
      [...sizes]
        .filter(([, size]) => size > 24)
        .map(
          ([folder, size]) => `${folder} holds ${size} files. Give those that belong together a folder of their own.`
        )
    ).toEqual([]);
  });

  it('are found by the finder of circles: by files, by folders, by the server files of a folder', () => {
    const file = (path: string, ...imports: string[]) => ({ path, imports });
    const a = file('src/lib/x/a.ts', 'src/lib/y/b.ts');
    const circle = [a, file('src/lib/y/b.ts', 'src/lib/z/c.ts'), file('src/lib/z/c.ts', 'src/lib/x/a.ts')];
    expect(circlesIn(importsOfFiles(circle)).map((one) => one.sort())).toEqual([
      ['src/lib/x/a.ts', 'src/lib/y/b.ts', 'src/lib/z/c.ts']
    ]);
    expect(circlesInWords(importsOfFolders(circle))).toHaveLength(1);
    expect(offendingImports(importsOfFolders(circle), ['src/lib/x', 'src/lib/y', 'src/lib/z'])).toHaveLength(1);

    const onlyFolders = [a, file('src/lib/y/b.ts'), file('src/lib/y/d.ts', 'src/lib/x/e.ts'), file('src/lib/x/e.ts')];
    expect(circlesIn(importsOfFiles(onlyFolders))).toEqual([]);
    expect(circlesInWords(importsOfFolders(onlyFolders))[0]).toMatch(/^Circle of 2: src\/lib\/x, src\/lib\/y\./);

    // Pure files below, server files above: no circle, although both folders import each other.
    const layered = [
      file('src/lib/x/a.server.ts', 'src/lib/y/b.ts'),
      file('src/lib/y/b.ts', 'src/lib/x/e.ts'),
      file('src/lib/x/e.ts')
    ];
    expect(circlesInWords(importsOfFolders(layered))).toEqual([]);
  });
});

describe('the map', () => {
  const map = readFileSync(join(root, 'src/README.md'), 'utf8');
  const rows = [...map.matchAll(/^\| `((?:lib|routes|cli|\.\.)\/[^`]*)` \|/gm)].map((found) => found[1]!);

  it('has one row for each folder of src/lib that has files of its own', () => {
    const folders = new Set(
      filesUnder('src/lib')
        .filter((path) => !isTest(path))
        .map((path) => `${dirname(path).slice('src/'.length)}/`)
    );
    expect({
      missing: [...folders].filter((folder) => !rows.includes(folder)),
      twice: rows.filter((row, i) => rows.indexOf(row) !== i)
    }).toEqual({ missing: [], twice: [] });
  });

  it.each([
    'src/README.md',
    'README.md',
    'CONTRIBUTING.md',
    ...filesUnder('docs').filter((path) => path.endsWith('.md'))
  ])('and the other pages name only what is there: %s', (page) => {
    expect(pathsNamedIn(readFileSync(join(root, page), 'utf8')).filter((path) => !isThere(path))).toEqual([]);
  });

  it('names files in the rows of their folders', () => {
    const missing = map.split('\n').flatMap((line) => {
      const [, folder, words] = /^\| `(lib\/[^`]*|routes\/|cli\/)` \| ([^|]*) \|/.exec(line) ?? [];
      if (!folder || !words) return [];
      const inside = readdirSync(join(root, 'src', folder));
      return [...words.matchAll(/`([a-z][\w-]*)(\*|\.ts|\.svelte\.ts|\.css)`/g)]
        .filter(
          ([, name, end]) => !inside.some((file) => (end === '*' ? file.startsWith(name!) : file === name! + end!))
        )
        .map(([named]) => `${folder}: ${named}`);
    });
    expect(missing).toEqual([]);
  });
});

/** Paths in code marks: two names or more with slashes between them, the first of which is a folder of ours. */
function pathsNamedIn(text: string): string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)]
    .map(([, code]) => code!.replace(/^src\//, '').replace(/\/$/, ''))
    .filter((code) => /^(\.\.\/)?\w[\w.@[\]-]*(\/[\w.@[\]+-]+)+$/.test(code) && !/\/([A-Z]+|x)(\.|\/|$)/.test(code))
    .filter((code) => roots.some((folder) => existsSync(join(root, folder, code.split('/')[0]!))));
}

const roots = ['.', 'src', 'src/lib'];

/** Also without the end of its name, as `stats/index`. */
const isThere = (path: string): boolean =>
  roots.some((folder) =>
    ['', '.ts', '.svelte', '.svelte.ts', '.server.ts'].some((end) => existsSync(join(root, folder, path + end)))
  );

/** Returns the functions of a route's file that SvelteKit calls, with their lines: `load`, each of its `actions`, and the handlers of methods. */
function routeFunctions(path: string, text: string): { name: string; lines: number }[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lineOf = (place: number): number => source.getLineAndCharacterOfPosition(place).line;
  const linesOf = (node: ts.Node): number => lineOf(node.end) - lineOf(node.getStart(source)) + 1;
  const named = source.statements.flatMap((statement): { name: string; node: ts.Node }[] => {
    if (ts.isFunctionDeclaration(statement)) return [{ name: statement.name?.text ?? '', node: statement }];
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.map((node) => ({ name: node.name.getText(source), node }));
  });
  return named.flatMap(({ name, node }) => {
    const actions = name === 'actions' && ts.isVariableDeclaration(node) ? node.initializer : undefined;
    if (actions && ts.isObjectLiteralExpression(actions))
      return actions.properties.map((property) => {
        const action = property.name?.getText(source) ?? '';
        // An action may be a function that stands elsewhere in the file.
        const elsewhere = ts.isShorthandPropertyAssignment(property) ? named.find((one) => one.name === action) : null;
        return { name: action, lines: linesOf(elsewhere?.node ?? property) };
      });
    return name === 'load' || /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|fallback)$/.test(name)
      ? [{ name, lines: linesOf(node) }]
      : [];
  });
}
