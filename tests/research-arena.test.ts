import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMaking } from '../src/lib/scorer/making/making-runs.server.ts';
import { unitsWithInput } from '../src/lib/scorer/making/unit-inputs.server.ts';
import { parseJudgeSpec } from '../src/lib/scorer/judges/index.ts';
import { figureSource } from '../src/lib/scorer/leaderboard/figure-source.server.ts';
import { selfJudgingNotes } from '../src/lib/scorer/judges/self-judging.ts';
import { selfJudgingIn } from '../src/lib/scorer/judges/self-judging.server.ts';
import { RunDriver } from '../src/lib/scorer/runs/driving/driver.server.ts';
import { processName } from '../src/lib/scorer/runs/driving/process-name.server.ts';
import { runProgress } from '../src/lib/scorer/runs/run-progress.server.ts';
import { type ReportScore, reportScores } from '../src/lib/scorer/runs/run-scores.server.ts';
import type { Run } from '../src/lib/scorer/runs/runs.server.ts';
import { type ResearchTask, researchTask } from '../src/lib/scorer/suites/research-arena/material.ts';
import { suites } from '../src/lib/scorer/suites/index.ts';
import type { Person } from '../src/lib/server/auth/authorize.ts';
import { schema } from '../src/lib/server/db/client.ts';
import { annotating, openAssignment } from '../src/lib/studies/judging/annotating.fixture.ts';
import { nextStudyAssignment } from '../src/lib/studies/judging/queue.server.ts';
import { commitVerdict } from '../src/lib/studies/judging/verdicts.server.ts';
import { createStudy } from '../src/lib/studies/planning/studies.server.ts';
import { liftEmbargo } from '../src/lib/alignment/preregistration/preregistrations.server.ts';
import {
  hasPeopleCorrelation,
  peopleCorrelations,
  type ProjectCorrelation
} from '../src/lib/alignment/reported/people-correlation.server.ts';
import { materialRevisions } from '../src/lib/verification/benchmark/material.server.ts';
import { acceptWaiting } from '../src/lib/verification/proposals/made-acceptance.server.ts';
import { decideMade } from '../src/lib/verification/proposals/made-decisions.server.ts';
import { piecesOfRun } from '../src/lib/verification/proposals/made-pieces.server.ts';
import { unitsToMake } from '../src/lib/verification/proposals/made-sources.server.ts';
import { freezeVersion } from '../src/lib/verification/release/versions.server.ts';
import { type Bench, openBench, score } from './planted/bench.ts';
import { fetchedPages, plantedWeb, queries, reports, witness } from './planted/research-arena.ts';
import { startOpenAi } from './stand-ins/openai.ts';
import type { StandIn } from './stand-ins/server.ts';

const JUDGE = 'openai:gpt-5';
const suite = suites['research-arena'];

let server: StandIn;
let bench: Bench;
let env: Record<string, string>;
let run: Run;
let scores: ReportScore[];
/** Questions that were sent before and after the making run of key points was killed. */
let asked: { before: number; after: number };

const making = async (maker: string, spec = JUDGE) => {
  const { db, manage } = bench;
  const driver = new RunDriver(db, env, {}, plantedWeb);
  const units = await unitsWithInput(db, manage, maker, unitsToMake(db, manage, { source: 'query' }));
  const judges = [driver.name(parseJudgeSpec(spec))];
  return { driver, run: createMaking(db, manage, { maker, judges, units, options: { concurrency: 1 } }) };
};
const finished = async ({ driver, run: { id } }: Awaited<ReturnType<typeof making>>) => {
  driver.start(bench.manage, id);
  await driver.ended(id);
  return id;
};
const acceptAll = (runId: string): void =>
  expect(acceptWaiting(bench.db, bench.manage, runId)).toEqual({ accepted: 2, refused: [] });
const taskOf = (qid: string): ResearchTask =>
  researchTask.parse(materialRevisions(bench.db, bench.manage, qid)[0]!.content);

beforeAll(async () => {
  server = await startOpenAi({ answer: witness });
  env = { OPENAI_API_KEY: 'sk-test-planted', OPENAI_BASE_URL: server.url };
  bench = await openBench({
    queries,
    reports,
    systems: ['alpha', 'beta'].map((name) => ({ name, category: 'single-agent-web' }))
  });
  const { db, manage } = bench;
  acceptAll(await finished(await making('arena-criteria', 'openai:gpt-5-nano')));

  // The process that extracts key points is killed while the third question is on its way.
  const { driver, run: extraction } = await making('arena-key-points');
  const start = server.count();
  server.misbehave({ kind: 'hang', on: [start + 3] });
  driver.start(manage, extraction.id);
  while (server.count() - start < 3) await new Promise((resolve) => setTimeout(resolve, 2));
  await driver.stop();
  server.misbehave();
  const before = server.count() - start;
  db.update(schema.run)
    .set({ leaseOwner: processName().replace(String(process.pid), '99999999'), leaseUntil: Date.now() + 3_600_000 })
    .where(eq(schema.run.id, extraction.id))
    .run();
  const next = new RunDriver(db, env, {}, plantedWeb);
  next.resumeAll();
  await next.ended(extraction.id);
  asked = { before, after: server.count() - start - before };
  expect(runProgress(db, extraction.id)).toMatchObject({ state: 'done', unscored: 0 });
  acceptAll(extraction.id);

  bench = { ...bench, versionId: freezeVersion(db, manage).version.id };
  run = await score(bench, env, { specs: [JUDGE], metrics: suite.metrics.map(({ name }) => name) }, plantedWeb);
  scores = reportScores(db, bench.read, run);
});
afterAll(async () => {
  bench.close();
  await server.stop();
});

const scoreOf = (metric: string, system: string, qid: string) =>
  scores.find((one) => one.metric === metric && one.system === system && one.qid === qid)!.judges[0]!.score!;
const tableOf = (name: string) =>
  suite.figures!.find((figure) => figure.name === name)!.table(figureSource(bench.db, bench.read, run))!;
const cell = (table: string, row: { group?: string; system: string }, column: string) => {
  const { columns, rows } = tableOf(table);
  const found = rows.find(
    ({ group, system }) => system === row.system && (row.group === undefined || group === row.group)
  );
  return found!.cells[columns.findIndex(({ name }) => name === column)]!;
};

describe('key points made in a run that was killed', () => {
  it('are the planted union: same words and same meaning once, the invented passage dropped', () => {
    expect(taskOf('t1').keyPoints).toEqual([
      {
        ...{ key: 'k1', text: 'Rivers rose by 2 m.' },
        sources: [
          { url: 'https://sources.example/rivers', spans: ['the rivers rose by 2 m'] },
          { url: 'https://sources.example/levels', spans: ['levels went up by two metres'] }
        ]
      },
      {
        ...{ key: 'k2', text: 'Dams held.' },
        sources: [
          { url: 'https://sources.example/rivers', spans: ['every dam held'] },
          { url: 'https://sources.example/levels', spans: ['no dam broke'] }
        ]
      },
      {
        ...{ key: 'k3', text: 'Rain was heavy.' },
        sources: [{ url: 'https://sources.example/levels', spans: ['it rained heavily'] }]
      }
    ]);
    expect(taskOf('t2').keyPoints?.map(({ text }) => text)).toEqual(['河流上涨了两米。', '大坝没有溃决。']);
  });

  it('asked nothing twice but the question that was on its way, and fetched each page once', () => {
    // Three pages are read and two queries grouped: five questions, of which one was sent again.
    expect(asked.before + asked.after).toBe(6);
    expect(fetchedPages.toSorted()).toEqual(['/gone', '/levels', '/rivers', '/zh'].map((path) => `https://sources.example${path}`)); // prettier-ignore
  });

  it('and criteria are revisions of the material that name their model and the run, and are made only if they are missing', async () => {
    const { criteriaBy, keyPointsBy } = taskOf('t1');
    expect([criteriaBy, keyPointsBy]).toEqual(['openai:gpt-5-nano', JUDGE]);
    expect(
      materialRevisions(bench.db, bench.manage, 't1').map(({ revision, origin, reason }) => [revision, origin, reason])
    ).toEqual([
      [3, 'generated', 'Accepted from making run 2'],
      [2, 'generated', 'Accepted from making run 1'],
      [1, 'imported', '']
    ]);
    const { db, manage } = bench;
    expect(await unitsWithInput(db, manage, 'arena-criteria', unitsToMake(db, manage, { source: 'query' }))).toEqual(
      []
    );
    await expect(
      unitsWithInput(db, manage, 'arena-criteria', [
        { source: 'draft', sourceId: 'd', label: 'd', input: { text: 'x' } }
      ])
    ).rejects.toThrow(/queries of the benchmark, not from drafts/);
  });
});

describe('a part of the material that is there already', () => {
  it('is never replaced by a piece, and a piece cannot be reworded on its way there', async () => {
    const { db, manage } = bench;
    const { driver, run: again } = await (async () => {
      const driver_ = new RunDriver(db, env, {}, plantedWeb);
      const [unit] = unitsToMake(db, manage, { source: 'query', qids: ['t1'] });
      const input = { text: unit!.input.text, discipline: 'art', family: 'trend-scan', difficulty: 'basic' };
      const judges = [driver_.name(parseJudgeSpec(JUDGE))];
      return {
        driver: driver_,
        run: createMaking(db, manage, { maker: 'arena-criteria', judges, units: [{ ...unit!, input }] })
      };
    })();
    driver.start(manage, again.id);
    await driver.ended(again.id);
    const [piece] = piecesOfRun(db, manage.resource.id, again.id);
    const before = materialRevisions(db, manage, 't1').length;
    expect(() => decideMade(db, manage, piece!.id, { kind: 'accepted', text: 'Other words' })).toThrow(
      'was not accepted'
    );
    expect(acceptWaiting(db, manage, again.id)).toMatchObject({
      accepted: 0,
      refused: [{ label: 't1', reason: expect.stringMatching(/already has criteria/) as string }]
    });
    expect(materialRevisions(db, manage, 't1')).toHaveLength(before);
  });
});

describe('three annotators', () => {
  const people = ['Ana', 'Ben', 'Cleo'];
  /** Lets people label all units of a kind. */
  const judge = (
    unit: string,
    metric: string,
    labelOf: (person: number, system: string, qid: string, text: string) => string
  ) => {
    const { db, manage } = bench;
    const projectId = manage.resource.id;
    const annotators = people.map((name): Person => {
      const [id, email] = [`${name}-${unit}`, `${name}-${unit}@x.example`];
      db.insert(schema.user).values({ id, email, name, createdAt: 1 }).run();
      db.insert(schema.membership).values({ projectId, userId: id, role: 'annotator', createdAt: 1 }).run();
      return { kind: 'person', id, name, email, admin: false, roles: new Map([[projectId, ['annotator']]]) };
    });
    const study = createStudy(db, manage, {
      ...{ runId: run.id, name: unit, metric, kind: `unit-${unit}`, sample: { items: unit === 'key-point' ? 10 : 16 } },
      ...{ people: annotators.map(({ id }) => id), overlap: 3, seed: 1, reveal: 'never' }
    });
    for (const [n, person] of annotators.entries())
      for (
        let id = nextStudyAssignment(db, person, study.id);
        id !== null;
        id = nextStudyAssignment(db, person, study.id)
      ) {
        const { report, items } = openAssignment(db, person, id);
        const { system, qid } = reports.find(({ markdown }) => markdown === report.markdown)!;
        for (const item of items)
          commitVerdict(db, annotating(person), {
            ...{ assignmentId: id, studyItemId: item.id, label: labelOf(n, system, qid, item.text ?? ''), note: '' },
            ...{ passages: [], seconds: 5, idempotencyKey: `${item.id} ${person.id}` }
          });
      }
    return study;
  };

  it('are averaged on key points and on criteria, beside the printed correlations, once the study is unblinded', () => {
    const { db, manage, read } = bench;
    expect(hasPeopleCorrelation(db, read)).toBe(false);
    const texts = new Map(['t1', 't2'].map((qid) => [qid, taskOf(qid).keyPoints!.map(({ text }) => text)]));
    // Two say what is planted, the third that everything is omitted: a third less for each report.
    const points = judge(
      'key-point',
      'key-points',
      (n, system, qid, text) =>
      n === 2 ? 'omitted' : reports.find((one) => one.system === system && one.qid === qid)!.says[texts.get(qid)!.indexOf(text)]! // prettier-ignore
    );
    // All rate each criterion of a report alike; the judge's scores are 4.35, 10, 0 and 5.7.
    const rating: Record<string, string> = { 'alpha t1': '6', 'beta t1': '9', 'alpha t2': '1', 'beta t2': '4' };
    const criteria = judge('task-criterion', 'adaptive-criteria', (_, system, qid) => rating[`${system} ${qid}`]!);
    expect(hasPeopleCorrelation(db, read)).toBe(true);
    const closed = peopleCorrelations(db, read);
    expect(closed).toMatchObject([{ suite: 'research-arena', table: { rows: [] }, embargoed: [{ name: 'key-point' }, { name: 'task-criterion' }] }]); // prettier-ignore
    for (const { id } of [points, criteria]) liftEmbargo(db, manage, id);
    const [{ table }] = peopleCorrelations(db, read) as [ProjectCorrelation];
    expect(table.rows.map(({ group }) => group)).toEqual(['KAE: KSR, % of key points', 'ACE, 0–10']);
    const [kae, ace] = table.rows.map(({ cells }) => cells);
    expect([0, 2, 4].map((at) => kae![at]!.value)).toEqual(
      [1, 1, 1].map((value) => expect.closeTo(value, 10) as number)
    );
    expect(kae![0]!.n).toBe(4);
    expect([1, 3, 5].map((at) => kae![at]!.text)).toEqual(['.84', '.79', '.68']);
    // Ranks 3 4 1 2 against 2 4 1 3; 38.65 / √(34 · 50.911875).
    expect([0, 2, 4].map((at) => ace![at]!.value)).toEqual([0.8, 38.65 / Math.sqrt(34 * 50.911875), 2 / 3].map((value) => expect.closeTo(value, 10) as number)); // prettier-ignore
    expect([1, 3, 5].map((at) => ace![at]!.text)).toEqual(['.81', '.76', '.65']);
    expect([ace![6], ace![7]]).toMatchObject([{ value: 3, n: 4 }, { text: '0' }]);
  });
});

describe('planted reports of DeepResearch Arena', () => {
  it('have the planted shares, with those of their own sources beside them', () => {
    const alpha = scoreOf('key-points', 'alpha', 't1');
    expect(alpha.value).toBeCloseTo(200 / 3, 12);
    expect(alpha.figures).toMatchObject({ set: 3, supported: 2, contradicted: 0, omitted: 1, references: 2, ownSet: 2, ownKsr: 100 }); // prettier-ignore
    const beta = scoreOf('key-points', 'beta', 't1');
    expect(beta.figures).toMatchObject({ set: 3, supported: 1, contradicted: 1, omitted: 1, references: 1, ownSet: 3 });
    // It cites nothing: the union judges it all the same, and the paper's view is undefined.
    expect(scoreOf('key-points', 'beta', 't2')).toMatchObject({ value: 0, figures: { set: 2, omitted: 2, ownSet: 0, ownKsr: null } }); // prettier-ignore
  });

  it('have the weighted means of the planted ratings', () => {
    expect(scoreOf('adaptive-criteria', 'alpha', 't1').value).toBeCloseTo(4.35, 12);
    expect(scoreOf('adaptive-criteria', 'beta', 't2').value).toBeCloseTo(0.45 * 8 + 0.3 * 6 + 0.15 * 2, 12);
    expect(scoreOf('adaptive-criteria', 'alpha', 't2').value).toBe(0);
  });

  it('stand side by side in English and Chinese', () => {
    const { system } = { system: 'alpha' };
    expect(cell('arena-overview', { system }, 'KSR en').value).toBeCloseTo(200 / 3, 10);
    expect(cell('arena-overview', { system }, 'KSR zh').value).toBeCloseTo(50, 10);
    expect(cell('arena-overview', { system }, 'ACE en').value).toBeCloseTo(4.35, 10);
    expect(cell('arena-overview', { system }, 'ACE zh').value).toBeCloseTo(0, 10);
    expect(cell('arena-overview', { system }, 'references en')).toMatchObject({ value: 2, n: 1 });
    expect(cell('arena-overview', { system }, 'tokens en')).toMatchObject({ value: null, reason: 'No report is counted in tokens yet.' }); // prettier-ignore
  });

  it('have rates by mean, pooled and as in the paper, each with the efficiency of its own rates', () => {
    const [macro, pooled, paper] = ['Means over reports', 'Pooled, as the printed figures', 'Paper: key points of the report’s own sources']; // prettier-ignore
    const of = (group: string, system: string, column: string) => cell('key-point-efficiency', { group, system }, column).value; // prettier-ignore
    expect(of(macro!, 'alpha', 'KSR')).toBeCloseTo((200 / 3 + 50) / 2, 10);
    expect(of(pooled!, 'alpha', 'KSR')).toBeCloseTo(60, 10);
    expect(of(pooled!, 'alpha', 'efficiency')).toBeCloseTo(60 / 40, 10);
    // Of its own sources: 2 of 2 in English, 1 of 2 in Chinese.
    expect(of(paper!, 'alpha', 'KSR')).toBeCloseTo(75, 10);
    expect(of(paper!, 'alpha', 'efficiency')).toBeCloseTo(3, 10);
    expect(cell('key-point-efficiency', { group: macro!, system: 'alpha' }, 'key points')).toMatchObject({
      value: 2.5,
      n: 2
    });
    expect(cell('key-point-efficiency', { group: paper!, system: 'beta' }, 'KSR').n).toBe(1);
  });

  it('are named if the judge made what it judges by', () => {
    const { rows, notes } = tableOf('makers-and-judges');
    expect(rows.map(({ group, system, cells }) => [group, system, ...cells.map(({ value }) => value)])).toEqual([
      // The criteria are gpt-5-nano's, the key points its own.
      ['Criteria', JUDGE, 0, 2, 0, 0],
      ['Key points', JUDGE, 2, 0, 0, 0]
    ]);
    expect(notes).toEqual([]);
    const [note] = selfJudgingNotes(selfJudgingIn(bench.db, run));
    expect(note).toContain(`${JUDGE} made key points of 2 of 2 queries by which it judges`);
  });

  it('fill one cell of the grid of disciplines and families for each task', () => {
    const grid = tableOf('arena-tasks');
    expect([grid.rows.length, grid.columns.length]).toEqual([12, 10]);
    const counted = grid.rows.flatMap(({ system, cells }) =>
      cells.flatMap(({ n }, at) => (n > 0 ? [[system, grid.columns[at]!.name, n]] : []))
    );
    expect(counted).toEqual([
      ['Science & Technology', 'literature-survey', 2],
      ['Science & Technology', 'trend-scan', 2]
    ]);
  });
});
