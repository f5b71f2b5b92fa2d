import type { TokenPrice } from '../../runs/run-options.ts';
import type { Env, JudgeConfig } from '../settings/config.ts';
import { elsewhere } from '../endpoints/endpoints.ts';
import { type KnownModel, knownModels } from './model-table.ts';
import { modelBehind } from '../settings/platforms.ts';
import { judgeSpec } from '../settings/spec.ts';

/** Suffix that distinguishes a snapshot from its model: a date (OpenAI, Anthropic), a number of three digits (Gemini). */
const snapshot = /-(?:\d{4}-\d{2}-\d{2}|\d{8}|\d{3})$/;

/** The model that a snapshot is one of; the name itself of what is none. */
export const modelOfSnapshot = (name: string): string => name.replace(snapshot, '');

const find = (provider: string, name: string): KnownModel | undefined =>
  knownModels.find((known) => known.provider === provider && known.name === name);

/** Known facts about a judge's model; null for models that are not in the table, also those of compatible servers. */
export const knownModel = (config: Pick<JudgeConfig, 'provider' | 'model'>): KnownModel | null => {
  const { provider, model } = modelBehind(config);
  const name = model.replace(/^models\//, '');
  return find(provider, name) ?? find(provider, modelOfSnapshot(name)) ?? null;
};

/** Tokens that one call to the judge may hold: as its setting says, else as its model is known for; null if unknown. */
export const contextTokens = (config: JudgeConfig): number | null =>
  config.settings?.contextTokens ?? knownModel(config)?.contextTokens ?? null;

const SEARCHES = 'Web searches cost extra, by the search; they are not in this figure.';

const free: TokenPrice = { input: 0, output: 0, asOf: null };

/**
 * Price of a judge's tokens in US dollars per million: as given for its name, else the provider's list price on a day.
 * Judges that call no model cost nothing. Null if the price is unknown: it is never guessed. What another server than
 * the provider's asks for the same model is not known.
 *
 * @param given Prices by judge name, e.g. of a run.
 * @param env Where base URLs come from.
 * @param on ISO date of the calls: some list prices change on a day announced beforehand.
 */
export const priceOf = (
  config: JudgeConfig,
  given: Readonly<Record<string, TokenPrice>> = {},
  env: Env = {},
  on: string = new Date().toISOString().slice(0, 10)
): TokenPrice | null => {
  if (config.provider === 'rules' || config.provider === 'scripted') return free;
  const note = config.settings?.webSearch ? { note: SEARCHES } : {};
  const spec = judgeSpec(config);
  const own = Object.hasOwn(given, spec) ? given[spec] : undefined;
  if (own) return { ...own, ...note };
  const known = elsewhere(config, env) === null ? knownModel(config) : null;
  const listed = known?.prices.findLast(({ from }) => from === null || from <= on);
  if (!known || !listed) return null;
  const { input, output, long, cachedInput, cacheWrite } = listed;
  const cache = {
    ...(cachedInput !== undefined && { cachedInput }),
    ...(cacheWrite !== undefined && { cacheWrite })
  };
  return { input, output, ...cache, ...(long && { long }), asOf: known.asOf, ...note };
};
