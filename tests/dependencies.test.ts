import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { knownAdvisories, newestFix, refusedVersions } from '../scripts/advisories.mjs';
import { directPackages, runtimePackages } from '../scripts/runtime-packages.mjs';

const root = join(import.meta.dirname, '..');
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { version?: string; optional?: boolean; dependencies?: Record<string, string> }>;
};
/** Findings on each package that runs. */
interface Checked {
  package: string;
  /** The newest fix of an advisory that is kept; null: none known as of `asOf`. */
  newestFix: string | null;
  /** ISO date. */
  asOf: string;
  /** Whether this package was looked up by its name; else it was only compared with the list. */
  lookedUp: boolean;
  /** Code of other packages that is in it without being in package-lock.json. */
  holds?: {
    package: string;
    version: string;
    in: string;
    advisory: string;
    affected: [string, string];
    why: string;
    test: string;
  }[];
}
const checked = JSON.parse(readFileSync(join(root, 'scripts/checked-dependencies.json'), 'utf8')) as Checked[];
const nameOf = (path: string): string => path.split('node_modules/').at(-1)!;

describe('dependencies', () => {
  it('hold no version, however deeply nested, below the fix of an advisory that is kept', () => {
    expect(refusedVersions(lock, knownAdvisories())).toEqual([]);
  });

  it('would be refused below a fix: at the top, nested, under another name, and before the fixed release', () => {
    const planted = {
      packages: {
        '': { version: '0.0.1', name: 'cookie' },
        'node_modules/cookie': { version: '0.6.9' },
        'node_modules/a/node_modules/@sveltejs/kit': { version: '2.57.0' },
        'node_modules/other': { version: '8.0.15', name: 'vite' },
        'node_modules/rollup': { version: '4.59.0-1' },
        'node_modules/b/node_modules/rollup': { version: '4.59.0' },
        'node_modules/c/node_modules/cookie': { version: '0.10.0' },
        'node_modules/jws': { version: '3.2.3' }
      }
    };
    expect(refusedVersions(planted, knownAdvisories()).map((line) => line.replace(/ \(.*?\);/, ';'))).toEqual([
      'node_modules/cookie@0.6.9: GHSA-pxg6-pf52-xh8x; take 0.7.0 or newer',
      'node_modules/a/node_modules/@sveltejs/kit@2.57.0: GHSA-2crg-3p73-43xp; take 2.57.1 or newer',
      'node_modules/other@8.0.15: GHSA-fx2h-pf6j-xcff; take 8.0.16 or newer',
      'node_modules/rollup@4.59.0-1: GHSA-mw96-cpmx-2vgc; take 4.59.0 or newer'
    ]);
  });

  it('are named in the list only if they are installed, each advisory once, by its id and with ranges that end', () => {
    const installed = new Set(Object.keys(lock.packages).map(nameOf));
    const advisories = knownAdvisories();
    expect(advisories.filter((one) => !installed.has(one.package))).toEqual([]);
    expect(advisories.filter(({ id }) => !/^GHSA(-[23456789cfghjmpqrvwx]{4}){3}$/.test(id))).toEqual([]);
    expect(new Set(advisories.map(({ id }) => id)).size).toBe(advisories.length);
    for (const { ranges } of advisories) for (const range of ranges) expect(range).toHaveLength(2);
  });

  it('that run in a server or a command each have one row that says what was found, and when; no other has one', () => {
    const runtime = runtimePackages(lock);
    const direct = directPackages(lock);
    expect(direct.length).toBeGreaterThan(20);
    expect(runtime.filter((one) => direct.includes(one))).toEqual(direct);
    expect(runtime.length).toBeGreaterThan(100);
    expect(checked.map((row) => row.package)).toEqual(runtime);
    expect(checked.filter(({ asOf }) => !/^20\d\d-\d\d-\d\d$/.test(asOf))).toEqual([]);
    expect(checked.filter((row) => direct.includes(row.package) && !row.lookedUp)).toEqual([]);
  });

  it('that run have in their row the newest fix that is kept of them, or that none is known', () => {
    const kept = knownAdvisories();
    const told = checked.map((row) => [row.package, row.newestFix]);
    expect(told).toEqual(checked.map((row) => [row.package, newestFix(kept, row.package)]));
    expect(told.filter(([, fix]) => fix !== null).length).toBeGreaterThan(15);
    const made = { id: 'x', what: 'x', package: 'a' };
    expect(newestFix([{ ...made, ranges: [['0', '1.9.0'], ['2.0.0', '2.0.10']] }, { ...made, ranges: [['0', '2.0.9']] }], 'a')).toBe('2.0.10'); // prettier-ignore
  });

  it('that hold other code inside hold the very version that was judged, by a test that is named', () => {
    for (const { package: name, holds } of checked)
      for (const held of holds ?? []) {
        const code = readFileSync(join(root, 'node_modules', name, held.in), 'utf8');
        expect([name, code.includes(held.version)]).toEqual([name, true]);
        expect(readFileSync(join(root, held.test), 'utf8')).toContain(held.advisory);
      }
    expect(checked.flatMap(({ holds }) => holds ?? []).map((one) => one.package)).toEqual(['pdfjs-dist']);
  });

  it('are all named, each with its hash, in the bill of materials of a release (CycloneDX)', () => {
    const folder = mkdtempSync(join(tmpdir(), 'voirdire-sbom-'));
    try {
      const file = join(folder, 'bill.json');
      execFileSync(process.execPath, [join(root, 'scripts/sbom.mjs'), file], { stdio: 'ignore' });
      const bill = JSON.parse(readFileSync(file, 'utf8')) as {
        bomFormat: string;
        metadata: { component: { name: string; version: string } };
        components: { name: string; version: string; hashes?: { alg: string }[] }[];
      };
      expect(bill.bomFormat).toBe('CycloneDX');
      expect(bill.metadata.component).toMatchObject({ name: 'voirdire', type: 'application' });
      const named = new Set(bill.components.map(({ name, version }) => `${name}@${version}`));
      const locked = Object.entries(lock.packages).filter(([path]) => path !== '');
      expect(
        locked.map(([path, { version }]) => `${nameOf(path)}@${version}`).filter((one) => !named.has(one))
      ).toEqual([]);
      expect(bill.components.filter(({ hashes }) => !hashes?.some(({ alg }) => alg === 'SHA-512'))).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
