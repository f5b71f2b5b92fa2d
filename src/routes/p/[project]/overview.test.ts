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
import { shownDecision } from './alignment/decisions.ts';
import { overviewOf } from './overview.ts';

const items: SampleItem[] = [
  { id: 'i1', query: 'q1', people: 'yy', judges: 'y' },
  { id: 'i2', query: 'q2', people: 'nn', judges: 'n' }
];

const known = { queries: 2, version: null, rounds: { open: 0, finalised: 0 }, runs: [], studies: [] };

/** Home page and decision of a study of which the first judge is adopted. */
function adoptedIn(judges: readonly string[], of: readonly SampleItem[], confidence: number) {
  const { db } = memoryDatabase();
  const { managing, reading } = insertSampleStudy(db, ['ann', 'bob'], judges, of);
  const plan = { ...defaultAnalysisPlan(judges), confidence };
  preregister(db, managing, 'study', { ...typedAs(plan), reason: '' });
  liftEmbargo(db, managing, 'study');
  const wish = { studyId: 'study', metric: sampleMetric, outcome: 'adopt', rule: 'single', reason: 'Agrees.' } as const;
  const decision = recordAdoption(db, managing, { ...wish, judgeIds: [judges[0]!] }, { resamples: 20 });
  return { agreement: overviewOf(db, reading, known, 0, 'en').adopted!.agreement, decision };
}

it('agreement at a glance is that of the decision, with the queries of its items, if the other judge abstained from some', () => {
  const more = ['y', 'y', 'n'].map((said, i) => ({ id: `j${i}`, query: `r${i}`, people: 'yy', judges: `${said}-` }));
  const of = [...items.map((item) => ({ ...item, judges: item.judges.repeat(2) })), ...more];
  const { agreement, decision } = adoptedIn(['rules', 'openai:m'], of, 0.95);
  expect(decision.figures.candidate!.agreement).toMatchObject({ value: 0.8, n: 5, clusters: 5 });
  const shown = shownDecision(decision, [], null, 'en').agreement!;
  expect(shown).toMatchObject({ value: 1, n: 2, clusters: 2 });
  const { measure, weighted, value, interval, items: n, queries } = agreement;
  expect({ measure, weighted, value, ...interval, n, clusters: queries }).toEqual(shown);
});

it('a decision and agreement at a glance are weighted to the run, as the gates are, if items had unequal chances', () => {
  const weighted = items.map((item, i) => (i === 0 ? { ...item, judges: 'n', probability: 0.25 } : item));
  const { agreement, decision } = adoptedIn(['rules'], weighted, 0.95);
  const { candidate, people } = decision.figures;
  expect(candidate!.common.value).not.toBeCloseTo(candidate!.weighted.value!, 6);
  expect(agreement).toMatchObject({ weighted: true, value: candidate!.weighted.value });
  expect(agreement.rows[1]!.value).toBe(people.weighted.value);
  expect(shownDecision(decision, [], null, 'en').figures).toContain(', weighted to the run, ');
});

it('a decision and agreement at a glance name κ, which agreement is on scores', () => {
  const figures = { agreement: '.84', interval: '.79 – .88', items: 40, queries: 20, people: '.80' };
  expect(messagesIn('en', 'decidedFigures').figures({ ...figures, measure: 'kappa', weighted: 'no' })).toBe(
    'quadratic-weighted κ .84 (.79 – .88), 40 items in 20 queries; between annotators .80'
  );
  const about = { items: 40, queries: 20, target: '.8', met: 'yes', weighted: 'no' };
  const { about: glance } = messagesIn('en', 'agreementAtGlance');
  expect(glance({ ...about, measure: 'kappa' })).toBe('quadratic-weighted κ; 40 items, 20 queries; target .8 met');
  expect(glance({ ...about, measure: 'mean' })).toBe('40 items, 20 queries; target .8 met');
});

it('the legend of agreement at a glance names the preregistered level if it is not that of annotators', () => {
  const levelAt = (confidence: number): string => adoptedIn(['rules'], items, confidence).agreement.level;
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
  const withRuns = { ...known, runs: listRuns(db, reading) };
  const whyIn = (language: string) => overviewOf(db, reading, withRuns, 0, language).adopted!.board!.why;
  expect(whyIn('en')).toBe('Study 1 did not sample the units of this score.');
  expect(whyIn('zh-Hans')).toMatch(/^研究 1/);
});
