import { expect, it } from 'vitest';
import { problemsOf } from '../../../../tests/refusals.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import { liftEmbargo } from '../preregistration/preregistrations.server.ts';
import type { SampleItem } from '../units/sample-ratings.fixture.ts';
import { insertRun, insertSampleStudy, sampleMetric } from '../units/sample-study.fixture.ts';
import { recordAdoption } from './adoptions.server.ts';
import { confirmAdoption } from './confirmations.server.ts';
import { currentAdoption, defaultJudges } from './decisions.server.ts';
import { versionsSeen } from './served-since.ts';

const items: SampleItem[] = [
  { id: 'i1', query: 'q1', people: 'yy', judges: 'yy' },
  { id: 'i2', query: 'q1', people: 'nn', judges: 'nn' },
  { id: 'i3', query: 'q2', people: 'yy', judges: 'yy' },
  { id: 'i4', query: 'q2', people: 'nn', judges: 'nn' }
];
const day = (text: string): number => Date.parse(`${text}T12:00:00Z`);

/** Replies of the judge in a run, all of one version. */
const insertCalls = (db: Db, runId: string, version: string, at: number, calls = 1): void => {
  for (let k = 0; k < calls; k++)
    db.insert(schema.call)
      .values({
        ...{ runId, reportId: 'report-q1', metric: sampleMetric, judgeId: 'openai:m', key: `${runId} ${version} ${k}` },
        ...{ outcome: 'reply', attempts: 1, cached: false, modelVersion: version, milliseconds: 1, at }
      })
      .run();
};

/** An adopted judge that was served `m-1`, and a second run in which it has made no call yet. */
const adopted = () => {
  const { db, sqlite } = memoryDatabase();
  const study = insertSampleStudy(db, ['ann', 'bob'], ['rules', 'openai:m'], items);
  const { reading, managing } = study;
  insertCalls(db, 'run-1', 'm-1', day('2026-11-03'), 4);
  liftEmbargo(db, managing, 'study');
  const input = { studyId: 'study', metric: sampleMetric, outcome: 'adopt', judgeIds: ['openai:m'], rule: 'single' };
  recordAdoption(db, managing, { ...input, reason: 'Agrees.' }, { resamples: 10 });
  insertRun(db, study.projectId, 2, [{ id: 'openai:m', spec: 'openai:m', fingerprint: 'fingerprint of openai:m' }]);
  const standing = () => currentAdoption(db, reading, sampleMetric)!;
  return { ...study, db, sqlite, standing };
};

it('an adoption keeps the versions that its judges were served, and stands while a later run is served the same', () => {
  const { db, standing } = adopted();
  insertCalls(db, 'run-2', 'm-1', day('2026-11-10'));
  expect(standing().served).toMatchObject([{ judgeId: 'openai:m', versions: [{ version: 'm-1', calls: 4 }] }]);
  expect(standing().validity).toEqual({ valid: true, said: [], changed: [], served: [] });
});

it('a later run with another version opens the adoption again, names the calls on each side and gives new runs no such judge', () => {
  const { db, reading, standing } = adopted();
  insertCalls(db, 'run-2', 'm-2', day('2026-11-10'), 3);
  const changed = [
    'openai:m was served another model version: 4 calls by m-1 until 3 Nov 2026 and 3 calls by m-2 since 10 Nov 2026.'
  ];
  expect(standing().validity).toMatchObject({ valid: false, changed });
  const metrics = [{ name: sampleMetric, title: 'Sample' }];
  expect(defaultJudges(db, reading, metrics)).toEqual({
    ...{ judgeIds: [], adopted: [] },
    reopened: [{ title: 'Sample', changed: [expect.objectContaining({ key: 'served' })] }]
  });
});

it('a lead confirms with a reason that an adoption still holds, on record; a further version opens it once more', () => {
  const { db, sqlite, managing, standing } = adopted();
  insertCalls(db, 'run-2', 'm-2', day('2026-11-10'));
  const seen = versionsSeen(standing().validity.served);
  const confirm = (reason: string, as = seen): void =>
    confirmAdoption(db, managing, { metric: sampleMetric, reason, seen: as });
  expect(problemsOf(() => confirm(' '))).toMatchObject([{ column: 'reason' }]);
  expect(() => confirm('Fine.', '[]')).toThrow('Another model version was served after you opened this page.');
  confirm('The anchor items agree.');
  expect(standing()).toMatchObject({
    validity: { valid: true },
    confirmations: [{ reason: 'The anchor items agree.', by: 'Ines' }]
  });
  expect(() => confirm('Again.')).toThrow('no confirmation is needed');
  expect(db.select().from(schema.audit).all().at(-1)).toMatchObject({
    action: 'ensemble.confirm',
    entityId: standing().id,
    detail: { metric: sampleMetric, reason: 'The anchor items agree.' }
  });
  expect(() => sqlite.exec(`UPDATE adoption_confirmation SET reason = 'other'`)).toThrow('append-only');
  insertCalls(db, 'run-2', 'm-3', day('2026-11-12'));
  expect(standing().validity.served).toMatchObject([{ after: [{ version: 'm-3' }] }]);
});
