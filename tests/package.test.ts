import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesBelow, stagePackage } from '../scripts/stage-package.mjs';
import { aReport, folderOf, queriesCsv, removeFolders } from '../src/cli/command.fixture.ts';

const root = join(import.meta.dirname, '..');
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'voirdire-package-')));
const installed = join(folder, 'node_modules/voirdire');
let dependencies: Record<string, string>;

/** As npm installs it: the package in node_modules, beside it the packages that it names and no others. */
beforeAll(() => {
  ({ dependencies } = stagePackage(installed, { application: false }));
  for (const name of Object.keys(dependencies)) {
    const at = join(folder, 'node_modules', name);
    mkdirSync(dirname(at), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), at);
  }
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  removeFolders();
});

async function voirdire(...args: string[]): Promise<string> {
  // Empty, as in a file of settings, it counts as absent.
  const environment = { ...process.env, VOIRDIRE_DATA: '' };
  const program = join(installed, 'bin/voirdire.mjs');
  const options = { cwd: folder, env: environment, maxBuffer: 1e7 };
  return (await promisify(execFile)(process.execPath, [program, ...args], options)).stdout;
}

describe('the published package', () => {
  it('holds JavaScript, no test and no TypeScript, and asks for no development dependency', () => {
    const files = filesBelow(installed);
    expect(files.filter((name) => /\.ts$|\.test\.|\.fixture\./.test(name))).toEqual([]);
    expect(files).toContain('src/cli/main.js');
    expect(files.filter((name) => name.startsWith('drizzle/') && name.endsWith('.sql')).length).toBeGreaterThan(0);
    const tools = ['vite', 'vitest', 'typescript', 'svelte', 'eslint', 'prettier', '@playwright/test', 'drizzle-kit', 'fast-check']; // prettier-ignore
    expect(Object.keys(dependencies).filter((name) => tools.includes(name))).toEqual([]);
    const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      devDependencies: Record<string, string>;
    };
    for (const [name, version] of Object.entries(dependencies))
      if (/^\d/.test(own.devDependencies[name] ?? ''))
        expect([name, version]).toEqual([name, own.devDependencies[name]]);
  });

  it('holds every page of documentation that its README, help and refusals name', () => {
    const files = filesBelow(installed);
    const texts = files.filter((name) => name === 'README.md' || /^src\/.*\.js$/.test(name));
    const named = texts.flatMap((name) => readFileSync(join(installed, name), 'utf8').match(/\bdocs\/[\w/.-]+\.(?:md|png)/g) ?? []); // prettier-ignore
    expect(named).toContain('docs/command-line.md');
    expect([...new Set(named)].filter((name) => !files.includes(name))).toEqual([]);
    expect(files).toContain('deploy/voirdire.service');
  });

  it('scores reports in a folder outside any clone, with the packages that it names', async () => {
    const files = folderOf({
      'queries.csv': queriesCsv('q1'),
      'reports/aurora/qid_q1_report.md': aReport('q1')
    });
    const out = join(folder, 'scored');
    await voirdire(
      ...['score', '--reports', join(files, 'reports'), '--queries', join(files, 'queries.csv')],
      ...['--metric', 'presentation', '--judge', 'rules', '--out', out]
    );
    expect(readFileSync(join(out, 'scores.csv'), 'utf8')).toMatch(/aurora/);
  });

  it('keeps its data in the folder in which a command runs, not among installed files', async () => {
    await voirdire('users', 'add', '--email', 'ada@lab.example', '--name', 'Ada', '--admin');
    expect(existsSync(join(folder, 'data/voirdire.db'))).toBe(true);
    expect(existsSync(join(installed, 'data'))).toBe(false);
  });

  it('names the version of package.json', async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    expect((await voirdire('--version')).trim()).toBe(version);
  });
});
