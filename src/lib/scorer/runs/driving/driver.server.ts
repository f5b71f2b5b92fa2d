import { sayingsOf } from '../../../messages/sayings.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, isNull } from 'drizzle-orm';
import { isRefusal, refuse, fieldSays, problemAt } from '../../../errors.ts';
import { record } from '../../../server/audit/audit.ts';
import { systemActor, type ProjectGrant } from '../../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../../server/db/client.ts';
import { DamagedJson, damageWords } from '../../../server/db/damaged-json.ts';
import { writeFault, writeFaultWords } from '../../../server/db/write-faults.ts';
import { unscoreDamaged } from '../../units/damaged-verdicts.server.ts';
import { DrivingHere, type Driving } from './driving.server.ts';
import { demandPrices, demandSearchPrice } from '../../engine/limits/budget.ts';
import { estimatePlan, planEstimate, type EstimateQuestion } from '../../engine/estimate/estimate.server.ts';
import { failedSearchesIn, reopenPages } from '../../web/pages/fetching-again.server.ts';
import { allPlayers, type Env, type JudgeConfig } from '../../judges/index.ts';
import { type JudgeSources } from '../../judges/scripted/sources.ts';
import { JudgesHere, type TrialOptions } from './judges-here.server.ts';
import { createMaking, type NewMaking } from '../../making/making-runs.server.ts';
import type { NewRun } from '../new-run.server.ts';
import { cancelBatches } from './batches-cancelled.server.ts';
import { entryOf, KEPT } from './run-endings.server.ts';
import { leaseHolder } from './run-lease.server.ts';
import type { Live } from './run-live.ts';
import { runProgress, type RunProgress } from '../run-progress.server.ts';
import { hasEnded } from '../run-state.ts';
import { configOf, judgesOf, metricsOf, type Run } from '../runs.server.ts';
import type { Trial } from '../trial/trial-call.ts';
import type { FetchPage } from '../../web/fetching/fetcher.ts';
import { pageKey } from '../../web/url-key.ts';
import { demandNamedEndpoints } from '../../judges/endpoints/written-addresses.server.ts';

const leadSays = sayingsOf('leadRefusals');

export type { Live } from './run-live.ts';

/** How long a cancel waits for the process that drives the run to stop it, in milliseconds. */
const STOPPING_MS = 3_000;

/**
 * Acts of people on runs: start, cancel, resume, fetch pages again, change the budget. Each is recorded, with its row of
 * the audit trail; driving the runs is left to `Driving`, which may be another process.
 */
export class RunDriver extends JudgesHere {
  readonly #db: Db;
  readonly #driving: Driving;

  /**
   * @param fetchPage Reads cited pages in place of the web: recorded ones, in tests
   * @param driving Where runs are driven; in this process unless told
   */
  constructor(db: Db, env: Env, sources: JudgeSources = {}, fetchPage: FetchPage | null = null, driving?: Driving) {
    super(env, sources, db);
    this.#db = db;
    this.#driving = driving ?? new DrivingHere(db, this, fetchPage);
  }

  /** Facts for the estimate of a run. It is planned as it would be, and forgotten: nothing is asked or written. */
  planEstimate(grant: ProjectGrant<'manage'>, input: NewRun): EstimateQuestion {
    const facts = this.facts(input.judges.map(({ config }) => config));
    return planEstimate(this.#db, grant, input, facts);
  }

  /** The same of a making run. */
  planMaking(grant: ProjectGrant<'manage'>, input: NewMaking): EstimateQuestion {
    const facts = this.facts(input.judges.map(({ config }) => config));
    return estimatePlan(this.#db, (tx) => createMaking(tx, grant, input), facts);
  }

  /**
   * Asks each judge one small question, as a run would; see `testJudges`. What that cost is in the audit trail of the project.
   *
   * @param grant Null if there is no project, and nothing is recorded
   */
  async testJudges(
    grant: ProjectGrant<'manage'> | null,
    configs: readonly JudgeConfig[],
    options: TrialOptions
  ): Promise<Trial[]> {
    if (configs.length === 0) refuse.invalid(leadSays('noJudgeChosen'));
    if (grant !== null) demandNamedEndpoints(this.#db, grant, configs);
    const trials = await this.#driving.test(configs, options);
    if (grant !== null)
      write(this.#db, (tx) =>
        record(tx, grant.actor, {
          projectId: grant.resource.id,
          action: 'judge.test',
          entity: 'project',
          entityId: grant.resource.id,
          detail: {
            judges: trials.map(({ judge, state, usage, cost }) => ({ judge, state, usage, cost })),
            sentTo: configs.flatMap((config) => this.destinationsOf(config))
          }
        })
      );
    return trials;
  }

  /** Starts or resumes a run; returns at once. Refused if a study samples the verdicts of a stopped run. */
  start(grant: ProjectGrant<'manage'>, runId: string): void {
    const run = this.#run(runId, grant.resource.id);
    if (run.status === 'done') refuse.conflict(leadSays('runDone'));
    if (this.#driving.live(runId) !== null) return;
    if (hasEnded(run)) this.#refuseSampled(run);
    demandNamedEndpoints(this.#db, grant, judgesOf(this.#db, runId).map(configOf));
    if (run.options.budget !== null)
      demandPrices(this.ofRun(this.#db, run).flatMap(allPlayers), run.options.budget, run.options.prices);
    demandSearchPrice(run.options.search, run.options.budget, run.options.searchPrice);
    // Another process drives it: it continues there, and this one only waits for its end.
    if (run.status === 'running' && leaseHolder(this.#db, runId) !== null) return this.#driving.drive(runId);
    try {
      write(this.#db, (tx) => {
        record(tx, grant.actor, this.#entry(run, 'run.start', { sentTo: this.destinations(tx, run) }));
        markRunning(tx, run);
      });
    } catch (error) {
      const fault = writeFault(error);
      if (!fault) throw error;
      refuse.notWritten(writeFaultWords(fault, KEPT, 'resume the run'), fault.kind === 'full');
    }
    this.#driving.drive(runId);
  }

  /**
   * Cancels: calls under way are aborted, what is finished stays, and the run can be resumed. The process that drives the run may
   * be another one, also on another machine: it reads from the run's row that it is to stop. A paused run has no such process:
   * the batches that it left with providers are cancelled here.
   */
  async cancel(grant: ProjectGrant<'manage'>, runId: string): Promise<void> {
    const run = this.#run(runId, grant.resource.id);
    if (run.status !== 'running' && run.status !== 'waiting' && run.status !== 'paused')
      refuse.conflict(leadSays('runNotUnderWay', { state: run.status }));
    write(this.#db, (tx) => {
      tx.update(schema.run).set({ status: 'cancelled', finishedAt: Date.now() }).where(eq(schema.run.id, runId)).run();
      record(tx, grant.actor, this.#entry(run, 'run.cancel', {}));
    });
    if (run.status === 'paused') return cancelBatches(this.#db, run, this.ofRun(this.#db, run));
    this.#driving.look(runId);
    const until = Date.now() + STOPPING_MS;
    await Promise.race([this.#driving.ended(runId), sleep(STOPPING_MS, undefined, { ref: false })]);
    while (leaseHolder(this.#db, runId) !== null && Date.now() < until) await sleep(50);
  }

  /**
   * Fetches pages of a run again and judges the reports that hang on them again; returns at once. Refused while the run is under
   * way, and if a study samples its verdicts: these have to stay as they were drawn.
   *
   * @param urls Addresses of pages that did not come; null for all that this machine could not reach, and for searches that failed
   */
  fetchAgain(grant: ProjectGrant<'manage'>, runId: string, urls: readonly string[] | null): void {
    const run = this.#run(runId, grant.resource.id);
    if (run.origin === 'imported') refuse.conflict(leadSays('importedNoPages'));
    if (this.#isUnderWay(run)) refuse.conflict(leadSays('runUnderWayPages'));
    demandNamedEndpoints(this.#db, grant, judgesOf(this.#db, runId).map(configOf));
    this.#refuseSampled(run);
    const keys = urls?.map(pageKey) ?? null;
    const pages = this.#db.select().from(schema.pageFetch).where(eq(schema.pageFetch.runId, runId)).all();
    const unknown = urls?.find((url) => !pages.some(({ urlKey }) => urlKey === pageKey(url)));
    if (unknown !== undefined) refuse.invalid(leadSays('noReportCites', { address: unknown }));
    const open = pages.filter(({ urlKey, outcome }) =>
      keys ? keys.includes(urlKey) && outcome !== 'ok' : outcome === 'not-fetched'
    );
    if (open.length === 0 && (keys || failedSearchesIn(this.#db, runId) === null))
      refuse.conflict(leadSays(keys ? 'pagesRead' : 'pagesFetched'));
    write(this.#db, (tx) => {
      const again = reopenPages(tx, runId, keys ? open.map(({ urlKey }) => urlKey) : 'not-fetched');
      markRunning(tx, run);
      record(tx, grant.actor, this.#entry(run, 'run.fetch-again', { ...again, sentTo: this.destinations(tx, run) }));
    });
    this.#driving.drive(runId);
  }

  /** Changes what a run may cost in all, what it has cost so far included; null takes the cap away. */
  setBudget(grant: ProjectGrant<'manage'>, runId: string, budget: number | null): void {
    const run = this.#run(runId, grant.resource.id);
    if (run.status === 'done') refuse.conflict(leadSays('runDone'));
    if (this.#isUnderWay(run)) refuse.conflict(leadSays('runUnderWayBudget'));
    if (budget !== null && !(Number.isFinite(budget) && budget > 0))
      refuse.invalid(leadSays('budgetNotChanged'), [problemAt('budget', fieldSays('dollars'), String(budget))]);
    write(this.#db, (tx) => {
      tx.update(schema.run)
        .set({ options: { ...run.options, budget } })
        .where(eq(schema.run.id, runId))
        .run();
      record(tx, grant.actor, this.#entry(run, 'run.budget', { from: run.options.budget, to: budget }));
    });
  }

  /**
   * Takes up what a stopped or killed process left running.
   *
   * @param which runs; all unless told
   */
  resumeAll(which: (run: Run) => boolean = () => true): void {
    unscoreDamaged(this.#db, null);
    for (const run of this.#running().filter(which)) {
      const damage = this.#damageOf(run);
      if (damage !== null) {
        this.#failDamaged(run, damage);
        continue;
      }
      const sentTo = this.#destinationsIfKnown(run);
      // A run that another process drives continues there; this one takes it up only if that process ends.
      if (leaseHolder(this.#db, run.id) === null)
        write(this.#db, (tx) => record(tx, systemActor, this.#entry(run, 'run.resume', { sentTo })));
      this.#driving.drive(run.id);
    }
  }

  /**
   * Takes up what a command has left running that was killed after this process started. A run that nothing has driven yet may be
   * about to begin there.
   */
  resumeLeft(): void {
    const isLeft = ({ id, leaseOwner }: Run): boolean =>
      leaseOwner !== null && this.#driving.live(id) === null && leaseHolder(this.#db, id) === null;
    if (this.#running().some(isLeft)) this.resumeAll(isLeft);
  }

  #running(): Run[] {
    return this.#db.select().from(schema.run).where(eq(schema.run.status, 'running')).all();
  }

  /** Live figures; null if no process of this server drives the run. */
  live(runId: string): Live | null {
    return this.#driving.live(runId);
  }

  /** Resolves when a run that is driven here has ended. */
  async ended(runId: string): Promise<void> {
    await this.#driving.ended(runId);
  }

  /** Stops all runs without ending them: the next start takes them up. */
  async stop(): Promise<void> {
    await this.#driving.stop();
  }

  /** How far a run is; paused if it stopped for want of room on the disk, also as long as that could not be written. */
  progress(runId: string): RunProgress {
    const problem = this.#driving.outOfRoom(runId);
    const progress = runProgress(this.#db, runId);
    return problem === null ? progress : { ...progress, status: 'paused', state: 'paused', problem };
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

  /** Verdicts that a study samples have to stay as they were drawn. */
  #refuseSampled({ id }: Run): void {
    const study = this.#db.select().from(schema.study).where(eq(schema.study.runId, id)).get();
    if (study) refuse.conflict(leadSays('sampledByStudy', { number: study.number }));
  }

  /** Whether the run is driven here, or by another process. */
  #isUnderWay({ id }: Run): boolean {
    return this.#driving.live(id) !== null || leaseHolder(this.#db, id) !== null;
  }

  /** Where the judges of a run are asked; none if one cannot be made any more: the run itself will say so. */
  #destinationsIfKnown(run: Run): ReturnType<JudgesHere['destinations']> {
    try {
      return this.destinations(this.#db, run);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return [];
    }
  }

  /** Reason why parts of a run cannot be read; null if all of it can. */
  #damageOf(run: Run): string | null {
    try {
      JSON.stringify([run.options, metricsOf(this.#db, run.id), judgesOf(this.#db, run.id)]);
      return null;
    } catch (error) {
      if (error instanceof DamagedJson) return damageWords(this.#db, error);
      throw error;
    }
  }

  #failDamaged(run: Run, problem: string): void {
    write(this.#db, (tx) => {
      tx.update(schema.run)
        .set({ status: 'failed', problem, finishedAt: Date.now() })
        .where(eq(schema.run.id, run.id))
        .run();
      record(tx, systemActor, this.#entry(run, 'run.fail', { problem }));
    });
  }

  #entry(run: Run, action: string, detail: Record<string, unknown>): Parameters<typeof record>[2] {
    return { ...entryOf(run, action), detail: { number: run.number, ...detail } };
  }
}

/** From now on the run is to be driven, because a person wants it: crashes of processes count anew. None works in the archive. */
function markRunning(tx: Db, run: Run): void {
  const marked = tx
    .update(schema.run)
    .set({ status: 'running', startedAt: run.startedAt ?? Date.now(), finishedAt: null, problem: null, crashes: 0 })
    .where(and(eq(schema.run.id, run.id), isNull(schema.run.archivedAt)))
    .run();
  if (marked.changes === 0) refuse.conflict(leadSays('runRests'));
}
