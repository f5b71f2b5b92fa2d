import { and, eq, inArray } from 'drizzle-orm';
import { isRefusal, refuse } from '../errors.ts';
import { record } from '../server/audit.ts';
import { systemActor, type ProjectGrant } from '../server/auth/authorize.ts';
import { schema, write, type Db } from '../server/db/client.ts';
import { isOutOfRoom, outOfRoomWords } from '../server/db/out-of-room.ts';
import { delimiterKey } from '../server/settings.ts';
import { dollars } from '../stats/writing/figures.ts';
import { unscoreDamaged } from './damaged-verdicts.server.ts';
import { demandPrices } from './engine-budget.ts';
import { runEngine, type EngineEvent, type EngineLimits, type EngineResult } from './engine.ts';
import {
  describeJudge,
  destinationOf,
  describeServers,
  judgeSpec,
  makeJudge,
  type Destination,
  type Env,
  type JudgeConfig,
  type JudgeSources,
  type ShownServer
} from './judges/index.ts';
import type { Judge } from './pipeline.ts';
import { pricesOf } from './prices.ts';
import type { RunOptions, TokenPrice } from './run-options.ts';
import { planEstimate, type EstimateQuestion } from './estimate.server.ts';
import type { NamedJudge, NewRun } from './new-run.server.ts';
import { OUTAGE_MINUTES } from './run-options.ts';
import { configOf, judgesOf, metricIn, metricsOf, type Run } from './runs.server.ts';
import { notFetchedIn, reopenPages } from './fetching-again.server.ts';
import { isGone, processName } from './process-name.server.ts';
import { sqliteStore } from './store/sqlite.server.ts';
import { runProgress, type RunProgress } from './run-progress.server.ts';
import { tasksOf } from './tasks.server.ts';
import { countAhead } from './time-left.server.ts';
import { type CallsLeft, createTimeLeft, type TimeLeft } from './time-left.ts';
import { testJudges, type Trial } from './trial-call.ts';
import { parseFetchAllow } from './web/allow-list.ts';
import { defaultReferences, pageFetcher, type FetchPage } from './web/fetcher.ts';
import { parseReachCheck } from './web/reference-pages.ts';
import { pageKey } from './web/url-key.ts';
import { demandNamedEndpoints } from './written-addresses.server.ts';

/** How long to wait before it is tried again to write down that a disk is full, in milliseconds. */
const TELL_AGAIN_MS = 2_000;

const KEPT = 'The run and every answer kept so far are there.';

/** What only the process that drives a run knows; everything else is read from the database. */
export interface Live {
  /** Calls under way. */
  inFlight: number;
  /** Finished tasks in the last seconds, per second. */
  rate: number;
  /** Calls still to be made and the time that they take; null while too few were made to tell. */
  left: CallsLeft | null;
  lastRetry: string | null;
  /** US dollars that the run has cost so far; null where no price is known. */
  spentUsd: number | null;
  /** What holds calls back at this moment, in words: a limit, or a judge's server that does not answer. */
  waiting: string | null;
  /** Judges' servers that do not answer at this moment. Calls to them go on by themselves. */
  down: { provider: string; reason: string; since: number }[];
}

interface Driven {
  stop: AbortController;
  ended: Promise<void>;
  inFlight: number;
  finished: number[];
  timeLeft: TimeLeft | null;
  lastRetry: string | null;
  spent: number | null;
  held: { reason: string; until: number } | null;
  down: Map<string, { reason: string; since: number }>;
}

/**
 * Drives runs in this process: starts, cancels, takes up again after a restart. A run is driven by one process at a time
 * (lease); what it needs to go on is in the database.
 */
export class RunDriver {
  readonly #db: Db;
  readonly #env: Env;
  readonly #sources: JudgeSources;
  readonly #owner = processName();
  readonly #driven = new Map<string, Driven>();
  /** Why runs stopped that could not be marked as paused, because there is no room on the disk. */
  readonly #outOfRoomRuns = new Map<string, string>();
  #fetchPage: FetchPage | null;

  /** @param fetchPage Reads cited pages in place of the web: recorded ones, in tests */
  constructor(db: Db, env: Env, sources: JudgeSources = {}, fetchPage: FetchPage | null = null) {
    this.#db = db;
    this.#env = env;
    this.#sources = sources;
    this.#fetchPage = fetchPage;
  }

  /** The judge of a configuration as a run stores it; refused where its key is missing. */
  name(config: JudgeConfig): NamedJudge {
    const { fingerprint } = makeJudge(config, this.#env, this.#sources);
    return { spec: judgeSpec(config), fingerprint, config };
  }

  /** The judge of a configuration, to be asked outside a run; refused where its key is missing. */
  judge(config: JudgeConfig): Judge {
    return makeJudge(config, this.#env, this.#sources);
  }

  /** Prices of judges here, as given, else as listed; see `pricesOf`. */
  prices(configs: readonly JudgeConfig[], given: Readonly<Record<string, TokenPrice>>): Record<string, TokenPrice> {
    return pricesOf(configs, given, this.#env);
  }

  /** The same for a plan from which no judge is asked: a missing key is not refused. */
  describe(config: JudgeConfig): NamedJudge {
    const { fingerprint } = describeJudge(config, this.#env, this.#sources);
    return { spec: judgeSpec(config), fingerprint, config };
  }

  /** What has to be known to estimate a run. It is planned as it would be, and forgotten: nothing is asked or written. */
  planEstimate(grant: ProjectGrant<'manage'>, input: NewRun): EstimateQuestion {
    const judges = input.judges.map(({ config }) => describeJudge(config, this.#env, this.#sources));
    return planEstimate(this.#db, grant, input, judges);
  }

  /**
   * Asks each judge one small question, as a run would; see `testJudges`. What that cost is in the audit trail of the project.
   *
   * @param grant Null where there is no project, and nothing is recorded
   */
  async testJudges(
    grant: ProjectGrant<'manage'> | null,
    configs: readonly JudgeConfig[],
    options: Pick<RunOptions, 'prices' | 'limits' | 'calls'>
  ): Promise<Trial[]> {
    if (configs.length === 0) refuse.invalid('No judge is chosen. Name at least one judge to test.');
    const secrets = Object.entries(this.#env).flatMap(([name, value]) =>
      /_API_KEY$|^VOIRDIRE_KEY_/.test(name) && value?.trim() ? [value.trim()] : []
    );
    const trials = await testJudges(configs, (config) => this.judge(config), { ...options, secrets });
    if (grant !== null)
      write(this.#db, (tx) =>
        record(tx, grant.actor, {
          projectId: grant.resource.id,
          action: 'judge.test',
          entity: 'project',
          entityId: grant.resource.id,
          detail: {
            judges: trials.map(({ judge, state, usage, cost }) => ({ judge, state, usage, cost })),
            sentTo: configs.flatMap((config, i) => {
              const to = this.destination(config);
              return to ? [{ judge: trials[i]?.judge ?? config.model, ...to }] : [];
            })
          }
        })
      );
    return trials;
  }

  /** Which providers have their key here, and the only origin that receives it; keys themselves never leave the environment. */
  keys(): { provider: string; variable: string; set: boolean; origin: string | null }[] {
    return [
      { provider: 'OpenAI', variable: 'OPENAI_API_KEY', name: 'openai' as const },
      { provider: 'Gemini', variable: 'GEMINI_API_KEY', name: 'gemini' as const },
      { provider: 'Anthropic', variable: 'ANTHROPIC_API_KEY', name: 'anthropic' as const }
    ].map(({ name, ...one }) => ({
      ...one,
      set: (this.#env[one.variable] ?? '').trim() !== '',
      origin: this.destination({ provider: name, model: 'any' })?.origin ?? null
    }));
  }

  /** Servers that the operator named, with the origin that receives each key. */
  servers(): ShownServer[] {
    return describeServers(this.#env);
  }

  /** Where the calls of judges go here, and which key goes with them; null for judges that send nothing. */
  destination(config: JudgeConfig): Destination | null {
    return destinationOf(config, this.#env, this.#sources.guard);
  }

  /** The same for the judges of a run, for the audit trail. */
  #sentTo(run: Run): (Destination & { judge: string })[] {
    return judgesOf(this.#db, run.id).flatMap((stored) => {
      const to = this.destination(configOf(stored));
      return to ? [{ judge: stored.spec, ...to }] : [];
    });
  }

  /** The same where nobody could be told of a judge that cannot be made any more: the run itself will say so. */
  #sentToIfKnown(run: Run): (Destination & { judge: string })[] {
    try {
      return this.#sentTo(run);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return [];
    }
  }

  /** Starts or resumes a run; returns at once. */
  start(grant: ProjectGrant<'manage'>, runId: string): void {
    const run = this.#run(runId, grant.resource.id);
    if (run.status === 'done') refuse.conflict('This run is done. Make a new one to score again.');
    if (this.#driven.has(runId)) return;
    demandNamedEndpoints(grant.actor, judgesOf(this.#db, runId).map(configOf));
    if (run.options.budget !== null) demandPrices(this.#judges(run), run.options.budget, run.options.prices);
    try {
      write(this.#db, (tx) => {
        tx.update(schema.run).set({ crashes: 0 }).where(eq(schema.run.id, runId)).run();
        record(tx, grant.actor, {
          projectId: run.projectId,
          action: 'run.start',
          entity: 'run',
          entityId: runId,
          detail: { number: run.number, sentTo: this.#sentTo(run) }
        });
      });
      this.#drive(run);
    } catch (error) {
      if (!isOutOfRoom(error)) throw error;
      refuse.outOfRoom(outOfRoomWords(error, KEPT, 'resume the run'));
    }
  }

  /** Cancels: calls under way are aborted, what is finished stays, and the run can be resumed. */
  async cancel(grant: ProjectGrant<'manage'>, runId: string): Promise<void> {
    const run = this.#run(runId, grant.resource.id);
    const driven = this.#driven.get(runId);
    if (!driven && run.status !== 'running' && run.status !== 'waiting') refuse.conflict(`This run is ${run.status}.`);
    if (!driven && this.#heldElsewhere(run))
      refuse.conflict('Another process is working on this run. Cancel it there.');
    write(this.#db, (tx) => {
      tx.update(schema.run).set({ status: 'cancelled', finishedAt: Date.now() }).where(eq(schema.run.id, runId)).run();
      record(tx, grant.actor, {
        projectId: run.projectId,
        action: 'run.cancel',
        entity: 'run',
        entityId: runId,
        detail: { number: run.number }
      });
    });
    driven?.stop.abort();
    await driven?.ended;
  }

  /**
   * Fetches pages of a run again and judges the reports that hang on them again; returns at once. Refused while the run is under
   * way, and where a study samples its verdicts: these have to stay as they were drawn.
   *
   * @param urls Addresses of pages that did not come; null for all that this machine could not reach
   */
  fetchAgain(grant: ProjectGrant<'manage'>, runId: string, urls: readonly string[] | null): void {
    const run = this.#run(runId, grant.resource.id);
    if (run.origin === 'imported') refuse.conflict('This run was imported: it fetched no pages here.');
    if (this.#driven.has(runId) || this.#heldElsewhere(run))
      refuse.conflict('This run is under way. Wait until it ends, then fetch its pages again.');
    demandNamedEndpoints(grant.actor, judgesOf(this.#db, runId).map(configOf));
    const study = this.#db.select().from(schema.study).where(eq(schema.study.runId, runId)).get();
    if (study)
      refuse.conflict(
        `Study ${study.number} samples the verdicts of this run, so they stay. Run the same again: it fetches what did not come.`
      );
    const keys = urls?.map(pageKey) ?? null;
    const pages = this.#db.select().from(schema.pageFetch).where(eq(schema.pageFetch.runId, runId)).all();
    const unknown = urls?.find((url) => !pages.some(({ urlKey }) => urlKey === pageKey(url)));
    if (unknown !== undefined)
      refuse.invalid(`No report of this run cites ${unknown}. Give the address as the run lists it.`);
    const open = pages.filter(({ urlKey, outcome }) =>
      keys ? keys.includes(urlKey) && outcome !== 'ok' : outcome === 'not-fetched'
    );
    if (open.length === 0)
      refuse.conflict(keys ? 'These pages were read already.' : 'Every page of this run was fetched.');
    write(this.#db, (tx) => {
      const again = reopenPages(
        tx,
        runId,
        open.map(({ urlKey }) => urlKey)
      );
      tx.update(schema.run).set({ status: 'running', crashes: 0 }).where(eq(schema.run.id, runId)).run();
      record(tx, grant.actor, {
        projectId: run.projectId,
        action: 'run.fetch-again',
        entity: 'run',
        entityId: runId,
        detail: { number: run.number, ...again, sentTo: this.#sentTo(run) }
      });
    });
    this.#drive(run);
  }

  /** Changes what a run may cost in all, what it has cost so far included; null takes the cap away. */
  setBudget(grant: ProjectGrant<'manage'>, runId: string, budget: number | null): void {
    const run = this.#run(runId, grant.resource.id);
    if (run.status === 'done') refuse.conflict('This run is done. Make a new one to score again.');
    if (this.#driven.has(runId) || this.#heldElsewhere(run))
      refuse.conflict('This run is under way. Cancel it, change its budget, then go on with it.');
    if (budget !== null && !(Number.isFinite(budget) && budget > 0))
      refuse.invalid('The budget was not changed.', [
        { row: null, column: 'budget', reason: 'Write an amount of US dollars above 0.', found: String(budget) }
      ]);
    write(this.#db, (tx) => {
      tx.update(schema.run)
        .set({ options: { ...run.options, budget } })
        .where(eq(schema.run.id, runId))
        .run();
      record(tx, grant.actor, {
        projectId: run.projectId,
        action: 'run.budget',
        entity: 'run',
        entityId: runId,
        detail: { number: run.number, from: run.options.budget, to: budget }
      });
    });
  }

  /** Takes up what a stopped or killed process left running. */
  resumeAll(): void {
    unscoreDamaged(this.#db, null);
    const left = this.#db
      .select()
      .from(schema.run)
      .where(inArray(schema.run.status, ['running']))
      .all();
    for (const run of left) {
      const detail = { number: run.number, sentTo: this.#sentToIfKnown(run) };
      const { projectId, id: entityId } = run;
      write(this.#db, (tx) =>
        record(tx, systemActor, { projectId, action: 'run.resume', entity: 'run', entityId, detail })
      );
      this.#drive(run);
    }
  }

  /** Records that a judge is asked outside a run: where its calls go, and by which variable its key is named. */
  noteKeyUse({ actor, resource }: ProjectGrant<'manage'>, judge: string, config: JudgeConfig, purpose: string): void {
    const to = this.destination(config);
    if (!to) return;
    write(this.#db, (tx) =>
      record(tx, actor, {
        projectId: resource.id,
        action: 'key.use',
        entity: 'judge',
        entityId: judge,
        detail: { purpose, sentTo: [{ judge, ...to }] }
      })
    );
  }

  live(runId: string): Live | null {
    const driven = this.#driven.get(runId);
    if (!driven) return null;
    const window = 10_000;
    const recent = driven.finished.filter((at) => at > Date.now() - window);
    const seconds = recent.length > 0 ? Math.max(1, (Date.now() - recent[0]!) / 1000) : 1;
    const { inFlight, lastRetry, spent, held } = driven;
    const down = [...driven.down].map(([provider, one]) => ({ provider, ...one }));
    const limit = held && held.until > Date.now() ? held.reason : null;
    const outages = down.map(({ provider, reason }) => `${provider} does not answer (${reason.replace(/\.$/, '')})`);
    const waiting = outages.length > 0 ? outages.join('; ') : limit;
    // While a server does not answer, no rate of the past says when its calls will be made.
    const left = down.length > 0 ? null : (driven.timeLeft?.left() ?? null);
    return { inFlight, rate: recent.length / seconds, left, lastRetry, spentUsd: spent, waiting, down };
  }

  /** Resolves when a run that this process drives has ended. */
  async ended(runId: string): Promise<void> {
    await this.#driven.get(runId)?.ended;
  }

  /** Stops all runs without ending them: the next start takes them up. */
  async stop(): Promise<void> {
    const all = [...this.#driven.values()];
    for (const { stop } of all) stop.abort();
    await Promise.allSettled(all.map(({ ended }) => ended));
  }

  #run(runId: string, projectId: string): Run {
    return (
      this.#db
        .select()
        .from(schema.run)
        .where(and(eq(schema.run.id, runId), eq(schema.run.projectId, projectId)))
        .get() ?? refuse.notFound('run')
    );
  }

  #drive(run: Run): void {
    this.#outOfRoomRuns.delete(run.id);
    const stop = new AbortController();
    const driven: Driven = {
      ...{ stop, ended: Promise.resolve(), inFlight: 0, finished: [], lastRetry: null, held: null, down: new Map() },
      timeLeft: null,
      spent: Object.keys(run.options.prices).length === 0 ? null : sqliteStore(this.#db, run.id).spent()
    };
    this.#db
      .update(schema.run)
      .set({ status: 'running', startedAt: run.startedAt ?? Date.now(), finishedAt: null, problem: null })
      .where(eq(schema.run.id, run.id))
      .run();
    this.#driven.set(run.id, driven);
    driven.ended = this.#work(run, driven)
      .catch((error: unknown) => this.#failed(run, error))
      .finally(() => this.#driven.delete(run.id));
  }

  #judges(run: Run): Judge[] {
    return judgesOf(this.#db, run.id).map((stored) => {
      const config = configOf(stored);
      const judge = makeJudge(config, this.#env, this.#sources);
      if (judge.fingerprint === stored.fingerprint || config.settings?.webSearch !== false) return judge;
      // `webSearch=off` did not count as a setting before metrics could allow web search.
      const { webSearch: _off, ...settings } = config.settings;
      const plain = makeJudge({ ...config, settings }, this.#env, this.#sources);
      return plain.fingerprint === stored.fingerprint ? plain : judge;
    });
  }

  /** One reader for all runs, so that they share its manners towards a host. */
  #pages(): FetchPage {
    this.#fetchPage ??= pageFetcher({
      allow: parseFetchAllow(this.#env['VOIRDIRE_FETCH_ALLOW']),
      references: parseReachCheck(this.#env['VOIRDIRE_REACH_CHECK'], defaultReferences)
    });
    return this.#fetchPage;
  }

  async #work(run: Run, driven: Driven): Promise<void> {
    const stored = judgesOf(this.#db, run.id);
    const judges = this.#judges(run);
    const changed = judges.findIndex((judge, i) => judge.fingerprint !== stored[i]?.fingerprint);
    if (changed !== -1)
      refuse.conflict(
        `The judge ${stored[changed]?.spec} is no longer what it was when this run was made (its settings or its version changed). Make a new run.`
      );
    const reworded = metricsOf(this.#db, run.id).find((row) => metricIn(row).prompt.hash !== row.promptHash);
    if (reworded)
      refuse.conflict(
        `The prompt ${reworded.promptName}@${reworded.promptVersion} is no longer what it was when this run was made. Make a new run.`
      );
    const store = sqliteStore(this.#db, run.id);
    // A killed process can not give its lease back; where it is known to be gone, nobody has to wait for the lease's end.
    if (run.leaseOwner !== null && isGone(run.leaseOwner))
      this.#db
        .update(schema.run)
        .set({ leaseUntil: 0 })
        .where(and(eq(schema.run.id, run.id), eq(schema.run.leaseOwner, run.leaseOwner)))
        .run();
    const fetchPage = this.#pages();
    const drive = async (): Promise<EngineResult> => {
      fetchPage.afresh?.();
      // What another process holds is its own; `runEngine` refuses the run then.
      if (!this.#heldElsewhere(run)) write(this.#db, (tx) => reopenPages(tx, run.id, 'not-fetched'));
      const tasks = tasksOf(this.#db, run, judges);
      const timeLeft = createTimeLeft(tasks, run.options.limits, () => performance.now());
      driven.timeLeft = timeLeft;
      const counting = new AbortController();
      void countAhead(this.#db, run, tasks, timeLeft, counting.signal);
      return runEngine({
        tasks,
        store,
        owner: this.#owner,
        delimiterKey: delimiterKey(this.#db),
        limits: limitsOf(run),
        prices: run.options.prices,
        budget: run.options.budget,
        useCache: run.options.useCache,
        fetchPage,
        signal: driven.stop.signal,
        onEvent: (event) => note(driven, event)
      }).finally(() => counting.abort());
    };
    let result = await drive();
    // The web came back while the run went on: what was not fetched before is fetched now.
    if (result.status === 'done' && result.outage === null && notFetchedIn(this.#db, run.id)) result = await drive();
    // Stopped from outside: a cancel has written its own status; a shutdown leaves `running` for the next start.
    if (result.status === 'cancelled') return;
    if (result.status === 'over-budget') return this.#overBudget(run, result);
    if (result.crashes !== null) return this.#crashed(run, result.crashes, result);
    if (result.status === 'paused') return this.#unavailable(run, result);
    if (result.outage !== null) return this.#unreached(run, result.outage);
    write(this.#db, (tx) => {
      tx.update(schema.run)
        .set({ status: 'done', problem: null, finishedAt: Date.now() })
        .where(eq(schema.run.id, run.id))
        .run();
      record(tx, systemActor, {
        projectId: run.projectId,
        action: 'run.done',
        entity: 'run',
        entityId: run.id,
        detail: { number: run.number, ...result.units }
      });
    });
  }

  /** The money is used up: as if cancelled, with the reason. A higher budget lets the run go on. */
  #overBudget(run: Run, { spent, tasks }: EngineResult): void {
    const left = tasks.total - tasks.finished - tasks.skipped;
    const problem = `The budget of ${dollars(run.options.budget ?? 0)} is used up: ${dollars(spent)} were spent, and ${left} of ${tasks.total} tasks are left. Raise the budget to go on.`;
    const detail = { budget: run.options.budget, spent, left };
    this.#endEarly(run, 'cancelled', problem, { action: 'run.over-budget', detail });
  }

  /** A judge's server did not answer for as long as the run may wait: it pauses, and nothing is unscored for it. */
  #unavailable(run: Run, { unavailable, tasks }: EngineResult): void {
    const left = tasks.total - tasks.finished - tasks.skipped;
    const problem = `${unavailable ?? 'A judge did not answer.'} ${left} of ${tasks.total} tasks are left.`;
    this.#endEarly(run, 'paused', problem, { action: 'run.pause', detail: { unavailable, left } });
  }

  /** The run may be what its processes died of: it pauses until a person looks at it, instead of ending the next one too. */
  #crashed(run: Run, crashes: number, { tasks }: EngineResult): void {
    const left = tasks.total - tasks.finished - tasks.skipped;
    const times = crashes === 2 ? 'twice' : `${crashes} times`;
    const problem = `The process that scored this run has ended ${times} without a word, as it does when memory runs out or when it is killed. ${KEPT} Look for the cause in the log of the server; fewer calls at once take less memory. Then resume the run. ${left} of ${tasks.total} tasks are left.`;
    this.#endEarly(run, 'paused', problem, { action: 'run.pause', detail: { crashes, left } });
  }

  /** Nothing on the web answers this machine: the run pauses, and fetches the remaining pages when it is resumed. */
  #unreached(run: Run, outage: string): void {
    const left = notFetchedIn(this.#db, run.id);
    const problem = `${outage.charAt(0).toUpperCase()}${outage.slice(1)}. ${left?.pages ?? 0} of ${left?.of ?? 0} cited pages were not fetched, and the claims of ${left?.reports ?? 0} reports that cite them are unscored. Nothing was counted as an error of a report. Check network, name server and proxy of this machine, or supply the pages’ texts; then resume the run.`;
    this.#endEarly(run, 'paused', problem, { action: 'run.pause', detail: { outage, ...left } });
  }

  /** Ends a run before all of its tasks are done, with the reason on the run and in the audit trail. */
  #endEarly(
    run: Run,
    status: 'cancelled' | 'paused',
    problem: string,
    { action, detail }: { action: string; detail: Record<string, unknown> }
  ): void {
    write(this.#db, (tx) => {
      tx.update(schema.run).set({ status, problem, finishedAt: Date.now() }).where(eq(schema.run.id, run.id)).run();
      record(tx, systemActor, {
        projectId: run.projectId,
        action,
        entity: 'run',
        entityId: run.id,
        detail: { number: run.number, ...detail }
      });
    });
  }

  /** A full disk: the run pauses. It cannot be written that it does as long as there is no room, so that is tried again. */
  #outOfRoom(run: Run, error: Error & { code: string }): void {
    const problem = outOfRoomWords(error, KEPT, 'resume the run');
    const tell = (): void => {
      try {
        this.#endEarly(run, 'paused', problem, { action: 'run.pause', detail: { code: error.code } });
        this.#outOfRoomRuns.delete(run.id);
      } catch (again) {
        if (!isOutOfRoom(again)) throw again;
        setTimeout(() => this.#outOfRoomRuns.has(run.id) && tell(), TELL_AGAIN_MS).unref();
      }
    };
    this.#outOfRoomRuns.set(run.id, problem);
    tell();
  }

  /** How far a run is; paused where it stopped for want of room on the disk, also as long as that could not be written. */
  progress(runId: string): RunProgress {
    const problem = this.#outOfRoomRuns.get(runId) ?? null;
    const progress = runProgress(this.#db, runId);
    return problem === null ? progress : { ...progress, status: 'paused', state: 'paused', problem };
  }

  /** Whether a process other than this one is working on the run. */
  #heldElsewhere({ id, projectId }: Run): boolean {
    const { leaseOwner, leaseUntil } = this.#run(id, projectId);
    return leaseOwner !== null && leaseOwner !== this.#owner && (leaseUntil ?? 0) > Date.now() && !isGone(leaseOwner);
  }

  #failed(run: Run, error: unknown): void {
    // Whoever holds the run now says how it ends.
    if (this.#heldElsewhere(run)) return;
    if (isOutOfRoom(error)) return this.#outOfRoom(run, error);
    const problem = isRefusal(error) ? error.message : `${(error as Error).name}: ${(error as Error).message}`;
    write(this.#db, (tx) => {
      tx.update(schema.run)
        .set({ status: 'failed', problem, finishedAt: Date.now() })
        .where(eq(schema.run.id, run.id))
        .run();
      record(tx, systemActor, {
        projectId: run.projectId,
        action: 'run.fail',
        entity: 'run',
        entityId: run.id,
        detail: { number: run.number, problem }
      });
    });
  }
}

function limitsOf({ options }: Run): Partial<EngineLimits> {
  const calls = Object.entries(options.calls ?? {});
  return {
    calls: options.concurrency,
    providers: options.limits,
    perJudge: Object.fromEntries(
      calls.map(([spec, { deadlineSeconds, tries }]) => [
        spec,
        { callTimeoutMs: deadlineSeconds * 1_000, maxAttempts: tries }
      ])
    ),
    outageWaitMs: (options.outageMinutes ?? OUTAGE_MINUTES) * 60_000
  };
}

function note(driven: Driven, event: EngineEvent): void {
  driven.timeLeft?.note(event);
  if (event.type === 'calls-under-way') driven.inFlight = event.calls;
  if (event.type === 'judge-down') driven.down.set(event.provider, { reason: event.reason, since: Date.now() });
  if (event.type === 'judge-up') driven.down.delete(event.provider);
  if (event.type === 'call-retried') driven.lastRetry = event.reason;
  if (event.type === 'call-answered' && driven.spent !== null) driven.spent += event.cost ?? 0;
  if (event.type === 'limit-reached')
    driven.held = { reason: `limit of ${event.provider}: ${event.reason}`, until: Date.now() + event.waitMs };
  if (event.type === 'task-finished' && !event.skipped) {
    driven.finished.push(Date.now());
    if (driven.finished.length > 2000) driven.finished.splice(0, 1000);
  }
}
