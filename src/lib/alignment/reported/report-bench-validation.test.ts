import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { runByNumber } from '../../scorer/runs/runs.server.ts';
import type { Detail } from '../../scorer/verdict.ts';
import { statementKey } from '../../scorer/suites/report-bench/judging/units.ts';
import { authorize, operator, type Person } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import { annotating, openAssignment } from '../../studies/judging/annotating.fixture.ts';
import { nextStudyAssignment } from '../../studies/judging/queue.server.ts';
import { commitVerdict } from '../../studies/judging/verdicts.server.ts';
import { kindByName, kindsFor, type StudyKindName } from '../../studies/kinds/index.ts';
import { exampleRun, type ExampleRun } from '../../studies/planning/example-run.fixture.ts';
import { createStudy } from '../../studies/planning/studies.server.ts';
import { metricByName } from '../../scorer/suites/index.ts';
import { liftEmbargo } from '../preregistration/preregistrations.server.ts';
import { validationOfFigures, validationOfStudies } from './report-bench-validation.server.ts';

const at = 1_700_000_000_000;
const about = {
  outcome: 'ok',
  content: null,
  arxiv: null,
  doi: null,
  published: null,
  match: null,
  near: [],
  repeats: null
} as const;

/** The example run with one reference and one statement without citation in each of its 12 reports, both found by one judge. */
function withReferences(db: Db): ExampleRun {
  const run = exampleRun(db);
  const { runId, projectId } = run;
  for (const [i, metric] of ['references', 'uncited-statements'].entries())
    db.insert(schema.runMetric)
      .values({ runId, metric, promptName: metric, promptVersion: '1', promptHash: 'h', settings: {}, position: 5 + i })
      .run();
  const [first] = db
    .select()
    .from(schema.runJudge)
    .where(eq(schema.runJudge.runId, runId))
    .orderBy(schema.runJudge.position)
    .all();
  const reports = db.select().from(schema.report).where(eq(schema.report.projectId, projectId)).all();
  reports.forEach((report, r) => {
    db.insert(schema.runReport).values({ runId, reportId: report.id, position: r }).run();
    const say = (metric: string, kind: string, item: string, label: string, detail: object) =>
      db
        .insert(schema.verdict)
        .values({
          ...{ runId, reportId: report.id, metric, judgeId: first!.judgeId, item, kind, at, label },
          ...{
            state: 'judged',
            rationale: 'so',
            text: `Words of ${item}`,
            evidence: [],
            detail: { kind, ...detail } as Detail
          }
        })
        .run();
    const url = `https://works.example/${r}`;
    say('references', 'reference', url, r % 4 === 3 ? 'unresolvable' : 'matched', {
      ...about,
      url,
      title: 'A work',
      timing: null,
      isSourceSurvey: false
    });
    say('references', 'gold-list', 'gold-list', '2', {
      works: 2,
      entries: 2,
      quarters: { Q1: 0, Q2: 0, Q3: 0, Q4: 0, unknown: 2 }
    });
    const words = `Statement ${r}.`;
    say('uncited-statements', 'uncited-statement', statementKey(words), r < 3 ? 'undecided' : 'correct', {
      place: null,
      search: words,
      results: [],
      valid: 6,
      share: 1,
      votes: []
    });
  });
  return run;
}

let keys = 0;
/** Lets people judge a whole study, each item by its number in their own queue. */
function judge(
  db: Db,
  people: readonly Person[],
  studyId: string,
  labelOf: (text: string, person: number) => string
): void {
  people.forEach((person, p) => {
    for (let id = nextStudyAssignment(db, person, studyId); id !== null; id = nextStudyAssignment(db, person, studyId))
      for (const { id: studyItemId, text } of openAssignment(db, person, id)!.items)
        commitVerdict(db, annotating(person), {
          ...{ assignmentId: id, studyItemId, label: labelOf(text ?? '', p), note: '', passages: [], seconds: 3 },
          idempotencyKey: `validation-${++keys}`
        });
  });
}

let db: Db;
let run: ExampleRun;
let studies: { id: string; number: number }[];
beforeAll(() => {
  ({ db } = memoryDatabase());
  run = withReferences(db);
  const people = run.annotators.slice(0, 3);
  const study = (kind: StudyKindName, metric: string) =>
    createStudy(db, run.manage, run.input({ kind, metric, sample: { items: 12 }, people: people.map(({ id }) => id), overlap: 3, reveal: 'never' })); // prettier-ignore
  studies = [
    study('unit-reference', 'references'),
    study('unit-reference-errors', 'references'),
    study('unit-uncited-statement', 'uncited-statements')
  ];
  const nth = (text: string): number => Number(/(\d+)$/.exec(text)?.[1] ?? -1);
  // Two of three call the first reference unmatched, and all of them the unresolvable ones so.
  judge(db, people, studies[0]!.id, (text, p) =>
    nth(text) % 4 === 3 ? 'unresolvable' : nth(text) === 0 && p > 0 ? 'unmatched' : 'matched'
  );
  judge(db, people, studies[1]!.id, (text) =>
    nth(text) % 4 === 3 ? 'unverifiable' : nth(text) === 0 ? 'temporal-cutoff' : 'no-error'
  );
  judge(db, people, studies[2]!.id, () => 'correct');
});

describe('studies of ReportBench’s units', () => {
  it('are made from references, their errors, and statements of either kind', () => {
    const kinds = (metric: string) => kindsFor(metricByName(metric).protocol).map(({ name }) => name).filter((name) => name.startsWith('unit-')); // prettier-ignore
    expect(kinds('references')).toEqual(['unit-reference', 'unit-reference-errors']);
    expect(kinds('cited-statements')).toEqual(['unit-cited-statement']);
    expect(kinds('uncited-statements')).toEqual(['unit-uncited-statement']);
    const errors = kindByName('unit-reference-errors', 'references');
    expect(errors.options.map(({ key, label }) => [key, label])).toEqual([
      ['1', 'temporal-cutoff'],
      ['2', 'unverifiable'],
      ['3', 'misaligned'],
      ['4', 'other'],
      ['5', 'no-error']
    ]);
    expect(errors.scale).toMatchObject({
      level: 'nominal',
      withoutValue: expect.arrayContaining(['no-error']) as string[]
    });
  });

  it('stay closed until a lead unblinds them, and then give every component beside the printed figures', () => {
    expect(validationOfStudies(db, run.read)).toEqual({
      studies: [],
      embargoed: studies.map(({ number }) => ({ study: number, name: 'Study' }))
    });
    for (const { id } of studies) liftEmbargo(db, run.manage, id);
    const { studies: open, embargoed } = validationOfStudies(db, run.read);
    expect(embargoed).toEqual([]);
    const brief = open
      .filter(({ judge: name }) => name === null || name === 'scripted:ferrule')
      .flatMap(({ study, rows }) => rows.map(({ key, share, leftOut }) => [study, key, share.n, share.value, leftOut]));
    expect(brief).toEqual([
      [1, 'a', 12, 11 / 12, 0],
      [1, 'a-strict', 12, 8 / 12, 0],
      [1, 'a-unverifiable', 12, 3 / 12, 0],
      [1, 'a-failure', 12, 1 / 12, 0],
      [2, 'error-temporal-cutoff', 4, 1 / 4, 8],
      [2, 'error-unverifiable', 4, 3 / 4, 8],
      [2, 'error-misaligned', 4, 0, 8],
      [2, 'error-other', 4, 0, 8],
      // Three statements are undecided for the pipeline.
      [3, 'c', 9, 1, 3]
    ]);
    const others = open
      .filter(({ judge: name }) => name === 'scripted:gannet')
      .flatMap(({ rows }) => rows.map(({ share }) => share.n));
    expect(new Set(others)).toEqual(new Set([0]));
  });
});

describe('precision and recall by hand', () => {
  const own = () => runByNumber(db, authorize(operator, run.read.resource, 'read-results'), 1);
  it('are compared with those of the run, judge by judge', () => {
    const line = { qid: 'q1', system: 'system-aurora', precision: 1, recall: 0.9 };
    const [row] = validationOfFigures(db, run.read, own(), [line]).filter(({ judge: name }) =>
      name.includes('ferrule')
    );
    // The pipeline has 1 of 1 and 0 of 2: its match names no work of the gold list.
    expect(row!.row.share).toMatchObject({ n: 2, value: 0.5 });
  });
  it('of a judge without a verdict are left out, and are no disagreement', () => {
    const line = { qid: 'q1', system: 'system-aurora', precision: 1, recall: 0.9 };
    const others = validationOfFigures(db, run.read, own(), [line]).filter(
      ({ judge: name }) => !name.includes('ferrule')
    );
    expect(others.length).toBeGreaterThan(0);
    for (const { row } of others) expect([row.share.n, row.leftOut]).toEqual([0, 2]);
  });
  it('of a report that the run does not have are refused by line', () => {
    const line = { qid: 'q9', system: 'system-aurora', precision: 1, recall: 1 };
    expect(() => validationOfFigures(db, run.read, own(), [line])).toThrow(
      expect.objectContaining({
        problems: [{ row: 1, column: 'qid', reason: 'Run 1 has no references score for system-aurora on q9' }]
      })
    );
  });
});
