import { describe, expect, it } from 'vitest';
import { problemsOf } from '../../../../tests/refusals.ts';
import { runAgain } from '../../studies/labels/second-run.fixture.ts';
import { unblind } from '../../studies/labels/unblinding.server.ts';
import { judgeEverything, judgeNext, setUp } from '../../studies/reveal/revealing.fixture.ts';
import { liftEmbargo } from '../preregistration/preregistrations.server.ts';
import { comparedRuns } from './compared-runs.server.ts';
import { comparisonCsv } from './comparison-files.ts';

/** Ana says yes to everything; the first judge of the second run is a new version that says yes to everything as well. */
function twoRuns(judge: 'all' | 'one report' = 'all') {
  const world = setUp();
  if (judge === 'all') judgeEverything(world.db, world.ana);
  else judgeNext(world.db, world.ana);
  const again = runAgain(world.db, world.runId, ({ judge }) => (judge === 0 ? 'yes' : undefined));
  return { ...world, again };
}

describe('judges of two runs beside the same labels', () => {
  it('are compared on the items that all of them labelled, each with its run, flips with the item', () => {
    const { db, read, manage, study } = twoRuns();
    expect(() => comparedRuns(db, read, 1, { runs: [1, 2] })).toThrow('have not been unblinded');
    liftEmbargo(db, manage, study.id);
    const found = comparedRuns(db, read, 1, { runs: [1, 2] });
    expect(found.runs.map(({ number, fit }) => [number, fit.apply])).toEqual([
      [1, 60],
      [2, 60]
    ]);
    expect(found.reference).toBe('scripted:ferrule @ run 1');
    expect(found.judges.map(({ name }) => name)).toEqual([
      'scripted:ferrule @ run 1',
      'scripted:gannet @ run 1',
      'scripted:sextant @ run 1',
      'scripted:ferrule @ run 2',
      'scripted:gannet @ run 2',
      'scripted:sextant @ run 2'
    ]);
    const [first, , , again] = found.judges;
    const { compared } = found;
    expect(compared).toBeGreaterThan(30);
    expect(compared).toBeLessThan(60);
    expect([first!.agreement.n, again!.agreement.n]).toEqual([compared, compared]);
    expect(again!.agreement.value).toBe(1);
    expect(again!.difference!.value).toBeCloseTo(1 - first!.agreement.value!, 12);
    expect(again!.difference!.low).toBeGreaterThan(0);
    const flips = found.flips!.filter(({ judge }) => judge === again!.name);
    expect(flips.length).toBe(again!.flips.people);
    expect(flips.length).toBe(Math.round(compared * again!.difference!.value!));
    expect(flips[0]).toMatchObject({ before: 'no', now: 'yes', people: 'yes', towards: 'people' });
    const [head, ...rows] = comparisonCsv(found).trim().split('\n');
    expect(head).toMatch(/^study,metric,judge,run,fingerprint,items,queries,answered,agreement,agreement_low/);
    expect(rows).toHaveLength(6);
  });

  it('take the named reference, and refuse one that fits no judge or several', () => {
    const { db, read, manage, study } = twoRuns();
    liftEmbargo(db, manage, study.id);
    const by = (reference: string) => comparedRuns(db, read, 1, { runs: [1, 2], reference });
    expect(by('scripted:gannet@2').reference).toBe('scripted:gannet @ run 2');
    const [nobody] = problemsOf(() => by('scripted:gull'));
    expect(nobody).toMatchObject({ column: 'reference', found: 'scripted:gull' });
    const [several] = problemsOf(() => by('scripted:gannet'));
    expect(several?.reason).toContain('scripted:gannet @ run 1; scripted:gannet @ run 2');
    expect(() => comparedRuns(db, read, 1, { runs: [1, 7] })).toThrow('no such run');
    expect(() => comparedRuns(db, read, 1, { runs: [] })).toThrow('Choose at least one run');
  });

  it('tell no single item while labels are still to come', () => {
    const { db, read, manage, study } = twoRuns('one report');
    liftEmbargo(db, manage, study.id);
    const before = comparedRuns(db, read, 1, { runs: [1, 2] });
    expect(before.asked).toBe(5);
    expect(before.flips).toBeNull();
    unblind(db, manage, study.id, 'To see why they differ.');
    expect(comparedRuns(db, read, 1, { runs: [1, 2] }).flips).not.toBeNull();
  });
});
