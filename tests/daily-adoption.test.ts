import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordAdoption } from '../src/lib/alignment/adoption/adoptions.server.ts';
import { currentAdoption, defaultJudges } from '../src/lib/alignment/adoption/decisions.server.ts';
import { defaultAnalysisPlan, typedAs } from '../src/lib/alignment/preregistration/analysis-plan.ts';
import { liftEmbargo, preregister } from '../src/lib/alignment/preregistration/preregistrations.server.ts';
import { studyProcedure } from '../src/lib/alignment/procedure/procedure.server.ts';
import { judgesOf } from '../src/lib/scorer/runs/runs.server.ts';
import type { Person } from '../src/lib/server/auth/authorize.ts';
import { schema } from '../src/lib/server/db/client.ts';
import { newId } from '../src/lib/server/db/id.ts';
import { seededRandom } from '../src/lib/stats/index.ts';
import { annotating, openAssignment } from '../src/lib/studies/judging/annotating.fixture.ts';
import { nextStudyAssignment } from '../src/lib/studies/judging/queue.server.ts';
import { commitVerdict } from '../src/lib/studies/judging/verdicts.server.ts';
import { createStudy } from '../src/lib/studies/planning/studies.server.ts';
import { suites } from '../src/lib/scorer/suites/index.ts';
import { type Bench, openBench, score } from './planted/bench.ts';
import { startOpenAi } from './stand-ins/openai.ts';
import type { StandIn } from './stand-ins/server.ts';

const METRIC = 'daily-instruction';
const LABELS = ['satisfied', 'partly', 'not-satisfied'] as const;
const SYSTEMS = ['gemini-agent', 'claude-agent'];
const [QUERIES, SUBTASKS] = [64, 2];

/** Each requirement has a number in its words: system, query and subtask follow from the report and it. */
const requirement = (q: number, s: number): string => `Does the report settle point ${q * SUBTASKS + s}?`;
const sentence = (system: string, unit: number): string => `Of point ${unit} the ${system} says all that it found.`;

/** The true label of a unit of a system, and the rater whom it misleads: `judge`, one of three people by number, or none. */
const draw = seededRandom(7);
const world = new Map(
  SYSTEMS.flatMap((system, at) =>
    Array.from({ length: QUERIES * SUBTASKS }, (_, unit) => {
      const [chance, whom] = [draw.unit(), draw.unit()];
      const truth = chance < (at === 0 ? 0.45 : 0.3) ? 0 : chance < 0.68 ? 1 : 2;
      const misled = whom < 0.015 ? 'judge' : whom < 0.075 ? Math.floor((whom - 0.015) / 0.02) : null;
      return [`${system} ${unit}`, { truth, misled }] as const;
    })
  )
);
/** The true label, or its neighbour if the unit misleads the rater who is asked. */
const labelBy = (who: 'judge' | number, system: string, unit: number): (typeof LABELS)[number] => {
  const { truth, misled } = world.get(`${system} ${unit}`)!;
  return LABELS[misled === who ? (truth === 1 ? 0 : 1) : truth]!;
};

let openai: StandIn;
let bench: Bench;
const people: Person[] = [];

beforeAll(async () => {
  bench = await openBench({
    queries: Array.from({ length: QUERIES }, (_, q) => ({
      ...{ qid: `q${q}`, text: `What is to be known of matter ${q}?`, category: 'market-analysis', items: [] },
      material: {
        'daily-report': {
          type: 'retrieval',
          subtasks: Array.from({ length: SUBTASKS }, (_none, s) => ({
            ...{ key: `s${s}`, text: `Point ${s}.`, constraint: 'content', importance: s === 0 ? 'P0' : 'P1' },
            rubrics: { ins: requirement(q, s) }
          }))
        }
      }
    })),
    systems: SYSTEMS.map((name) => ({ name, category: 'single-agent-web' })),
    reports: Array.from({ length: QUERIES }, (_, q) =>
      SYSTEMS.map((system, at) => {
        const told = Array.from({ length: SUBTASKS }, (_none, s) => sentence(system, q * SUBTASKS + s));
        // The longer report is each system's in turn.
        const more = q % 2 === at ? ['It adds what others wrote of it, at length and without need.'] : [];
        return { system, qid: `q${q}`, markdown: [`# Matter ${q}`, ...told, ...more].join('\n\n') };
      })
    ).flat()
  });
  openai = await startOpenAi({
    answer: (asked) => {
      if (asked.schemaName !== 'daily_requirements') return undefined;
      const system = SYSTEMS.find((name) => asked.report.includes(name))!;
      const asks = JSON.parse(asked.marked('requirements')!) as { id: string; requirement: string }[];
      return {
        requirements: asks.map(({ id, requirement: text }) => {
          const unit = Number(/\d+/.exec(text)![0]);
          return {
            ...{ id, rationale: 'As planted.', quotes: [sentence(system, unit)], unobtainable: null },
            label: labelBy('judge', system, unit)
          };
        })
      };
    }
  });
  for (const name of ['Ana', 'Ben', 'Cleo']) {
    const [id, projectId] = [newId(), bench.manage.resource.id];
    const person = { id, name, email: `${name}@x.example` };
    bench.db
      .insert(schema.user)
      .values({ ...person, createdAt: 1 })
      .run();
    bench.db.insert(schema.membership).values({ projectId, userId: id, role: 'annotator', createdAt: 1 }).run();
    people.push({ kind: 'person', ...person, admin: false, roles: new Map([[projectId, ['annotator']]]) });
  }
});
afterAll(async () => {
  await openai.stop();
  bench.close();
});

it('a judge that agrees with people passes every gate, is adopted, and is the one that the next run starts with', async () => {
  const { db, manage, read } = bench;
  const env = { OPENAI_API_KEY: 'sk-test-planted', OPENAI_BASE_URL: openai.url };
  const run = await score(bench, env, {
    ...{ specs: ['openai:gpt-5'], metrics: [METRIC], options: { useCache: false, repeats: 2 } }
  });
  expect(run.status).toBe('done');
  const judgeIds = judgesOf(db, run.id).map(({ id }) => id);
  const suite = suites['daily-report'];
  expect(defaultJudges(db, read, suite.metrics).judgeIds).toEqual([]);

  const study = createStudy(db, manage, {
    ...{ runId: run.id, name: 'Instructions', metric: METRIC, kind: 'unit-daily-instruction', seed: 1 },
    ...{ sample: { items: 2 * QUERIES * SUBTASKS }, people: people.map(({ id }) => id), overlap: 3, reveal: 'never' }
  });
  for (const [p, who] of people.entries())
    for (let id = nextStudyAssignment(db, who, study.id); id !== null; id = nextStudyAssignment(db, who, study.id)) {
      const open = openAssignment(db, who, id)!;
      const system = SYSTEMS.find((name) => JSON.stringify(open).includes(name))!;
      for (const item of open.items)
        commitVerdict(db, annotating(who), {
          ...{ assignmentId: id, studyItemId: item.id, note: '', passages: [], seconds: 5, idempotencyKey: newId() },
          label: labelBy(p, system, Number(/\d+/.exec(item.text)![0]))
        });
    }
  preregister(db, manage, study.id, { ...typedAs(defaultAnalysisPlan(judgeIds)), reason: '' });
  liftEmbargo(db, manage, study.id);

  const { procedure, report } = studyProcedure(db, read, study.id, { resamples: 200 });
  const states = Object.fromEntries(procedure.gates.map(({ name, state }) => [name, state]));
  // One preregistered judge has no ranking to compare, and labels on one report have no positions.
  expect(states).toEqual({
    ...{ items: 'pass', queries: 'pass', agreement: 'pass', people: 'pass', unanimous: 'pass' },
    ...{ consistency: 'pass', bias: 'pass', order: 'not-applicable' }
  });
  expect(procedure.verdict.outcome).toBe('adopt');
  expect(report.candidates[0]!.agreement).toMatchObject({ n: 2 * QUERIES * SUBTASKS });

  const adoption = recordAdoption(
    db,
    manage,
    {
      ...{ studyId: study.id, metric: METRIC, outcome: 'adopt', judgeIds, rule: 'single' },
      reason: 'It agrees with people on instructions.'
    },
    { resamples: 200 }
  );
  expect(adoption.recommended).toMatchObject({ outcome: 'adopt', against: false });
  expect(currentAdoption(db, read, METRIC)).toMatchObject({ validity: { valid: true } });
  expect(defaultJudges(db, read, suite.metrics)).toMatchObject({
    judgeIds,
    adopted: [{ title: 'Daily instruction following' }],
    reopened: []
  });
});
