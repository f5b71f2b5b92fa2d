import type { Db } from '../../../server/db/client.ts';
import { secretsIn } from '../../../secrets.ts';
import {
  describeJudge,
  describeServers,
  destinationOf,
  judgeSpec,
  makeJudge,
  modelChoices,
  modelConfigs,
  type Destination,
  type Env,
  type JudgeConfig,
  type ModelChoice,
  type ShownServer
} from '../../judges/index.ts';
import {
  bindableVariables,
  type ServerPlace,
  withStoredServers
} from '../../judges/endpoints/stored-servers.server.ts';
import { guardFor } from '../../web/fetching/guard.ts';
import { type JudgeSources } from '../../judges/scripted/sources.ts';
import type { NamedJudge } from '../new-run.server.ts';
import type { Judge } from '../../judge.ts';
import type { Metric } from '../../metric.ts';
import type { SearchProviderName } from '../../search.ts';
import type { SearchProvider } from '../../search/contract.ts';
import { searchChosen, searchRecorded } from '../../search/needed.ts';
import { searchProvidersIn, usualSearch } from '../../search/providers.ts';
import { commandsIn } from '../../judges/systems/commands.ts';
import { pricesOf } from '../../engine/costs/prices.ts';
import type { RunOptions, TokenPrice } from '../run-options.ts';
import { configOf, judgesOf, type Run } from '../runs.server.ts';
import { testJudges, type Trial } from '../trial/trial-call.ts';

/** Options of a run that a test of judges needs. */
export type TrialOptions = Pick<RunOptions, 'prices' | 'limits' | 'calls'>;

/** Judges as the keys, servers and scripts of this process make them. */
export class JudgesHere {
  readonly #here: Env;
  readonly #sources: JudgeSources;
  readonly #servers: Db | null;

  /** @param servers Where the servers that admins named are stored; null if only the environment names servers */
  constructor(env: Env, sources: JudgeSources = {}, servers: Db | null = null) {
    this.#here = env;
    this.#sources = sources;
    this.#servers = servers;
  }

  /** The environment with all named servers. Read anew each time, because an admin may name one at any time. */
  get #env(): Env {
    return this.#servers === null ? this.#here : withStoredServers(this.#servers, this.#here);
  }

  /** The judge of a configuration as a run stores it; refused if its key is missing. */
  name(config: JudgeConfig): NamedJudge {
    const { fingerprint } = makeJudge(config, this.#env, this.#sources);
    return { spec: judgeSpec(config), fingerprint, config };
  }

  /** The judge of a configuration, to be asked outside a run; refused if its key is missing. */
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

  /** Facts of judges from which an estimate is made; a missing key is not refused. */
  facts(configs: readonly JudgeConfig[]): ReturnType<typeof describeJudge>[] {
    return configs.map((config) => describeJudge(config, this.#env, this.#sources));
  }

  /** The judges of a stored run, in its order; refused if a key is missing. */
  ofRun(db: Db, run: Run): Judge[] {
    return judgesOf(db, run.id).map((stored) => this.recorded(configOf(stored), stored.fingerprint));
  }

  /** The judge of a configuration that a run recorded with its fingerprint; another one has another fingerprint. */
  recorded(config: JudgeConfig, fingerprint: string): Judge {
    const judge = this.judge(config);
    if (judge.fingerprint === fingerprint || config.settings?.webSearch !== false) return judge;
    // `webSearch=off` did not count as a setting before metrics could allow web search.
    const { webSearch: _off, ...settings } = config.settings;
    const plain = this.judge({ ...config, settings });
    return plain.fingerprint === fingerprint ? plain : judge;
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

  /** Named servers, with the origin that receives each key. @param projectId of the project that uses them; all servers if absent */
  servers(projectId?: string): ShownServer[] {
    return describeServers(this.#env).filter(
      ({ projects }) => projectId === undefined || projects === null || projects.includes(projectId)
    );
  }

  /** Names of the commands that write reports here, in alphabetical order. */
  commands(): string[] {
    return Object.keys(commandsIn(this.#env)).sort();
  }

  /** Models that a person may choose from in a project, with prices and contexts. */
  models(projectId: string): ModelChoice[] {
    return modelChoices(this.#env, this.servers(projectId));
  }

  /** Variables that an admin may bind to a server, by name. */
  bindableVariables(): string[] {
    return bindableVariables(this.#here);
  }

  /** Environment and guard against which an admin names a server. */
  serverPlace(): ServerPlace {
    return { env: this.#here, guard: this.#sources.guard ?? guardFor([]) };
  }

  /** Where the calls of judges go here, and which key goes with them; null for judges that send nothing. */
  destination(config: JudgeConfig): Destination | null {
    return destinationOf(config, this.#env, this.#sources.guard);
  }

  /** The same for each model of a judge, by its spec. */
  destinationsOf(config: JudgeConfig): (Destination & { judge: string })[] {
    return modelConfigs(config).flatMap((model) => {
      const to = this.destination(model);
      return to ? [{ judge: judgeSpec(model), ...to }] : [];
    });
  }

  /** The same for the judges of a run and its search provider, for the audit trail. */
  destinations(db: Db, run: Run): (Destination & { judge: string })[] {
    const to = this.searchOfRun(run)?.destination;
    return [
      ...judgesOf(db, run.id).flatMap((stored) => this.destinationsOf(configOf(stored))),
      ...(to ? [{ judge: `search with ${run.options.search}`, ...to }] : [])
    ];
  }

  /** Search providers that the operator has set up here, and the one of those who choose none. */
  searchProviders(): { names: SearchProviderName[]; usual: SearchProviderName | null } {
    return { names: searchProvidersIn(this.#env), usual: usualSearch(this.#env) };
  }

  /** The search provider that a run over these metrics records; see `searchChosen`. */
  searchChosen(
    metrics: readonly Pick<Metric, 'name' | 'title' | 'needs'>[],
    wanted: string | null,
    prices = ''
  ): ReturnType<typeof searchChosen> {
    return searchChosen(this.#env, metrics, wanted, prices);
  }

  /** The search provider of a stored run; null if it does not search. Refused if it is not here any more. */
  searchOfRun(run: Pick<Run, 'options'>): SearchProvider | null {
    return searchRecorded(this.#env, run.options);
  }

  /** Asks each judge one small question, as a run would; see `testJudges`. Their words never show a key. */
  async test(configs: readonly JudgeConfig[], options: TrialOptions): Promise<Trial[]> {
    return testJudges(configs, (config) => this.judge(config), { ...options, secrets: secretsIn(this.#env) });
  }

  /** A setting of this process's environment. */
  setting(name: string): string | undefined {
    return this.#env[name];
  }
}
