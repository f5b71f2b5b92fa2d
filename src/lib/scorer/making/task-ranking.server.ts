import { sayingsOf } from '../../messages/sayings.ts';
import { LRUCache } from 'lru-cache';
import { and, asc, eq } from 'drizzle-orm';
import { refuse, fieldSays, problemAt } from '../../errors.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { fingerprint } from '../runs/fingerprint.ts';
import { judgesOf, metricsOf, type Run } from '../runs/runs.server.ts';
import type { PairFinding } from '../suites/research-arena/ranking/games.ts';
import { rankingView, type RankingPlan, type RankingView } from '../suites/research-arena/ranking/ranking-view.ts';
import { rankedTextsHash } from '../suites/research-arena/ranking/ranked-texts.ts';
import { schedulePairs } from '../suites/research-arena/ranking/schedule.ts';
import { researchTask, type ResearchTask } from '../suites/research-arena/material.ts';
import { unitsOfMaking, type NewUnit } from './making-runs.server.ts';
import { taskComparison, type PairToCompare } from './makers/task-comparison.ts';

const leadSays = sayingsOf('leadRefusals');

declare module '../metric.ts' {
  interface MetricSettings {
    /** Of a ranking of tasks. */
    ranking?: RankingSettings;
  }
}

/** How tasks are ranked; the tasks are qids in their order as text. */
export interface RankingSettings extends RankingPlan {
  /** SHA-256 of the tasks as they were when the ranking was planned (`rankedTextsHash`). */
  texts: string;
}

/** By default as in arXiv 2509.01396: two rounds, the top 100; one order. */
export const rankingDefaults = { rounds: 2, seed: 1, bothOrders: false, top: 100 } as const;
const MOST_ROUNDS = 50;

/** A query with the material of DeepResearch Arena, not read yet. */
interface TaskQuery {
  qid: string;
  text: string;
  content: unknown;
}

interface RankedTask extends Pick<ResearchTask, 'family' | 'difficulty' | 'discipline' | 'language'> {
  qid: string;
  text: string;
}

/** Tasks among queries; the material of a query that does not fit the schema is named and refused. */
export function tasksAmong(queries: readonly TaskQuery[]): RankedTask[] {
  return queries.map(({ qid, text, content }) => {
    const read = researchTask.safeParse(content);
    if (!read.success) return refuse.invalid(leadSays('taskMisfit', { qid }));
    const { family, difficulty, discipline, language } = read.data;
    return { qid, text, family, difficulty, discipline, language };
  });
}

/** The units of a ranking, one for each pair of each round and, with both orders, one more: the whole tournament. */
export function rankingUnits(
  tasks: readonly RankedTask[],
  given: Omit<RankingPlan, 'tasks'>
): { units: NewUnit[]; settings: RankingSettings } {
  const { rounds, seed, bothOrders, top } = given;
  const whole = (column: string, value: number, least: number, most: number): void => {
    if (!(Number.isInteger(value) && value >= least && value <= most))
      refuse.invalid(leadSays('rankingNotPlanned'), [
        problemAt(column, fieldSays('wholeFrom', { least, most }), String(value))
      ]);
  };
  whole('rounds', rounds, 1, MOST_ROUNDS);
  whole('top', top, 1, 1_000_000);
  whole('seed', seed, 0, Number.MAX_SAFE_INTEGER);
  if (tasks.length < 2) refuse.invalid(leadSays('rankingTasks'));
  const byQid = new Map(tasks.map((task) => [task.qid, task]));
  const shown = (qid: string): PairToCompare['a'] => {
    const { text, family, difficulty } = byQid.get(qid)!;
    return { qid, text, family, difficulty };
  };
  const orders = bothOrders ? (['first', 'second'] as const) : (['first'] as const);
  const { pairs } = schedulePairs([...byQid.keys()], { rounds, seed });
  const units = pairs.flatMap(({ round, pair, a, b }) =>
    orders.map((order) => {
      const [left, right] = order === 'first' ? [a, b] : [b, a];
      const input: PairToCompare = { round, pair, order, a: shown(left), b: shown(right) };
      return {
        source: 'task-pair',
        sourceId: `${round}.${pair}.${order}`,
        label: `Round ${round}: ${left} and ${right}`,
        input
      };
    })
  );
  return {
    units,
    settings: { tasks: [...byQid.keys()].sort(), texts: rankedTextsHash(byQid), rounds, seed, bothOrders, top }
  };
}

/** The project's ranking of that number, which is a making run, or a refusal. */
export function rankingByNumber(
  db: Db,
  grant: ProjectGrant<'manage'> | ProjectGrant<'annotate'> | ProjectGrant<'read-results'>,
  number: number
): Run {
  const { run } = schema;
  const mine = and(eq(run.projectId, grant.resource.id), eq(run.kind, 'making'), eq(run.number, number));
  const found = db.select().from(run).where(mine).get();
  return found && settingsOfRanking(db, found.id) ? found : refuse.notFound('ranking');
}

/** Null: the run ranks no tasks. */
export function settingsOfRanking(db: Db, runId: string): RankingSettings | null {
  const row = metricsOf(db, runId)[0];
  return row?.metric === taskComparison.name ? (row.settings.ranking ?? null) : null;
}

/** Findings of a ranking's models so far, pair by pair and order by order. */
function findingsOfRanking(db: Db, runId: string): { findings: PairFinding[]; judges: string[] } {
  const { judge, made, makingUnit } = schema;
  const rows = db
    .select({ input: makingUnit.input, judge: judge.spec, state: made.state, data: made.data })
    .from(made)
    .innerJoin(makingUnit, eq(makingUnit.id, made.unitId))
    .innerJoin(judge, eq(judge.id, made.judgeId))
    .where(eq(made.runId, runId))
    .orderBy(asc(makingUnit.position))
    .all();
  const findings = rows.map(({ input, judge: spec, state, data }): PairFinding => {
    const { round, pair, order, a, b } = input as PairToCompare;
    const isFirst = order === 'first';
    const said =
      state === 'finding'
        ? (data as { winner: 'a' | 'b'; confidence: number; corrected: boolean; equal: boolean })
        : null;
    const other = { a: 'b', b: 'a' } as const;
    return {
      ...{ round, pair, order, judge: spec },
      ...(isFirst ? { a: a.qid, b: b.qid } : { a: b.qid, b: a.qid }),
      winner: said === null ? null : isFirst ? said.winner : other[said.winner],
      ...{ confidence: said?.confidence ?? 0.5, corrected: said?.corrected ?? false, equal: said?.equal ?? false }
    };
  });
  return { findings, judges: judgesOf(db, runId).map(({ spec }) => spec) };
}

/** Views that were computed, by all that they depend on: the stability of a cut takes a while. */
const views = new LRUCache<string, RankingView>({ max: 30 });

function viewOf(
  plan: RankingSettings,
  findings: readonly PairFinding[],
  judges: readonly string[],
  orders: 1 | 2
): RankingView {
  const key = fingerprint([plan, findings, judges, orders]);
  const known = views.get(key) ?? rankingView(plan, findings, judges, orders);
  views.set(key, known);
  return known;
}

/** Comparisons by: those of all models, of people, or of one model by its spec. */
export type RankingBy = 'models' | 'people' | (string & {});

/** People's picks in a ranking. */
interface Picks {
  people: string[];
  findings: PairFinding[];
}

/** A ranking with its tasks as they were when it was planned. Refused: a model that is none of the run's. */
export function rankingOf(
  db: Db,
  run: Run,
  by: RankingBy,
  picks: Picks
): {
  plan: RankingSettings;
  view: RankingView;
  judges: string[];
  models: string[];
  tasks: Map<string, PairToCompare['a']>;
} {
  const plan = settingsOfRanking(db, run.id) ?? refuse.notFound('ranking');
  const { findings, judges: models } = findingsOfRanking(db, run.id);
  const tasks = new Map(
    unitsOfMaking(db, run.id).flatMap(({ input }) => {
      const { a, b } = input as PairToCompare;
      return [[a.qid, a] as const, [b.qid, b] as const];
    })
  );
  if (by === 'people')
    return { plan, view: viewOf(plan, picks.findings, picks.people, 1), judges: picks.people, models, tasks };
  if (by !== 'models' && !models.includes(by))
    refuse.invalid(leadSays('noRankingJudge', { judge: by, judges: models.join(', ') }));
  const judges = by === 'models' ? models : [by];
  return { plan, view: viewOf(plan, findings, judges, plan.bothOrders ? 2 : 1), judges, models, tasks };
}
