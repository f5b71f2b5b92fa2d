import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { reportScores } from '../../scorer/runs/run-scores.server.ts';
import { metricByName } from '../../scorer/suites/index.ts';
import { runByNumber } from '../../scorer/runs/runs.server.ts';
import { authorize, operator, type Person } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import { renameThing } from '../../server/managing/renaming.ts';
import { correctedScores } from './corrected.server.ts';
import type { Rule } from '../ensembles/ensembles.ts';
import type { SampleItem } from '../units/sample-ratings.fixture.ts';
import { insertLabel, insertRun, insertSampleStudy, sampleMetric } from '../units/sample-study.fixture.ts';

// Judges: rules and openai:m. People: rules is right on all but i4; the two judges differ on i3 and i4.
const items: SampleItem[] = [
  { id: 'i1', query: 'q1', people: 'yy', judges: 'yy' },
  { id: 'i2', query: 'q1', people: 'nn', judges: 'nn' },
  { id: 'i3', query: 'q2', people: 'yy', judges: 'yn' },
  { id: 'i4', query: 'q2', people: 'nn', judges: 'yn' },
  { id: 'i5', query: 'q3', people: 'yy', judges: 'y-' },
  { id: 'i6', query: 'q3', people: 'nn', judges: 'n?' }
];

function scene() {
  const { db } = memoryDatabase();
  const study = insertSampleStudy(db, ['ann', 'bob'], ['rules', 'openai:m'], items);
  for (const [position, qid] of ['q1', 'q2', 'q3'].entries())
    db.insert(schema.runReport)
      .values({ runId: 'run-1', reportId: `report-${qid}`, position })
      .run();
  const scores = (number = 1) => correctedScores(db, study.reading, runByNumber(db, study.reading, number));
  return { db, ...study, scores };
}

function adopt(db: Db, judges: readonly string[], rule: Rule, change: { hash?: string; none?: true } = {}): void {
  const { prompt } = metricByName(sampleMetric);
  const ensemble = {
    rule,
    judges: judges.map((spec) => ({ judgeId: spec, spec, fingerprint: `fingerprint of ${spec}` })),
    prompt: { name: prompt.name, version: prompt.version, hash: change.hash ?? prompt.hash }
  };
  db.insert(schema.adoption)
    .values({
      ...{ id: `adoption ${Math.random()}`, projectId: 'project', studyId: 'study', metric: sampleMetric },
      ...{
        outcome: change.none ? 'reject' : 'adopt',
        ensemble: change.none ? null : ensemble,
        preregistrationId: null
      },
      recommended: { outcome: 'adopt', ensemble: null, text: '', against: false },
      ...{ acknowledged: null, figures: {}, reason: 'It agrees.', decidedBy: null, decidedByName: 'Ines' },
      decidedAt: 1_700_000_000_000
    })
    .run();
}

describe('the corrected scores of a run', () => {
  it('are not made of labels that answer something else than the units of the metric', () => {
    const { db, scores } = scene();
    adopt(db, ['rules'], 'single');
    db.update(schema.study).set({ kind: 'ranking' }).run();
    expect(scores()[0]).toMatchObject({ why: 'Study 1 did not sample the units of this score.' });
  });

  it('take the adopted ensemble’s answers of the run and the labels of its study', () => {
    const { db, scores } = scene();
    adopt(db, ['rules'], 'single');
    const [metric] = scores();
    expect(metric).toMatchObject({
      metric: sampleMetric,
      why: null,
      by: { ensemble: 'rules', study: { number: 1, name: 'First' }, run: 1, changed: [] },
      errors: { sensitivity: { value: 1, n: 3 }, specificity: { value: 2 / 3, n: 3 } }
    });
    if (metric!.why !== null) throw new Error(metric!.why);
    // Queries ½, 1, ½; people ½ in each; (2/3 + 2/3 − 1) ÷ (2/3).
    expect(metric!.systems).toMatchObject([{ system: 'Tern', units: 6, labelled: 6, queries: 3 }]);
    const [tern] = metric!.systems;
    expect(tern!.raw.value).toBeCloseTo(200 / 3, 10);
    expect(tern!.ppi.value).toBeCloseTo(50, 10);
    expect(tern!.roganGladen.value).toBeCloseTo(50, 10);
  });

  it('follow the adopted rule and count only the adopted judges', () => {
    const { db, scores } = scene();
    adopt(db, ['rules', 'openai:m'], 'all');
    const [metric] = scores();
    if (metric!.why !== null) throw new Error(metric!.why);
    // i3 and i4 are no, i5 is the answer of rules alone, i6 fails: queries ½, 0, 1.
    expect(metric!.systems[0]).toMatchObject({ units: 5, unanswered: 1 });
    expect(metric!.systems[0]!.raw.value).toBeCloseTo(50, 10);
    expect(metric!.errors).toMatchObject({ unanswered: 1, sensitivity: { value: 2 / 3 } });
  });

  it('see a label that came in since', () => {
    const { db, scores } = scene();
    adopt(db, ['rules'], 'single');
    const labelled = () => {
      const [metric] = scores();
      if (metric!.why !== null) throw new Error(metric!.why);
      return metric!.errors.specificity.value;
    };
    expect(labelled()).toBeCloseTo(2 / 3, 12);
    insertLabel(db, 'ann-report-q2', 'i4', 'ann', 'blind', 2, 'yes');
    insertLabel(db, 'bob-report-q2', 'i4', 'bob', 'blind', 2, 'yes');
    expect(labelled()).toBe(1);
  });

  it('and the scores as judged name a system as it is named now', () => {
    const { db, reading, scores } = scene();
    adopt(db, ['rules'], 'single');
    const named = () => [
      ...scores().flatMap((metric) => (metric.why === null ? metric.systems.map(({ system }) => system) : [])),
      ...new Set(reportScores(db, reading, runByNumber(db, reading, 1)).map(({ system }) => system))
    ];
    const [before] = named();
    expect(named()).toEqual([before, before]);
    const { id } = db.select().from(schema.system).where(eq(schema.system.name, before!)).get()!;
    renameThing(db, authorize(operator, reading.resource, 'manage'), 'system', id, 'Renamed');
    expect(named()).toEqual(['Renamed', 'Renamed']);
  });

  it('are shown to viewers once the study of the decision is closed', () => {
    const { db, projectId } = scene();
    adopt(db, ['rules'], 'single');
    const viewer: Person = {
      ...{ kind: 'person', id: 'vera', name: 'Vera', email: '', admin: false },
      roles: new Map([[projectId, ['viewer']]])
    };
    const reading = authorize(viewer, { kind: 'project', id: projectId }, 'read-results');
    const seen = () => correctedScores(db, reading, runByNumber(db, reading, 1))[0]!;
    db.update(schema.study).set({ status: 'open' }).run();
    expect(seen()).toEqual({
      ...{ metric: sampleMetric, title: metricByName(sampleMetric).title, by: null },
      why: 'Corrected scores are shown once the study of the adopted ensemble is closed.'
    });
    db.update(schema.study).set({ status: 'closed' }).run();
    expect(seen()).toMatchObject({ why: null, by: { study: { number: 1 } } });
  });

  it('say what changed if the decision is open again', () => {
    const { db, scores, projectId } = scene();
    adopt(db, ['rules'], 'single');
    insertRun(db, projectId, 2, [{ id: 'rules later', spec: 'rules', fingerprint: 'another' }]);
    const [metric] = scores(1);
    expect(metric).toMatchObject({ why: null });
    expect(metric!.by!.changed[0]).toContain('rules changed its settings or version');
  });

  it('are not given for a run of other judges or another prompt, and say so', () => {
    const { db, scores, projectId } = scene();
    adopt(db, ['rules'], 'single');
    insertRun(db, projectId, 2, [{ id: 'gemini:g', spec: 'gemini:g', fingerprint: 'g' }]);
    expect(scores(2)[0]).toMatchObject({ why: expect.stringContaining('judged without rules as adopted') as string });
    adopt(db, ['rules'], 'single', { hash: 'an older prompt' });
    expect(scores(1)[0]!.why).toContain('different prompt version');
  });

  it('are not given without an adoption, and say so', () => {
    const { db, scores } = scene();
    expect(scores()[0]).toMatchObject({
      why: expect.stringContaining('no decision has been recorded') as string,
      by: null
    });
    adopt(db, [], 'single', { none: true });
    expect(scores()[0]!.why).toContain('rejects adoption');
  });

  it('are not given for scores that are no means over units that people label', () => {
    const { db, scores } = scene();
    const { prompt } = metricByName('depth');
    db.insert(schema.runMetric)
      .values({
        ...{ runId: 'run-1', metric: 'depth', settings: {}, position: 1 },
        ...{ promptName: prompt.name, promptVersion: prompt.version, promptHash: prompt.hash }
      })
      .run();
    expect(scores()[1]).toMatchObject({
      metric: 'depth',
      by: null,
      why: expect.stringContaining('games won') as string
    });
  });
});
