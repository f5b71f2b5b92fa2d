import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alignment } from '../src/lib/alignment/report/report.ts';
import { studyRatingsOf } from '../src/lib/alignment/report/report.server.ts';
import { parseJudgeSpec } from '../src/lib/scorer/judges/index.ts';
import type { Script } from '../src/lib/scorer/judges/scripted/script.ts';
import { RunDriver } from '../src/lib/scorer/runs/driving/driver.server.ts';
import { createRun } from '../src/lib/scorer/runs/new-run.server.ts';
import { addRubric } from '../src/lib/scorer/suites/rubrics/rubrics.server.ts';
import type { Person } from '../src/lib/server/auth/authorize.ts';
import { schema } from '../src/lib/server/db/client.ts';
import { annotating, openAssignment } from '../src/lib/studies/judging/annotating.fixture.ts';
import { nextStudyAssignment } from '../src/lib/studies/judging/queue.server.ts';
import { queryLabelIn } from '../src/lib/studies/judging/scored-query.server.ts';
import { commitVerdict } from '../src/lib/studies/judging/verdicts.server.ts';
import { studyLabels } from '../src/lib/studies/labels/labels.server.ts';
import { ownGuideline } from '../src/lib/studies/planning/guideline.server.ts';
import { createStudy } from '../src/lib/studies/planning/studies.server.ts';
import { revealAssignment } from '../src/lib/studies/reveal/reveal.server.ts';
import { openBench, type Bench } from './planted/bench.ts';

const RUBRIC = `format: voirdire-rubric/1
name: ferry-report
version: "1"
title: Ferry reports
question: How good is the report?
scale:
  labels:
    - { label: full, value: 1, title: In full, meaning: all of it is there }
    - { label: part, value: 0.5, title: In part }
    - { label: none, value: 0, title: Not at all }
    - { label: n/a, value: null, title: Not applicable }
criteria:
  - { key: fares, text: Gives the fares of all lines. }
  - { key: year, text: Names the year of each figure., explanation: A range of years counts. }
queries:
  q2:
    context: Lines that opened in 2025 need no figure.
    criteria:
      - { key: fares, text: Gives the fares of all lines. }
      - { key: year, text: Names the year of each figure. }
aggregation: { kind: weighted-mean }
`;
const reports = ['q1', 'q2'].map((qid) => ({
  system: 'ferry',
  qid,
  markdown: `# Ferries\n\nFares of ${qid} were 4 in 2024.`
}));
const truth: Record<string, string> = { 'q1 fares': 'full', 'q1 year': 'part', 'q2 fares': 'none', 'q2 year': 'n/a' };

let bench: Bench;
let metric: string;
let runId: string;
let ana: Person;

beforeAll(async () => {
  bench = await openBench({
    queries: ['q1', 'q2'].map((qid) => ({ qid, text: `Ferries of ${qid}?`, category: 'towns', items: [] })),
    systems: [{ name: 'ferry', category: 'multi-agent' }],
    reports
  });
  const { db, manage, versionId, reportIds } = bench;
  const dated = eq(schema.report.id, bench.idOf({ system: 'ferry', qid: 'q1' }));
  db.update(schema.report).set({ collectedAt: '2026-03-12' }).where(dated).run();
  metric = addRubric(db, manage, RUBRIC, 'ferry-report.yaml').metric.name;
  const script = (name: string, slip: string | null): Script => ({
    ...{ name, answers: [] },
    criteria: reports.flatMap(({ system, qid }) =>
      ['fares', 'year'].map((criterion) => ({
        ...{ report: bench.idOf({ system, qid }), metric: 'ferry-report', criterion },
        ...{
          label: slip === `${qid} ${criterion}` ? 'full' : truth[`${qid} ${criterion}`]!,
          rationale: `${name} says so`
        }
      }))
    )
  });
  const scripts = [script('exact', null), script('mild', 'q1 year')];
  const driver = new RunDriver(db, {}, { script: (name) => scripts.find((one) => one.name === name) ?? null });
  const judges = ['scripted:exact', 'scripted:mild'].map((spec) => driver.name(parseJudgeSpec(spec)));
  const run = createRun(db, manage, { name: 'Rubric', versionId, judges, reportIds, metrics: [metric] });
  driver.start(manage, run.id);
  await driver.ended(run.id);
  runId = run.id;
  const projectId = manage.resource.id;
  db.insert(schema.user).values({ id: 'ana', email: 'ana@x.example', name: 'Ana', createdAt: 1 }).run();
  db.insert(schema.membership).values({ projectId, userId: 'ana', role: 'annotator', createdAt: 1 }).run();
  const roles = new Map([[projectId, ['annotator' as const]]]);
  ana = { kind: 'person', id: 'ana', name: 'Ana', email: 'ana@x.example', admin: false, roles };
});
afterAll(() => bench.close());

describe('criteria of a rubric file', () => {
  it('are judged blind in the labels of the rubric and compared with its judges', () => {
    const { db, manage, read } = bench;
    const study = createStudy(db, manage, {
      ...{ runId, name: 'Criteria', metric, kind: 'unit-criterion', sample: { items: 4 } },
      ...{ people: ['ana'], overlap: 1, seed: 1, reveal: 'after-report' }
    });
    expect(ownGuideline(db, ana, manage.resource.id, study.number).markdown).toContain(
      '| 1 | In full | all of it is there |'
    );
    const asked: string[] = [];
    for (let id = nextStudyAssignment(db, ana, study.id); id !== null; id = nextStudyAssignment(db, ana, study.id)) {
      const open = openAssignment(db, ana, id)!;
      asked.push(...open.items.map(({ text }) => text));
      expect(JSON.stringify(open)).not.toMatch(/exact|mild|says so|"full"/);
      const qid = open.report.markdown.includes('q1') ? 'q1' : 'q2';
      expect(open.query).toBe(
        qid === 'q1' ? 'Ferries of q1?' : 'Ferries of q2?\n\nLines that opened in 2025 need no figure.'
      );
      // Judges read words such as “recent” from the day on which a report was collected: its own, else its system's.
      expect(open.collectedAt).toBe(qid === 'q1' ? '2026-03-12' : '2026-05-01');
      expect(queryLabelIn('en', 2, open.collectedAt)).toBe(
        `Query 2. The report was collected on ${qid === 'q1' ? '12 Mar' : '1 May'} 2026.`
      );
      for (const item of open.items)
        commitVerdict(db, annotating(ana), {
          ...{ assignmentId: id, studyItemId: item.id, note: '', passages: [], seconds: 5, idempotencyKey: item.id },
          label: truth[`${qid} ${item.text.includes('fares') ? 'fares' : 'year'}`]!
        });
      const revealed = revealAssignment(db, annotating(ana), id).items;
      expect(revealed.map(({ text }) => text).sort()).toEqual(open.items.map(({ text }) => text).sort());
      const judged = revealed.flatMap(({ judges }) => judges);
      expect(judged).toHaveLength(4);
    }
    const [fares, year] = ['Gives the fares of all lines.', 'Names the year of each figure.'];
    // As judges are told them: an explanation stands below its criterion.
    expect(asked).toEqual([fares, year, fares, `${year}\n\nA range of years counts.`]);
    expect(
      studyLabels(db, read, study.id)
        .map(({ humans: [own] }) => own!.label)
        .sort()
    ).toEqual(Object.values(truth).sort());
    const ratings = studyRatingsOf(db, read, study.id);
    expect(ratings.scale).toMatchObject({ level: 'ordinal', labels: ['none', 'part', 'full'] });
    const { candidates } = alignment(ratings, { resamples: 5 });
    const agreement = (name: string) => candidates.find((one) => one.name.includes(name))!.agreement;
    // The criterion that is not applicable enters no figure. Quadratic κ of (none, part, full) with (none, full, full):
    // mean squared difference 1/3, by chance (0+4+4 + 1+1+1 + 4+0+0)/9 = 15/9, so 1 - 3/15.
    expect(agreement('exact')).toMatchObject({ value: 1, n: 3 });
    expect(agreement('mild').value).toBeCloseTo(1 - 3 / 15, 12);
  });
});
