import { eq } from 'drizzle-orm';
import { schema, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';

/**
 * Scores the reports of a run again, for tests: the same judges but the first, which comes in a new version (another fingerprint), and
 * the same verdicts but those on which `says` has another label.
 *
 * @returns ids of the run and of the new judge
 */
export function runAgain(
  db: Db,
  runId: string,
  says: (place: { judge: number; unit: number }) => string | undefined = () => undefined
): { runId: string; judgeId: string } {
  const { run, runJudge, runMetric, runReport, judge, verdict, pageFetch } = schema;
  const first = db.select().from(run).where(eq(run.id, runId)).get()!;
  const again = { ...first, id: newId(), number: first.number + 1, name: 'Second run', createdAt: first.createdAt + 1 };
  db.insert(run).values(again).run();
  const of = <T extends { runId: string }>(rows: T[]): T[] => rows.map((row) => ({ ...row, runId: again.id }));
  const judges = db.select().from(runJudge).where(eq(runJudge.runId, runId)).orderBy(runJudge.position).all();
  const old = db.select().from(judge).where(eq(judge.id, judges[0]!.judgeId)).get()!;
  const fresh = { ...old, id: newId(), fingerprint: `second-${old.fingerprint}` };
  db.insert(judge).values(fresh).run();
  const now = (judgeId: string): string => (judgeId === old.id ? fresh.id : judgeId);
  for (const row of of(judges))
    db.insert(runJudge)
      .values({ ...row, judgeId: now(row.judgeId) })
      .run();
  for (const row of of(db.select().from(runMetric).where(eq(runMetric.runId, runId)).all()))
    db.insert(runMetric).values(row).run();
  for (const row of of(db.select().from(runReport).where(eq(runReport.runId, runId)).all()))
    db.insert(runReport).values(row).run();
  for (const row of of(db.select().from(pageFetch).where(eq(pageFetch.runId, runId)).all()))
    db.insert(pageFetch).values(row).run();
  const places = judges.map(({ judgeId }) => judgeId);
  const units = new Map<string, number>();
  for (const row of of(db.select().from(verdict).where(eq(verdict.runId, runId)).all())) {
    const key = `${row.reportId} ${row.metric} ${row.item}`;
    units.set(key, units.get(key) ?? units.size);
    const label = says({ judge: places.indexOf(row.judgeId), unit: units.get(key)! });
    db.insert(verdict)
      .values({
        ...row,
        judgeId: now(row.judgeId),
        ...(label === undefined ? {} : { state: 'judged' as const, label, reason: null })
      })
      .run();
  }
  return { runId: again.id, judgeId: fresh.id };
}
