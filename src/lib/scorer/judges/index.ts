import { refuse } from '../../errors.ts';
import type { Judge } from '../judge.ts';
import { anthropicJudge } from './providers/anthropic.ts';
import { azureJudge } from './providers/azure.ts';
import { bedrockJudge, vertexJudge } from './providers/claude-platforms.ts';
import { cacheMinimum } from './models/cache-minimum.ts';
import type { Env, JudgeConfig, ProviderName } from './settings/config.ts';
import { destinationOf, elsewhere, withEveryKey } from './endpoints/endpoints.ts';
import { geminiJudge } from './providers/gemini.ts';
import { openaiCompatibleJudge } from './providers/openai-compatible.ts';
import { openaiJudge } from './providers/openai.ts';
import { commandSystem } from './systems/command.ts';
import { geminiResearch } from './systems/gemini-research.ts';
import { openaiResearch } from './systems/openai-research.ts';
import { rulesJudge } from './rules.ts';
import { fingerprint } from '../runs/fingerprint.ts';
import { scriptedJudge } from './scripted/scripted.ts';
import type { JudgeSources } from './scripted/sources.ts';
import { endingInWords, endingsOf } from './models/shutdowns.ts';
import { checkedSettings } from './models/settings.ts';
import { unknownSettings } from './models/settings-taken.ts';
import { judgeSpec } from './settings/spec.ts';
import { searchOf } from './providers/search.ts';
import { thinkingTokens } from './providers/thinking.ts';

export { allPlayers } from './players.ts';
export { isSystemProvider, judgeSettings, modelConfigs, providerNames } from './settings/config.ts';
export type { Env, JudgeConfig, JudgeSettings, ProviderName } from './settings/config.ts';
export { callDefaults, callOptionsFor, formatCallOptions, judgeKind } from './settings/call-options.ts';
export { formatLimits, limitsFor, parseLimits } from './models/limits.ts';
export { modelFamily, sameFamily } from './settings/families.ts';
export type { SystemIdentity } from './settings/families.ts';
export type { KnownModel } from './models/model-table.ts';
export { modelChoices } from './models/choices.ts';
export type { ModelChoice } from './models/choices.ts';
export { knownModel, priceOf } from './models/models.ts';
export { searchOf };
export { destinationInWords, destinationOf, namingAdvice } from './endpoints/endpoints.ts';
export type { Destination } from './endpoints/endpoints.ts';
export { describeServers } from './endpoints/servers.ts';
export type { ShownServer } from './endpoints/servers.ts';
export { settingsOf } from './models/settings.ts';
export { unknownSettings } from './models/settings-taken.ts';
export { distinctModels, judgeLine, judgeSpec, parseJudgeLine, parseJudgeSpec, providerOf } from './settings/spec.ts';
export { scriptedJudge } from './scripted/scripted.ts';
export type { Script, ScriptedAnswer } from './scripted/scripted.ts';

type Provider = (config: JudgeConfig, env: Env, sources: JudgeSources) => Judge;

const scripted: Provider = (config, _env, sources) =>
  scriptedJudge(
    sources.script?.(config.model) ??
      refuse.notConfigured(`The judge ${judgeSpec(config)}`, 'no script of that name is known here')
  );

/** Every provider of judges. To add one, write its file and name it here and in `providerNames`. */
const providers = {
  openai: (config, env, { guard }) => openaiJudge(config, env, guard),
  gemini: (config, env, { guard }) => geminiJudge(config, env, guard),
  anthropic: (config, env, { guard }) => anthropicJudge(config, env, guard),
  'openai-compatible': (config, env, { guard }) => openaiCompatibleJudge(config, env, guard),
  azure: (config, env, { guard }) => azureJudge(config, env, guard),
  vertex: (config, env) => vertexJudge(config, env),
  bedrock: (config, env) => bedrockJudge(config, env),
  rules: () => rulesJudge,
  scripted,
  'openai-research': (config, env, { guard }) => openaiResearch(config, env, guard),
  'gemini-research': (config, env, { guard }) => geminiResearch(config, env, guard),
  command: (config, env) => commandSystem(config, env)
} as const satisfies Record<ProviderName, Provider>;

const notesOn = (config: JudgeConfig, env: Env): Judge['notes'] | null => {
  const settings = unknownSettings(config);
  const address = elsewhere(config, env);
  const [ending] = address === null ? endingsOf(config) : [];
  if (settings === null && address === null && !ending) return null;
  const price = `${judgeSpec(config)} is asked at ${address}: the provider’s prices do not hold there. Give the price if you know it.`;
  return {
    ...(settings !== null && { settings }),
    ...(address !== null && { price }),
    ...(ending && { ends: endingInWords(ending) })
  };
};

/**
 * The judge of a configuration. Refused: a missing key (named), settings that do not exist, a URL that is none.
 *
 * @param env Where keys and base URLs come from; keys enter neither the fingerprint nor any message.
 */
export const makeJudge = ({ roles, ...config }: JudgeConfig, env: Env, sources: JudgeSources = {}): Judge => {
  const own = makeModel(config, env, sources);
  if (!roles) return own;
  const players = Object.entries(roles).map(([role, models]): [string, Judge[]] => [
    role,
    models.map((model) => makeModel(model, env, sources))
  ]);
  const all = [own, ...players.flatMap(([, models]) => models)];
  return {
    spec: judgeSpec({ ...config, roles }),
    // Limits, keys and prices are those of its models.
    contextTokens: own.contextTokens ?? null,
    fingerprint: fingerprint({
      own: own.fingerprint,
      roles: Object.fromEntries(players.map(([role, models]) => [role, models.map((model) => model.fingerprint)]))
    }),
    ...(all.every(({ abstains }) => abstains) && { abstains: true as const }),
    players: { own, roles: Object.fromEntries(players) },
    ask: (call, options) => own.ask(call, options)
  };
};

/** A model without roles. */
const makeModel = (config: JudgeConfig, env: Env, sources: JudgeSources): Judge => {
  const make: Provider = providers[config.provider];
  const judge = make({ ...config, settings: checkedSettings(config) }, env, sources);
  const notes = notesOn(config, env);
  const thinking = thinkingTokens(config, env);
  const minimum = cacheMinimum(config, env);
  const destination = destinationOf(config, env, sources.guard);
  return {
    ...judge,
    ...searchOf(config),
    ...(notes && { notes }),
    ...(destination && { destination }),
    ...(thinking > 0 && { thinkingTokens: thinking }),
    ...(minimum !== null && { cacheMinimum: minimum })
  };
};

/** Everything about a judge but the asking: plain data. */
export type JudgeFacts = Omit<Judge, 'ask' | 'batch' | 'players'> & {
  players?: { own: JudgeFacts; roles: Readonly<Record<string, readonly JudgeFacts[]>> };
};

const factsOf = ({ ask: _ask, batch: _batch, players, ...facts }: Judge): JudgeFacts => ({
  ...facts,
  ...(players && {
    players: {
      own: factsOf(players.own),
      roles: Object.fromEntries(Object.entries(players.roles).map(([role, models]) => [role, models.map(factsOf)]))
    }
  })
});

/** A judge of facts alone, for plans that send nothing. */
export const unasked = ({ players, ...facts }: JudgeFacts): Judge => ({
  ...facts,
  ...(players && {
    players: {
      own: unasked(players.own),
      roles: Object.fromEntries(Object.entries(players.roles).map(([role, models]) => [role, models.map(unasked)]))
    }
  }),
  ask: () => Promise.reject(new Error('An estimate asks no judge'))
});

/** A judge as it will be once its key is set, for estimates and plans that send nothing: a missing key is not refused. */
export const describeJudge = (config: JudgeConfig, env: Env, sources: JudgeSources = {}): JudgeFacts =>
  factsOf(makeJudge(config, withEveryKey(env), sources));
