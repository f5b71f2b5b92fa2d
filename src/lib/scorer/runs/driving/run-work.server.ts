import { sayingsOf } from '../../../messages/sayings.ts';
import { and, eq } from 'drizzle-orm';
import { refuse } from '../../../errors.ts';
import { schema, write, type Db } from '../../../server/db/client.ts';
import { log } from '../../../server/log.ts';
import { delimiterKey } from '../../../server/db/settings.ts';
import { runEngine, type EngineEvent, type EngineResult } from '../../engine/engine.ts';
import { failedSearchesIn, notFetchedIn, reopenPages } from '../../web/pages/fetching-again.server.ts';
import type { JudgesHere } from './judges-here.server.ts';
import { cancelBatches } from './batches-cancelled.server.ts';
import { isGone } from './process-name.server.ts';
import type { RunEndings } from './run-endings.server.ts';
import { leaseHolder } from './run-lease.server.ts';
import type { LiveFigures } from './run-live.ts';
import { limitsOf } from './run-limits.ts';
import { makerAsking } from '../../making/makers.ts';
import type { Judge } from '../../judge.ts';
import { allPlayers } from '../../judges/players.ts';
import { judgesOf, metricIn, metricsOf, type Run } from '../runs.server.ts';
import { sqliteBatches } from '../../store/batches.server.ts';
import { sqliteStore } from '../../store/sqlite.server.ts';
import { tasksOf } from '../tasks.server.ts';
import { paceOfBatches } from '../../engine/batches/pace.ts';
import { countAhead } from '../../engine/estimate/time-left.server.ts';
import { createTimeLeft } from '../../engine/estimate/time-left.ts';
import type { Queue } from '../../queue/connection.server.ts';
import { programVersion } from '../../../server/program-version.ts';
import type { FetchPage } from '../../web/fetching/fetcher.ts';

const leadSays = sayingsOf('leadRefusals');

type RunMetric = ReturnType<typeof metricsOf>[number];

interface RunWork {
  db: Db;
  judges: JudgesHere;
  /** The name of this process (see `processName`). */
  owner: string;
  endings: RunEndings;
  figures: LiveFigures;
  /** Ends the work: the run was cancelled, or this process stops. */
  signal: AbortSignal;
  fetchPage: FetchPage;
  /** The queue whose workers score runs, opened when it is needed; null if runs are scored in this process. */
  queue: (() => Promise<Queue>) | null;
}

/**
 * Whether workers can take parts of a run. Making runs, batches and judges that answer in the background stay in one process: what
 * these leave with a provider is stored beside the run, where the next process finds it again.
 */
const goesToWorkers = (run: Run, judges: readonly Judge[]): boolean =>
  run.kind === 'scoring' &&
  run.options.batches === undefined &&
  !judges.flatMap(allPlayers).some(({ background }) => background === true);

/** Drives a run until it is done, pauses, is out of money or is stopped. Rejects if it fails. */
export async function workOnRun(run: Run, using: RunWork): Promise<void> {
  const { db, owner, endings, figures, signal, fetchPage } = using;
  const stored = judgesOf(db, run.id);
  const judges = using.judges.ofRun(db, run);
  const changed = judges.findIndex((judge, i) => judge.fingerprint !== stored[i]?.fingerprint);
  if (changed !== -1) refuse.conflict(leadSays('judgeChanged', { judge: stored[changed]?.spec ?? '' }));
  const isReworded =
    run.kind === 'making'
      ? (row: RunMetric) => makerAsking(row.metric, row.promptHash) === null
      : (row: RunMetric) => metricIn(row).prompt.hash !== row.promptHash;
  const reworded = metricsOf(db, run.id).find(isReworded);
  if (reworded)
    refuse.conflict(leadSays('runPromptChanged', { prompt: `${reworded.promptName}@${reworded.promptVersion}` }));
  log().info({ run: run.id, number: run.number, judges: judges.length }, 'run.drive');
  const store = sqliteStore(db, run.id);
  // A killed process cannot give its lease back; if it is known to be gone, the lease ends at once.
  if (run.leaseOwner !== null && isGone(run.leaseOwner))
    db.update(schema.run)
      .set({ leaseUntil: 0 })
      .where(and(eq(schema.run.id, run.id), eq(schema.run.leaseOwner, run.leaseOwner)))
      .run();
  const search = using.judges.searchOfRun(run);
  const drive = async (): Promise<EngineResult> => {
    fetchPage.afresh?.();
    // A run that another process holds is left alone; `runEngine` refuses it then.
    const holder = leaseHolder(db, run.id);
    if (holder === null || holder === owner) write(db, (tx) => reopenPages(tx, run.id, 'not-fetched'));
    const tasks = tasksOf(db, run, judges);
    const timeLeft = createTimeLeft(tasks, run.options.limits);
    figures.count(timeLeft);
    const counting = new AbortController();
    void countAhead(db, run, tasks, timeLeft, counting.signal);
    return runEngine({
      ...{ tasks, store, owner, fetchPage, search, signal },
      delimiterKey: delimiterKey(db),
      limits: limitsOf(run.options),
      prices: run.options.prices,
      ...(run.options.searchPrice && { searchPrice: run.options.searchPrice }),
      budget: run.options.budget,
      useCache: run.options.useCache,
      ...(run.options.freshReplies && { freshReplies: true }),
      ...(run.options.batches && {
        batches: {
          store: sqliteBatches(db, run.id),
          rest: run.options.batches,
          ...paceOfBatches(using.judges.setting('VOIRDIRE_BATCH_POLL_SECONDS'))
        }
      }),
      jobs: {
        store: sqliteBatches(db, run.id),
        ...paceOfBatches(using.judges.setting('VOIRDIRE_JOB_POLL_SECONDS'), 'VOIRDIRE_JOB_POLL_SECONDS')
      },
      onEvent: (event) => {
        figures.note(event);
        logEvent(run, event);
      }
    }).finally(() => counting.abort());
  };
  const driveByWorkers = async (): Promise<EngineResult> => {
    const holder = leaseHolder(db, run.id);
    if (holder === null || holder === owner) write(db, (tx) => reopenPages(tx, run.id, 'not-fetched'));
    const tasks = tasksOf(db, run, judges);
    const timeLeft = createTimeLeft(tasks, run.options.limits);
    figures.count(timeLeft);
    const { coordinate } = await import('../../queue/coordinating/coordinate.server.ts');
    return coordinate({
      ...{ db, run, tasks, store, owner, signal, queue: await using.queue!(), version: programVersion() },
      onEvent: (event) => {
        figures.note(event);
        logEvent(run, event);
      }
    });
  };
  const driven = using.queue && goesToWorkers(run, judges) ? driveByWorkers : drive;
  let result = await driven();
  if (result.status === 'cancelled' && statusOf(db, run) === 'cancelled') await cancelBatches(db, run, judges);
  // The web may have come back meanwhile: pages that were not fetched and searches that failed are requested again.
  const waits = () => notFetchedIn(db, run.id) !== null || failedSearchesIn(db, run.id) !== null;
  if (result.status === 'done' && result.outage === null && waits()) result = await driven();
  endings.ended(run, result);
}

const statusOf = (db: Db, { id }: Run) => db.select().from(schema.run).where(eq(schema.run.id, id)).get()?.status;

/** Judges that stop answering are warnings; failed calls and retries can be many. */
function logEvent(run: Run, event: EngineEvent): void {
  const level = {
    'judge-down': 'warn',
    'judge-up': 'info',
    'queue-away': 'warn',
    'call-failed': 'debug',
    'call-retried': 'debug'
  } as const;
  if (event.type in level) log()[level[event.type as keyof typeof level]]({ run: run.id, number: run.number, ...event }, event.type); // prettier-ignore
}
