import type { ProjectGrant } from '../../server/auth/authorize.ts';
import type { Db } from '../../server/db/client.ts';
import type { Metric } from '../metric.ts';
import { reportScores } from '../runs/run-scores.server.ts';
import type { Run } from '../runs/runs.server.ts';
import type { FigureTable } from '../figure-table.ts';
import { suiteWith, unitNamed } from '../suites/index.ts';
import { figureSource } from './figure-source.server.ts';
import { compareScores, compareUnits, type ScoreComparison, type UnitComparison, unitValues } from './index.ts';
import { metricsIn, rowOf } from './leaderboard.server.ts';

interface AskedComparison {
  run: Run;
  /** The run that it is compared with; absent, two of its own systems are. */
  other?: Run | undefined;
  /** Names as an address gives them. One that there is not counts as none: the first that fits takes its place. */
  metric?: string | null;
  a?: string | null;
  b?: string | null;
}

interface RunComparison {
  /** Systems of the run; empty without a metric. */
  systems: string[];
  /** Metrics that both sides have, and the one that they are compared under; undefined if they have none in common. */
  metrics: Metric[];
  metric: Metric | undefined;
  /** Names of the two sides: systems, or runs. */
  a: string;
  b: string;
  scores: ScoreComparison;
  /** Null if reports have units of their own: only a checklist has the same items on both sides. */
  units: UnitComparison | null;
}

/** Two systems of one run, or one run against another on the systems that both judge: report by report, and item by item. */
export function compareInRuns(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  { run, other, ...asked }: AskedComparison
): RunComparison {
  const ofOther = other && new Set(metricsIn(db, other).map(({ name }) => name));
  const metrics = metricsIn(db, run).filter(({ name }) => !ofOther || ofOther.has(name));
  const metric = metrics.find(({ name }) => name === asked.metric) ?? metrics[0];
  const rowsIn = (of: Run) =>
    reportScores(db, grant, of)
      .filter((score) => score.metric === metric?.name)
      .map(rowOf);
  const rows = rowsIn(run);
  const systems = [...new Set(rows.map(({ system }) => system))];
  const [a, b] = pairOf(systems, asked);
  const [sideA, sideB] = other
    ? [rows, rowsIn(other)]
    : [rows.filter(({ system }) => system === a), rows.filter(({ system }) => system === b)];
  const apart = other ? 'by-system' : 'by-query';
  const checklist = metric && unitNamed(metric.protocol.unit.kind).checklist;
  return {
    ...{ systems, metrics, metric },
    a: other ? `Run ${run.number}` : a,
    b: other ? `Run ${other.number}` : b,
    scores: compareScores(sideA, sideB, apart, metric),
    units: checklist ? compareUnits(unitValues(sideA, apart), unitValues(sideB, apart)) : null
  };
}

/** Tables of the run's suites that compare two of its systems with each other. */
export function suiteComparison(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  run: Run,
  { a, b }: { a: string; b: string }
): FigureTable[] {
  const suites = new Set(metricsIn(db, run).flatMap(({ name }) => suiteWith(name) ?? []));
  const comparing = [...suites].flatMap(({ comparison }) => comparison ?? []);
  if (comparing.length === 0 || a === '' || b === '') return [];
  const source = figureSource(db, grant, run);
  return comparing.flatMap((comparison) => comparison(source, a, b));
}

/** Two different systems, those asked for if there are such; '' if there are too few. */
function pairOf(systems: readonly string[], asked: Pick<AskedComparison, 'a' | 'b'>): [string, string] {
  const a = systems.find((name) => name === asked.a) ?? systems[0] ?? '';
  const others = systems.filter((name) => name !== a);
  return [a, others.find((name) => name === asked.b) ?? others[0] ?? ''];
}
