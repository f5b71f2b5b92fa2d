import { expect, it } from 'vitest';
import { recordAdoption } from '$lib/alignment/adoption/adoptions.server.ts';
import { defaultAnalysisPlan, typedAs } from '$lib/alignment/preregistration/analysis-plan.ts';
import { liftEmbargo, preregister } from '$lib/alignment/preregistration/preregistrations.server.ts';
import type { SampleItem } from '$lib/alignment/units/sample-ratings.fixture.ts';
import { insertSampleStudy, sampleMetric } from '$lib/alignment/units/sample-study.fixture.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { listRuns } from '$lib/scorer/runs/run-progress.server.ts';
import { schema } from '$lib/server/db/client.ts';
import { memoryDatabase } from '$lib/server/db/memory.fixture.ts';
import { overviewOf } from './overview.ts';

const items: SampleItem[] = [
  { id: 'i1', query: 'q1', people: 'yy', judges: 'y' },
  { id: 'i2', query: 'q2', people: 'nn', judges: 'n' }
];

it('the legend of agreement at a glance names the preregistered level if it is not that of annotators', () => {
  const levelAt = (confidence: number): string => {
    const { db } = memoryDatabase();
    const { managing, reading } = insertSampleStudy(db, ['ann', 'bob'], ['rules'], items);
    preregister(db, managing, 'study', {
      ...typedAs({ ...defaultAnalysisPlan(['rules']), confidence }),
      reason: ''
    });
    liftEmbargo(db, managing, 'study');
    recordAdoption(
      db,
      managing,
      {
        studyId: 'study',
        metric: sampleMetric,
        outcome: 'adopt',
        judgeIds: ['rules'],
        rule: 'single',
        reason: 'Agrees.'
      },
      { resamples: 20 }
    );
    const known = { queries: 2, version: null, rounds: { open: 0, finalised: 0 }, runs: [], studies: [] };
    return overviewOf(db, reading, known, 0, 'en').adopted!.agreement.level;
  };
  expect([levelAt(0.95), levelAt(0.9)]).toEqual(['same', '90%']);
  const { legend } = messagesIn('en', 'agreementAtGlance');
  expect(legend({ level: '90%' })).toBe(
    'Dashed: preregistered target. Lines: CI by query, 90% for the ensemble and 95% for annotators; for the anchor set, anytime-valid.'
  );
  expect(legend({ level: 'same' })).toContain('Lines: 95% CI by query;');
});

it('a reason why scores are not corrected is in the reader’s language', () => {
  const { db } = memoryDatabase();
  const { managing, reading } = insertSampleStudy(db, ['ann', 'bob'], ['rules'], items);
  liftEmbargo(db, managing, 'study');
  const decision = { studyId: 'study', metric: sampleMetric, outcome: 'adopt', reason: 'Agrees.' } as const;
  recordAdoption(db, managing, { ...decision, judgeIds: ['rules'], rule: 'single' }, { resamples: 20 });
  db.update(schema.study).set({ kind: 'ranking' }).run();
  const known = {
    queries: 2,
    version: null,
    rounds: { open: 0, finalised: 0 },
    runs: listRuns(db, reading),
    studies: []
  };
  const whyIn = (language: string) => overviewOf(db, reading, known, 0, language).adopted!.board!.why;
  expect(whyIn('en')).toBe('Study 1 did not sample the units of this score.');
  expect(whyIn('zh-Hans')).toMatch(/^研究 1/);
});
