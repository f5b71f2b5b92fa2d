import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { schema } from '../../server/db/client.ts';
import { RunDriver } from './driving/driver.server.ts';
import { planned, scene, sourcesOf, yes } from './runs.fixture.ts';
import { judgesOf } from './runs.server.ts';
import { compareServed } from '../served-version.ts';
import { servedToVerdicts, servedVersions } from './served-versions.server.ts';

type CallRow = Partial<typeof schema.call.$inferInsert>;

/** A run whose judge is written so, with these calls in its journal. */
const withCalls = (spec: string, calls: readonly CallRow[]) => {
  const given = scene();
  const { db } = given;
  const run = planned(given, new RunDriver(db, {}, sourcesOf(yes(given.reportIds))));
  const [judge] = judgesOf(db, run.id);
  db.update(schema.judge).set({ spec }).where(eq(schema.judge.id, judge!.id)).run();
  const about = { runId: run.id, reportId: given.reportIds[0]!, metric: 'presentation', judgeId: judge!.id };
  calls.forEach((call, at) =>
    db
      .insert(schema.call)
      .values({
        ...{ ...about, key: `${at}`, outcome: 'reply', attempts: 1, cached: false, milliseconds: 1, at },
        ...call
      })
      .run()
  );
  return { ...given, run };
};

it('each version that a judge was served is counted with its first and last call, failures left out, the oldest first', () => {
  const { db, read, run } = withCalls('openai:gpt-5.5', [
    { modelVersion: 'gpt-5.5-2026-04-01', backend: 'fp_1', at: 100 },
    { modelVersion: 'gpt-5.5-2026-04-01', backend: 'fp_2', at: 200 },
    { modelVersion: 'gpt-5.5-2026-11-01', at: 300, outcome: 'unusable' },
    { modelVersion: 'gpt-5.5-2026-04-01', backend: 'fp_1', at: 400, cached: true },
    { outcome: 'error', error: 'HTTP 500', at: 500 }
  ]);
  expect(servedVersions(db, read, { runId: run.id })).toMatchObject([
    {
      judge: 'openai:gpt-5.5',
      role: null,
      model: 'openai:gpt-5.5',
      versions: [
        { version: 'gpt-5.5-2026-04-01', backends: ['fp_1', 'fp_2'], calls: 3, reused: 1, first: 100, last: 200 },
        { version: 'gpt-5.5-2026-11-01', backends: [], calls: 1, reused: 0, first: 300, last: 300 }
      ]
    }
  ]);
});

it('the models of a judge’s roles are counted apart, and judges made of code not at all', () => {
  const { db, read } = withCalls('rules[voter=openai:gpt-5.5]', [
    { role: 'voter', player: 'openai:gpt-5.5', modelVersion: 'gpt-5.5-2026-04-01' },
    { player: 'rules', modelVersion: 'rules@1' }
  ]);
  expect(servedVersions(db, read).map(({ role, model, versions }) => [role, model, versions[0]!.calls])).toEqual([
    ['voter', 'openai:gpt-5.5', 1]
  ]);
});

it('a server that names no version is one version without a name', () => {
  const { db, read } = withCalls('openai-compatible:llama@https://lab.example', [{ at: 1 }, { at: 2 }]);
  expect(servedVersions(db, read)[0]!.versions).toMatchObject([{ version: null, calls: 2, first: 1, last: 2 }]);
});

it('a verdict names the versions that answered for its own report, metric, judge and repeat', () => {
  const { db, read, run, reportIds } = withCalls('openai:gpt-5.5', [
    { modelVersion: 'v1' },
    { modelVersion: 'v2', repeat: 1 },
    { modelVersion: null, repeat: 1 },
    { modelVersion: 'v3', metric: 'coverage' },
    { outcome: 'error', error: 'HTTP 500', repeat: 2 }
  ]);
  const [judge] = judgesOf(db, run.id);
  const servedTo = servedToVerdicts(db, read, run.id);
  const place = { reportId: reportIds[0]!, metric: 'presentation', judgeId: judge!.id };
  expect([0, 1, 2].map((repeat) => servedTo({ ...place, repeat }))).toEqual([['v1'], ['v2'], []]);
  expect(servedTo(place)).toEqual(['v1', 'v2']);
  expect(servedTo({ ...place, metric: 'coverage' })).toEqual(['v3']);
});

it('two runs are compared model by model: alike, another version, or not known', () => {
  const served = (judge: string, versions: (string | null)[]) => ({
    ...{ judgeId: judge, judge, role: null, model: judge },
    versions: versions.map((version) => ({ version, backends: [], calls: 1, reused: 0, first: 1, last: 1 }))
  });
  const compared = compareServed(
    [served('a', ['v1']), served('b', ['v1']), served('c', [null]), served('only-here', ['v1'])],
    [served('a', ['v1']), served('b', ['v1', 'v2']), served('c', ['v1'])]
  );
  expect(compared.map(({ judge, differs }) => [judge, differs])).toEqual([
    ['a', false],
    ['b', true],
    ['c', null]
  ]);
});
