import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { problemsOf } from '../../../../tests/refusals.ts';
import { schema } from '../../server/db/client.ts';
import { RunDriver } from './driving/driver.server.ts';
import { parseJudgeSpec } from '../judges/index.ts';
import { findRun } from './new-run.server.ts';
import { changePace, judgeNames, runByNumber } from './runs.server.ts';
import { listRuns, runProgress } from './run-progress.server.ts';
import { scene, sourcesOf, yes, planned } from './runs.fixture.ts';
import { smallMaterial } from '../suites/material.fixture.ts';
import { samplesOf } from './tasks.server.ts';

describe('planning a run', () => {
  const given = scene();
  const driver = new RunDriver(given.db, {}, sourcesOf(yes(given.reportIds)));

  it.each([
    ['a name', { name: ' ' }, 'name'],
    ['a metric', { metrics: [] }, 'metric'],
    ['a judge', { judges: [] }, 'judge'],
    ['a report', { reportIds: [] }, 'system'],
    ['judges that differ', { specs: ['rules', 'rules'] }, 'judge']
  ])('demands %s', (_what, change, column) => {
    expect(problemsOf(() => planned(given, driver, change))).toMatchObject([{ column }]);
    expect(listRuns(given.db, given.read)).toEqual([]);
  });

  it('refuses a metric under which none of the reports has an item, and leaves nothing behind', () => {
    const withoutItems = given.reportIds.filter((_, i) => i % 2 === 1);
    const problems = problemsOf(() => planned(given, driver, { metrics: ['coverage'], reportIds: withoutItems }));
    expect(problems).toMatchObject([{ column: 'metric', found: 'coverage' }]);
    expect(listRuns(given.db, given.read)).toEqual([]);
  });

  it('counts only reports whose query has the material of a metric, and refuses a metric without any', () => {
    const own = scene();
    const change = { specs: ['rules'], metrics: ['references', 'presentation'] };
    const [refused] = problemsOf(() => planned(own, driver, change));
    expect(refused).toMatchObject({ column: 'metric', found: 'references' });
    expect(refused?.reason).toContain('no query of these reports has material of ReportBench');
    const version = own.db.select().from(schema.datasetVersion).get()!;
    const queries = version.content.queries.map((query) => (query.qid === 'q1' ? { ...query, material: smallMaterial } : query)); // prettier-ignore
    own.db
      .insert(schema.datasetVersion)
      .values({ ...version, id: 'with', number: 2, contentHash: 'with', content: { ...version.content, queries } })
      .run();
    const run = planned(own, driver, { ...change, versionId: 'with' });
    expect(runProgress(own.db, run.id).lines.map(({ metric, tasks }) => [metric, tasks])).toEqual([
      ['references', 2],
      ['presentation', 4]
    ]);
    expect(samplesOf(own.db, run)).toHaveLength(6);
  });

  it('finds the run that asks the same again, whatever the order, and no other', () => {
    const one = planned(given, driver, { specs: ['scripted:yes', 'rules'] });
    planned(given, driver, { reportIds: given.reportIds.slice(1) });
    const judges = ['rules', 'scripted:yes'].map((spec) => driver.name(parseJudgeSpec(spec)));
    const asked = { versionId: given.versionId, metrics: ['presentation'], judges, reportIds: given.reportIds };
    const find = (change: Partial<typeof asked>) => findRun(given.db, given.read, { ...asked, ...change })?.id ?? null;
    expect(find({ reportIds: [...given.reportIds].reverse() })).toBe(one.id);
    expect(find({ judges: judges.slice(1) })).toBeNull();
    expect(find({ metrics: ['coverage'] })).toBeNull();
    expect(find({ reportIds: given.reportIds.slice(0, 1) })).toBeNull();
    expect(find({ versionId: 'another' })).toBeNull();
  });

  it('can change how it goes, and nothing of what it asks', () => {
    const run = runByNumber(given.db, given.read, 1);
    changePace(given.db, given.manage, run, { concurrency: 5, budget: 2.5 });
    expect(runByNumber(given.db, given.read, 1).options).toMatchObject({ concurrency: 5, budget: 2.5, useCache: true });
    const audited = (): number =>
      given.db.select().from(schema.audit).where(eq(schema.audit.action, 'run.pace')).all().length;
    expect(audited()).toBe(1);
    changePace(given.db, given.manage, runByNumber(given.db, given.read, 1), { concurrency: 5 });
    expect(audited()).toBe(1);
  });
});

describe('the name of a judge', () => {
  it('is its spec, with the start of the fingerprint only if two judges share it', () => {
    const judges = [
      { spec: 'openai:gpt-5', fingerprint: 'aaaaaaaa' },
      { spec: 'rules', fingerprint: 'cccccccc' },
      { spec: 'openai:gpt-5', fingerprint: 'bbbbbbbb' }
    ];
    expect(judgeNames(judges)).toEqual(['openai:gpt-5 (aaaaaa)', 'rules', 'openai:gpt-5 (bbbbbb)']);
  });
});
