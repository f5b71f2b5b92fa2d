import { and, eq } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import { type Db, schema, sqliteOf, write } from '../../server/db/client.ts';
import { beforeFlush, flushed } from '../../server/db/on-disk.ts';
import { writeFault } from '../../server/db/write-faults.ts';
import { reopenDamaged } from '../units/damaged-verdicts.server.ts';
import { holdsLease } from './lease-time.ts';
import type { Page } from '../page.ts';
import { LeaseLost, type LocalStore, type TaskId } from './contract.ts';
import { createCommits } from './commits.ts';
import { createSentCalls, leftUnanswered, type SentCalls } from './sent-calls.ts';
import { outcomesOf } from './outcomes.server.ts';
import type { TaskColumns } from './outcomes.ts';
import { takeLentReply } from './lent-replies.server.ts';
import { storeStatements, toReply } from './statements.server.ts';

const { judge, pageContent, pageFetch, run, runJudge, search } = schema;

/** The page that a person supplied. */
export const storedSuppliedPage = (row: {
  url: string;
  title: string | null;
  text: string;
  contentHash: string;
  at: number;
}): Page => ({
  ...row,
  outcome: 'ok',
  note: 'its text was supplied by a person',
  status: null,
  finalUrl: null,
  origin: 'person'
});

const PROCESS_ENDED =
  'The process that scored ended before the answer came. The request may have been billed; its cost is estimated.';

const taskName = (task: TaskId): string => JSON.stringify([task.report, task.metric, task.judge, task.repeat]);

/** Whether the database refuses the row itself, of a report or judge that is gone. A full disk says nothing about it. */
const refusesRow = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_CONSTRAINT');

/** A run's store in the database. The run, its judges and its reports must be there already. */
export const sqliteStore = (db: Db, runId: string): LocalStore => {
  const statements = storeStatements(db, runId);
  const outcomes = outcomesOf(db, runId);
  const judgeIds = new Map<string, string>();
  let mine: string | null = null;
  const { memory, name } = sqliteOf(db);
  const sentFile = memory ? null : `${name}-sent-${runId}`;
  let sent: SentCalls | null = null;
  /**
   * Contents of the journal, while this store owns the lease and no other process writes: call keys with a reply, and finished
   * tasks. Nearly every question is new, and this shows it without a query to the database.
   */
  let held: { keys: Set<string>; tasks: Set<string> } | null = null;

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

  const taskColumns = (task: TaskId): TaskColumns => ({
    about: task.report,
    metric: task.metric,
    judgeId: judgeId(task.judge),
    repeat: task.repeat
  });

  let others = { there: false, until: 0 };
  /** Whether there is any run to share replies with. One that begins to answer meanwhile is seen a second later. */
  const mayShare = (): boolean => {
    if (!others.there && performance.now() >= others.until)
      others = { there: statements.others.get() !== undefined, until: performance.now() + 1_000 };
    return others.there;
  };

  const leaseOf = (tx: Db) =>
    tx
      .select({ owner: run.leaseOwner, until: run.leaseUntil, crashes: run.crashes })
      .from(run)
      .where(eq(run.id, runId))
      .get();

  const isMine = (): boolean => mine !== null && statements.lease.get()?.owner === mine;

  const together = sqliteOf(db).transaction((group: readonly (() => void)[]) => {
    if (!isMine()) throw new LeaseLost();
    for (const work of group) work();
  });
  /** Writes that only the owner of the lease may make. */
  const commits = createCommits({
    write: (group) => beforeFlush(db, () => together.immediate(group)),
    flushed: () => flushed(db),
    isFatal: (error) => error instanceof LeaseLost || writeFault(error)?.kind === 'locked',
    mayPass: (error) => writeFault(error) !== null
  });

  /** Puts calls whose requests a killed process had sent and not brought home. */
  const putUnanswered = (file: string): void => {
    for (const { requests, about, ...left } of leftUnanswered(
      file,
      (key) => statements.lastOf.get({ key })?.at ?? null
    ))
      try {
        statements.putCall({
          ...left,
          ...outcomes.about(about),
          ...({ outcome: 'error', reply: null, error: PROCESS_ENDED, status: null, cached: false } as const),
          ...{
            attempts: requests,
            unanswered: requests,
            milliseconds: 0,
            modelVersion: null,
            backend: null,
            role: null,
            player: null
          },
          ...{ inputTokens: null, outputTokens: null, cachedTokens: null, cacheWriteTokens: null, searches: null, pagesRead: null } // prettier-ignore
        });
      } catch (error) {
        if (!refusesRow(error)) throw error;
      }
  };

  return {
    acquireLease(owner, now, milliseconds) {
      const taken = write(db, (tx) => {
        const lease = leaseOf(tx);
        if (!lease) throw new Error(`sqliteStore requires a run; there is none with id ${runId}`);
        if (lease.owner !== null && lease.owner !== owner && holdsLease(lease.until ?? 0, now, milliseconds))
          return false;
        const crashed = lease.owner !== null && lease.owner !== owner ? 1 : 0;
        tx.update(run)
          .set({ leaseOwner: owner, leaseUntil: now + milliseconds, crashes: lease.crashes + crashed })
          .where(eq(run.id, runId))
          .run();
        reopenDamaged(tx, runId);
        if (sentFile !== null && !sent) putUnanswered(sentFile);
        mine = owner;
        held = {
          keys: new Set(statements.keys.all().map(({ key }) => key)),
          tasks: new Set(outcomes.finished().map(taskName))
        };
        return true;
      });
      // The file's entries are in the database by now.
      if (taken && sentFile !== null) sent ??= createSentCalls(sentFile);
      return taken;
    },

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
      commits.end();
      // This write waits for the disk, which then has all of those before it, too.
      const { changes } = write(db, (tx) =>
        tx
          .update(run)
          .set({ leaseOwner: null, leaseUntil: null })
          .where(and(eq(run.id, runId), eq(run.leaseOwner, owner)))
          .run()
      );
      if (mine !== owner) return;
      sent?.end({ keep: changes === 0 });
      sent = null;
      mine = null;
      held = null;
    },

    crashes: () => leaseOf(db)?.crashes ?? 0,

    getReply(key) {
      if (held && !held.keys.has(key)) return null;
      const row = statements.reply.get({ key });
      return row ? toReply(row) : null;
    },

    getSharedReply(key) {
      const row = mayShare() ? statements.sharedReply.get({ key }) : undefined;
      return row ? toReply(row) : takeLentReply(db, key);
    },

    sending(task, key, cost, at) {
      if (mine === null) throw new LeaseLost();
      sent?.sending({ ...taskColumns(task), key, cost, at: Math.round(at) });
    },
    refused: (key) => sent?.refused(key),
    lost: (key, cost) => sent?.lost(key, cost),

    async putCall(record, kept) {
      const { task, reply } = record;
      if (mine === null) throw new LeaseLost();
      const { about, ...columns } = taskColumns(task);
      const row = {
        ...columns,
        ...outcomes.about(about),
        key: record.key,
        role: record.role ?? null,
        player: record.player ?? null,
        outcome: record.outcome,
        reply: reply?.text ?? null,
        error: record.error,
        status: record.status,
        attempts: record.attempts,
        unanswered: record.unanswered,
        cached: record.cached,
        modelVersion: reply?.model ?? null,
        backend: reply?.backend ?? null,
        inputTokens: reply?.usage?.inputTokens ?? null,
        outputTokens: reply?.usage?.outputTokens ?? null,
        cachedTokens: reply?.usage?.cachedTokens ?? null,
        cacheWriteTokens: reply?.usage?.cacheWriteTokens ?? null,
        searches: reply?.trace?.searches ?? null,
        pagesRead: reply?.trace?.pages ?? null,
        cost: record.cost,
        milliseconds: Math.round(record.milliseconds),
        at: Math.round(record.at)
      };
      await commits.put(() => statements.putCall(row), kept);
      sent?.answered(row.key, row.at);
      if (reply) held?.keys.add(record.key);
    },

    spent: () => statements.spent.get()?.dollars ?? 0,

    getPage: (key) => statements.page.get({ key }) ?? null,
    getSharedPage: (key) => statements.sharedPage.get({ key }) ?? null,
    getSuppliedPage(key) {
      const row = statements.suppliedPage.get({ key });
      return row ? storedSuppliedPage(row) : null;
    },

    async putPage(urlKey, { text, ...page }) {
      const { contentHash, at } = page;
      if ((text === null) !== (contentHash === null))
        throw new Error('putPage requires a content hash for each text, and none without');
      await commits.put(() => {
        if (text !== null && contentHash !== null)
          db.insert(pageContent).values({ hash: contentHash, text, at }).onConflictDoNothing().run();
        db.insert(pageFetch)
          .values({ runId, urlKey, ...page })
          .onConflictDoUpdate({ target: [pageFetch.runId, pageFetch.urlKey], set: page })
          .run();
      });
    },

    getSearch: (key) => statements.search.get({ key }) ?? null,
    getSharedSearch: (key) => statements.sharedSearch.get({ key }) ?? null,
    async putSearch(key, made, cost) {
      const row = { ...made, at: Math.round(made.at) };
      await commits.put(
        () =>
          void db
            .insert(search)
            .values({ runId, key, ...row, cost })
            .onConflictDoUpdate({
              target: [search.runId, search.key],
              set: { ...row, cost: sql`${search.cost} + ${cost}` }
            })
            .run()
      );
    },

    verdictsDone(task) {
      if (held && !held.tasks.has(taskName(task))) return null;
      const verdicts = outcomes.read(taskColumns(task));
      return verdicts.length === 0 ? null : verdicts;
    },

    async putVerdicts(task, verdicts, at) {
      const columns = { ...taskColumns(task), at: Math.round(at) };
      await commits.put(() => {
        if (!held?.tasks.has(taskName(task))) outcomes.put(columns, verdicts);
      });
      held?.tasks.add(taskName(task));
    }
  };
};
