import { eq } from 'drizzle-orm';
import { schema, type Db } from '../../../server/db/client.ts';
import type { JudgeConfig } from '../../judges/index.ts';
import type { JudgesHere, TrialOptions } from './judges-here.server.ts';
import { pagesHere } from './pages-here.server.ts';
import { processName } from './process-name.server.ts';
import { createLiveFigures, type Live, type LiveFigures } from './run-live.ts';
import { createRunEndings, type RunEndings } from './run-endings.server.ts';
import type { Queue } from '../../queue/connection.server.ts';
import { workOnRun } from './run-work.server.ts';
import type { Run } from '../runs.server.ts';
import type { Trial } from '../trial/trial-call.ts';
import type { FetchPage } from '../../web/fetching/fetcher.ts';

/** How often a driving process looks whether one of its runs was cancelled, in milliseconds. */
const LOOK_MS = 200;

/**
 * Where runs are driven: in this process, or in one of its own beside a web server. What is to be driven stands in the
 * database: a run of status `running` is, and one that gets another status is not any more. Nothing here decides that.
 */
export interface Driving {
  /** Drives a run; returns at once. Does nothing if the run is driven already. */
  drive(runId: string): void;
  /** Says that a run may have been cancelled, which is seen a moment later anyway. */
  look(runId: string): void;
  /** Live figures; null if the run is not driven. */
  live(runId: string): Live | null;
  /** Why a run stopped that could not be marked as paused, because there is no room on the disk. */
  outOfRoom(runId: string): string | null;
  /** Resolves when a run that is driven has ended. */
  ended(runId: string): Promise<void>;
  /** Asks each judge one small question, within the limits that runs keep. */
  test(configs: readonly JudgeConfig[], options: TrialOptions): Promise<Trial[]>;
  /** Stops all runs without ending them: they are driven again by the next start. */
  stop(): Promise<void>;
}

interface Driven {
  stop: AbortController;
  ended: Promise<void>;
  figures: LiveFigures;
  /** It was to be driven again while it came to its end. */
  again: boolean;
}

/** Drives runs in this process. A run is driven by one process at a time (lease). */
export class DrivingHere implements Driving {
  readonly #db: Db;
  readonly #judges: JudgesHere;
  readonly #owner = processName();
  readonly #driven = new Map<string, Driven>();
  readonly #endings: RunEndings;
  #fetchPage: FetchPage | null;
  #looking: NodeJS.Timeout | null = null;
  #queue: Promise<Queue> | null = null;
  #stopped = false;

  /** @param fetchPage Reads cited pages in place of the web: recorded ones, in tests */
  constructor(db: Db, judges: JudgesHere, fetchPage: FetchPage | null = null) {
    this.#db = db;
    this.#judges = judges;
    this.#fetchPage = fetchPage;
    this.#endings = createRunEndings(db, this.#owner);
  }

  /** The runs that are driven. */
  get runs(): string[] {
    return [...this.#driven.keys()];
  }

  drive(runId: string): void {
    const driven = this.#driven.get(runId);
    if (driven) driven.again = true;
    else this.#begin(runId);
  }

  look(runId: string): void {
    const driven = this.#driven.get(runId);
    if (driven && this.#run(runId)?.status !== 'running') driven.stop.abort();
  }

  live(runId: string): Live | null {
    return this.#driven.get(runId)?.figures.read() ?? null;
  }

  outOfRoom(runId: string): string | null {
    return this.#endings.outOfRoom(runId);
  }

  async ended(runId: string): Promise<void> {
    await this.#driven.get(runId)?.ended;
  }

  test(configs: readonly JudgeConfig[], options: TrialOptions): Promise<Trial[]> {
    return this.#judges.test(configs, options);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    const all = [...this.#driven.values()];
    for (const { stop } of all) stop.abort();
    await Promise.allSettled(all.map(({ ended }) => ended));
    await this.#closeQueue();
  }

  #run(runId: string): Run | undefined {
    return this.#db.select().from(schema.run).where(eq(schema.run.id, runId)).get();
  }

  #begin(runId: string): void {
    const run = this.#run(runId);
    if (run?.status !== 'running') return;
    this.#endings.begin(runId);
    const figures = createLiveFigures();
    const stop = new AbortController();
    const driven: Driven = { stop, ended: Promise.resolve(), figures, again: false };
    this.#driven.set(runId, driven);
    const work = async (): Promise<void> =>
      workOnRun(run, {
        ...{ db: this.#db, judges: this.#judges, owner: this.#owner, endings: this.#endings, figures },
        ...{ signal: stop.signal, fetchPage: this.#pages(), queue: this.#queueOpener() }
      });
    driven.ended = work()
      .catch((error: unknown) => this.#endings.failed(run, error))
      .finally(() => {
        this.#driven.delete(runId);
        if (driven.again && !this.#stopped) this.#begin(runId);
        // Its connections would keep a command alive that has nothing else to do.
        if (this.#driven.size === 0) void this.#closeQueue();
      });
    if (this.#looking === null) this.#looking = this.#lookAround();
  }

  /** Cancelling is a row: it may be written by any process that has the database open. */
  #lookAround(): NodeJS.Timeout {
    const timer = setInterval(() => {
      if (this.#driven.size === 0) {
        clearInterval(timer);
        this.#looking = null;
      }
      try {
        for (const runId of this.#driven.keys()) this.look(runId);
      } catch {
        // The database does not answer at this moment: the run itself notices, and says so.
      }
    }, LOOK_MS);
    return timer.unref();
  }

  /** Opens the queue of VOIRDIRE_QUEUE with the first run, and again if that failed; null if there is none. */
  #queueOpener(): (() => Promise<Queue>) | null {
    const url = this.#judges.setting('VOIRDIRE_QUEUE')?.trim();
    if (!url) return null;
    return async () => {
      const { openQueue } = await import('../../queue/connection.server.ts');
      this.#queue ??= openQueue(url);
      this.#queue.catch(() => (this.#queue = null));
      return this.#queue;
    };
  }

  async #closeQueue(): Promise<void> {
    const queue = this.#queue;
    this.#queue = null;
    await queue?.then((open) => open.close()).catch(() => undefined);
  }

  /** One reader for all runs, so that they share its manners towards a host. */
  #pages(): FetchPage {
    this.#fetchPage ??= pagesHere(this.#judges);
    return this.#fetchPage;
  }
}
