import { and, asc, desc, eq, exists, inArray, ne, notExists, sql } from 'drizzle-orm';
import { type Db, schema, write } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import type { Label, Reply, Verdict } from '../pipeline.ts';
import { LeaseLost, outcomeOf, type RunStore, type TaskId } from './contract.ts';

const { call, judge, run, runJudge, verdict } = schema;

type CallRow = typeof call.$inferSelect;
type VerdictRow = typeof verdict.$inferSelect;

const toReply = (row: CallRow): Reply => ({
  text: row.reply ?? '',
  ending: row.outcome === 'reply' || row.outcome === 'error' ? 'complete' : row.outcome,
  usage:
    row.inputTokens === null || row.outputTokens === null
      ? null
      : { inputTokens: row.inputTokens, outputTokens: row.outputTokens },
  model: row.modelVersion
});

const toVerdict = (row: VerdictRow): Verdict => {
  const { item, rationale, evidence } = row;
  if (row.state === 'unscored')
    return { item, state: 'unscored', label: null, rationale: '', evidence: [], reason: row.reason ?? '' };
  if (row.state === 'abstained') return { item, state: 'abstained', label: null, rationale, evidence };
  return { item, state: 'judged', label: row.label as Label, rationale, evidence };
};

/** A run's store in the database. The run, its judges and its reports must be there already. */
export const sqliteStore = (db: Db, runId: string): RunStore => {
  const judgeIds = new Map<string, string>();
  let mine: string | null = null;

  const judgeId = (fingerprint: string): string => {
    const known = judgeIds.get(fingerprint);
    if (known !== undefined) return known;
    const row = db
      .select({ id: judge.id })
      .from(runJudge)
      .innerJoin(judge, eq(judge.id, runJudge.judgeId))
      .where(and(eq(runJudge.runId, runId), eq(judge.fingerprint, fingerprint)))
      .get();
    if (!row) throw new Error(`sqliteStore requires the judges of run ${runId}; ${fingerprint} is none of them`);
    judgeIds.set(fingerprint, row.id);
    return row.id;
  };

  const unitsOf = (task: TaskId) =>
    and(
      eq(verdict.runId, runId),
      eq(verdict.reportId, task.report),
      eq(verdict.metric, task.metric),
      eq(verdict.judgeId, judgeId(task.judge))
    );

  const leaseOf = (tx: Db) =>
    tx.select({ owner: run.leaseOwner, until: run.leaseUntil }).from(run).where(eq(run.id, runId)).get();

  /** A write that only the owner of the lease may make. */
  const owned = (work: (tx: Db) => void): void =>
    write(db, (tx) => {
      if (mine === null || leaseOf(tx)?.owner !== mine) throw new LeaseLost();
      work(tx);
    });

  return {
    acquireLease: (owner, now, milliseconds) =>
      write(db, (tx) => {
        const lease = leaseOf(tx);
        if (!lease) throw new Error(`sqliteStore requires a run; there is none with id ${runId}`);
        if (lease.owner !== null && lease.owner !== owner && (lease.until ?? 0) > now) return false;
        tx.update(run)
          .set({ leaseOwner: owner, leaseUntil: now + milliseconds })
          .where(eq(run.id, runId))
          .run();
        mine = owner;
        return true;
      }),

    renewLease: (owner, now, milliseconds) =>
      write(
        db,
        (tx) =>
          tx
            .update(run)
            .set({ leaseUntil: now + milliseconds })
            .where(and(eq(run.id, runId), eq(run.leaseOwner, owner)))
            .run().changes === 1
      ),

    releaseLease(owner) {
      write(db, (tx) =>
        tx
          .update(run)
          .set({ leaseOwner: null, leaseUntil: null })
          .where(and(eq(run.id, runId), eq(run.leaseOwner, owner)))
          .run()
      );
      if (mine === owner) mine = null;
    },

    getReply(key) {
      const here = and(eq(call.runId, runId), eq(call.key, key));
      // Literal, so that the partial index over replies serves; the rest are few.
      const replied = db
        .select()
        .from(call)
        .where(and(here, sql`outcome = 'reply'`))
        .orderBy(desc(call.at))
        .get();
      const ended =
        replied ??
        db
          .select()
          .from(call)
          .where(and(here, inArray(call.outcome, ['refused', 'cut'])))
          .get();
      return ended ? toReply(ended) : null;
    },

    getSharedReply(key) {
      const units = and(
        eq(verdict.runId, call.runId),
        eq(verdict.reportId, call.reportId),
        eq(verdict.metric, call.metric),
        eq(verdict.judgeId, call.judgeId)
      );
      const row = db
        .select()
        .from(call)
        .where(
          and(
            eq(call.key, key),
            sql`outcome = 'reply'`,
            ne(call.runId, runId),
            exists(
              db
                .select({ one: sql`1` })
                .from(verdict)
                .where(units)
            ),
            notExists(
              db
                .select({ one: sql`1` })
                .from(verdict)
                .where(and(units, eq(verdict.state, 'unscored')))
            )
          )
        )
        .limit(1)
        .get();
      return row ? toReply(row) : null;
    },

    putCall(record) {
      const { task, reply } = record;
      owned((tx) =>
        tx
          .insert(call)
          .values({
            id: newId(),
            runId,
            reportId: task.report,
            metric: task.metric,
            judgeId: judgeId(task.judge),
            key: record.key,
            outcome: outcomeOf(reply),
            reply: reply?.text ?? null,
            error: record.error,
            status: record.status,
            attempts: record.attempts,
            cached: record.cached,
            modelVersion: reply?.model ?? null,
            inputTokens: reply?.usage?.inputTokens ?? null,
            outputTokens: reply?.usage?.outputTokens ?? null,
            milliseconds: Math.round(record.milliseconds),
            at: Math.round(record.at)
          })
          .run()
      );
    },

    verdictsDone(task) {
      const rows = db
        .select()
        .from(verdict)
        .where(unitsOf(task))
        .orderBy(asc(sql`${verdict}.rowid`))
        .all();
      return rows.length === 0 ? null : rows.map(toVerdict);
    },

    putVerdicts(task, verdicts, at) {
      owned((tx) => {
        if (tx.select({ id: verdict.id }).from(verdict).where(unitsOf(task)).limit(1).get()) return;
        for (const one of verdicts)
          tx.insert(verdict)
            .values({
              id: newId(),
              runId,
              reportId: task.report,
              metric: task.metric,
              judgeId: judgeId(task.judge),
              item: one.item,
              state: one.state,
              label: one.label,
              rationale: one.rationale,
              evidence: one.evidence,
              reason: one.state === 'unscored' ? one.reason : null,
              at: Math.round(at)
            })
            .run();
      });
    }
  };
};
