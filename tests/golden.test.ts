import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { caseFunctions, runCase, type StatisticsCase } from '../src/lib/stats/cases/cases.ts';

const read = (file: string): StatisticsCase[] => JSON.parse(readFileSync(file, 'utf8')).cases;

const shared = resolve(process.env.VOIRDIRE_SHARED ?? join(import.meta.dirname, '../../shared'));
const golden = join(shared, 'data/golden.json');
const cases = existsSync(golden) ? read(golden) : [];
if (cases.length === 0) console.log(`Reference values of the statistics: skipped, there is no ${golden}`);

const missing = [...new Set(cases.map((c) => c.fn))].filter((fn) => !caseFunctions.includes(fn));
if (missing.length > 0) console.log(`Reference values without a function here: ${missing.join(', ')}`);

describe('reference values of the statistics', () => {
  it('reports a value that is off, a value if none is defined, and an evaluation that fails', () => {
    const given = { id: 'x', fn: 'cohenKappa', args: { a: [0, 1], b: [0, 1], categories: [0, 1] }, tolAbs: 1e-10 };
    expect(runCase({ ...given, expect: { unweighted: { kappa: 1 } } }).outcome).toBe('passed');
    expect(runCase({ ...given, expect: { unweighted: { kappa: 0.999 } } }).mismatches).toEqual([
      { path: 'unweighted.kappa', expected: 0.999, got: 1 }
    ]);
    expect(runCase({ ...given, expect: { unweighted: { kappa: null } } }).outcome).toBe('failed');
    expect(runCase({ ...given, args: {}, expect: { n: 2 } }).mismatches[0]?.got).toMatch(/lacks the argument "a"/);
    expect(runCase({ ...given, fn: 'noSuch', expect: {} }).outcome).toBe('unknown');
  });

  it('has a function for every reference value', () => {
    expect(missing).toEqual([]);
  });

  it.each(cases.filter((c) => !missing.includes(c.fn)).map((c) => [c.id, c] as const))('agrees with %s', (_, given) => {
    expect(runCase(given).mismatches).toEqual([]);
  });
});

describe('values computed by SciPy', () => {
  const scipy = read(join(import.meta.dirname, 'reference/scipy.json'));
  it.each(scipy.map((c) => [c.id, c] as const))('are reproduced: %s', (_, given) => {
    expect(runCase(given).mismatches).toEqual([]);
  });
});
