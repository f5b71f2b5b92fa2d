import { asc, eq } from 'drizzle-orm';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import type { FigureTable } from '../figure-table.ts';
import { metricsOf, type Run } from '../runs/runs.server.ts';
import {
  compareContinuations,
  leakageTable,
  type ComparedContinuation,
  type Continuation
} from '../suites/research-arena/leakage/results.ts';
import { makingRuns } from './making-runs.server.ts';
import { leakage, leakageData } from './makers/leakage.ts';

/** Results of a leakage test. */
interface LeakageResults {
  table: FigureTable;
  /** The most similar first. */
  continuations: ComparedContinuation[];
  /** Tasks that cannot be split, each once, with the reason. */
  notTestable: { qid: string; reason: string }[];
  /** Continuations that failed, with the reason. */
  failed: { qid: string; model: string; reason: string }[];
}

export const leakageRuns = (db: Db, grant: ProjectGrant<'manage'>): Run[] =>
  makingRuns(db, grant).filter(({ id }) => metricsOf(db, id)[0]?.metric === leakage.name);

/** All continuations of a run, compared with their references. */
export function leakageResults(db: Db, _grant: ProjectGrant<'manage'>, { id }: Run): LeakageResults {
  const { judge, made, makingUnit } = schema;
  const rows = db
    .select({ qid: makingUnit.label, model: judge.spec, text: made.text, data: made.data, reason: made.reason })
    .from(made)
    .innerJoin(makingUnit, eq(makingUnit.id, made.unitId))
    .innerJoin(judge, eq(judge.id, made.judgeId))
    .where(eq(made.runId, id))
    .orderBy(asc(makingUnit.position), asc(judge.spec))
    .all();
  const continuations: Continuation[] = [];
  const notTestable = new Map<string, string>();
  const failed: LeakageResults['failed'] = [];
  for (const { qid, model, text, data, reason } of rows) {
    const read = leakageData.safeParse(data);
    if (read.success) continuations.push({ qid, model, ...read.data });
    else if (reason !== null) failed.push({ qid, model, reason });
    else notTestable.set(qid, text);
  }
  const compared = compareContinuations(continuations);
  return {
    table: leakageTable(compared),
    continuations: compared.toSorted((a, b) => b.composite - a.composite),
    notTestable: [...notTestable].map(([qid, reason]) => ({ qid, reason })),
    failed
  };
}
