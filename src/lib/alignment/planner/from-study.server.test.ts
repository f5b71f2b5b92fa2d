import { describe, expect, it } from 'vitest';
import { schema } from '../../server/db/client.ts';
import { authorize } from '../../server/auth/authorize.ts';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import { preregister, liftEmbargo } from '../preregistration/preregistrations.server.ts';
import { defaultAnalysisPlan, typedAs } from '../preregistration/analysis-plan.ts';
import type { SampleItem } from '../units/sample-ratings.fixture.ts';
import { insertSampleStudy } from '../units/sample-study.fixture.ts';
import { messagesIn } from '../../messages/words.ts';
import { plannerStudy } from './from-study.server.ts';
import { studyOutOfReach } from './planned-sample.server.ts';

const words = messagesIn('en', 'plannerSources');

const items: SampleItem[] = [
  { id: 'i1', query: 'q1', people: 'yy', judges: 'yy' },
  { id: 'i2', query: 'q1', people: 'yy', judges: 'yn' },
  { id: 'i3', query: 'q2', people: 'nn', judges: 'nn' },
  { id: 'i4', query: 'q2', people: 'yy', judges: 'ny' }
];
const judged = () => {
  const { db } = memoryDatabase();
  return { db, ...insertSampleStudy(db, ['ann', 'bob'], ['rules', 'openai:m'], items) };
};

describe('the planner started from a study', () => {
  it('knows nothing of people’s labels before a lead has unblinded the study, and everything afterwards', () => {
    const { db, managing, reading } = judged();
    const before = plannerStudy(db, reading, 1, words);
    expect(before).toMatchObject({ number: 1, embargoed: true });
    for (const name of ['p', 'icc', 'first', 'between', 'single'] as const) expect(before.known[name]).toBeUndefined();
    expect(before.known.perQuery).toBe(2);

    const wish = {
      ...typedAs({ ...defaultAnalysisPlan(['rules', 'openai:m']), target: 0.85, floor: 0.8, confidence: 0.9 }),
      reason: ''
    };
    preregister(db, managing, 'study', wish);
    liftEmbargo(db, managing, 'study');
    const after = plannerStudy(db, reading, 1, words);
    expect(after.embargoed).toBe(false);
    expect(after.known).toMatchObject({
      p: 0.75,
      between: 1,
      target: 0.85,
      confidence: 0.9,
      first: 0.25,
      second: 0.25
    });
    expect(after.said.find(({ name }) => name === 'p')!.text).toContain('n 4 in 2 queries');
  });

  it('refuses a study of another project, and one that there is not', () => {
    const { db, lead, reading } = judged();
    expect(() => plannerStudy(db, reading, 2, words)).toThrow('There is no such study here');
    const elsewhere = { ...lead, roles: new Map([['other', ['lead' as const]]]) };
    const other = authorize(elsewhere, { kind: 'project', id: 'other' }, 'read-results');
    expect(() => plannerStudy(db, other, 1, words)).toThrow('There is no such study here');
  });
});

it('gates of a study count only items to which a judge of the plan gave a label', () => {
  const { db } = memoryDatabase();
  const abstained = items.map((item, i) => (i % 2 === 0 ? { ...item, judges: '--' } : item));
  const { reading } = insertSampleStudy(db, ['ann', 'bob'], ['rules', 'openai:m'], abstained);
  const study = db.select().from(schema.study).get()!;
  const plan = defaultAnalysisPlan(db.select().from(schema.judge).all().map(({ id }) => id)); // prettier-ignore
  const { text } = studyOutOfReach(db, reading, study, plan).find(({ gate }) => gate === 'items')!;
  expect(text).toContain('the sample has 2 judged items');
});
