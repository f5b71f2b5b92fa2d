import { describe, expect, it } from 'vitest';
import { RunDriver } from '../runs/driving/driver.server.ts';
import { planned, scene, sourcesOf, yes } from '../runs/runs.fixture.ts';
import { runByNumber } from '../runs/runs.server.ts';
import { compareInRuns } from './comparison.server.ts';

const given = scene();
const driver = new RunDriver(given.db, {}, sourcesOf(yes(given.reportIds)));
for (const metrics of [['presentation', 'coverage'], ['coverage'], ['presentation']]) {
  const run = planned(given, driver, { metrics });
  driver.start(given.manage, run.id);
  await driver.ended(run.id);
}
const run = (number: number) => runByNumber(given.db, given.read, number);
const compare = (asked: Omit<Parameters<typeof compareInRuns>[2], 'run'>) =>
  compareInRuns(given.db, given.read, { run: run(1), ...asked });

describe('two systems of a run', () => {
  it('are the first two, under the first metric, unless others are asked for', () => {
    const { systems, a, b, metric, metrics, scores } = compare({});
    expect({ systems, a, b, metric: metric?.name }).toEqual({
      ...{ systems: ['aurora', 'borealis'], a: 'aurora', b: 'borealis', metric: 'presentation' }
    });
    expect(metrics.map(({ name }) => name)).toEqual(['presentation', 'coverage']);
    expect(scores).toMatchObject({ equal: 2, aHigher: 0, bHigher: 0 });
  });

  it('are those asked for, and never one with itself', () => {
    expect(compare({ a: 'borealis' })).toMatchObject({ a: 'borealis', b: 'aurora' });
    expect(compare({ a: 'aurora', b: 'aurora' })).toMatchObject({ a: 'aurora', b: 'borealis' });
    expect(compare({ a: 'nobody', b: 'aurora', metric: 'no such' })).toMatchObject({ a: 'aurora', b: 'borealis' });
  });

  it('meet item by item under a checklist', () => {
    expect(compare({}).units?.counts).toMatchObject({ 'both-pass': 20, missing: 0 });
    expect(compare({ metric: 'coverage' }).units?.units.map(({ key }) => key)).toEqual([
      JSON.stringify(['coverage', 'q1', 'c1'])
    ]);
  });
});

describe('two runs', () => {
  it('are compared under the metrics that both have, system by system', () => {
    const { a, b, metrics, metric, scores, units } = compare({ other: run(2) });
    expect({ a, b, metric: metric?.name, metrics: metrics.length }).toEqual({
      ...{ a: 'Run 1', b: 'Run 2', metric: 'coverage', metrics: 1 }
    });
    expect(scores.pairs.map(({ system }) => system)).toEqual([
      { a: 'aurora', b: 'aurora' },
      { a: 'borealis', b: 'borealis' }
    ]);
    expect(units?.units.map(({ system }) => system)).toEqual(['aurora', 'borealis']);
  });

  it('without a metric in common have nothing to compare', () => {
    const none = compareInRuns(given.db, given.read, { run: run(2), other: run(3) });
    expect(none).toMatchObject({ metrics: [], metric: undefined, systems: [], units: null, scores: { pairs: [] } });
  });
});
