import { refuse } from '../../errors.ts';
import { type Env, isPrintable, readBaseUrl, unprintableKey } from '../judges/settings/config.ts';
import { anthropicSearch } from './anthropic-search.ts';
import { brave } from './brave.ts';
import { type SearchProviderName, searchProviderNames } from '../search.ts';
import type { SearchFormat, SearchProvider } from './contract.ts';
import { geminiSearch } from './gemini-search.ts';
import { modelSearchProvider } from './model-search.ts';
import { openaiSearch } from './openai-search.ts';
import { recordedProvider } from './recorded.ts';
import { searxng } from './searxng.ts';
import { serper } from './serper.ts';
import { tavily } from './tavily.ts';
import { wireProvider } from './wire.ts';

interface Home {
  format: SearchFormat;
  /** The variable of its address, and the provider's own; null if every instance has its own. */
  variable: string;
  url: string | null;
  key: string;
}

type ModelProviderName = Extract<SearchProviderName, `${string}-search`>;

/** Only the operator sets these variables: who starts a run chooses by name, and no key can be sent elsewhere. */
const homes: Readonly<Record<Exclude<SearchProviderName, 'recorded' | ModelProviderName>, Home>> = {
  searxng: { format: searxng, variable: 'SEARXNG_BASE_URL', url: null, key: 'SEARXNG_API_KEY' },
  tavily: { format: tavily, variable: 'TAVILY_BASE_URL', url: 'https://api.tavily.com', key: 'TAVILY_API_KEY' },
  brave: { format: brave, variable: 'BRAVE_BASE_URL', url: 'https://api.search.brave.com', key: 'BRAVE_API_KEY' },
  serper: { format: serper, variable: 'SERPER_BASE_URL', url: 'https://google.serper.dev', key: 'SERPER_API_KEY' }
};
/** Variables of keys that search providers receive. */
export const searchKeyVariables: readonly string[] = Object.values(homes).map(({ key }) => key);

/** Models that search with their provider's own tool; key and address are those of the provider's judges. */
const models = {
  'openai-search': { provider: 'openai', variable: 'OPENAI_SEARCH_MODEL', create: openaiSearch },
  'gemini-search': { provider: 'gemini', variable: 'GEMINI_SEARCH_MODEL', create: geminiSearch },
  'anthropic-search': { provider: 'anthropic', variable: 'ANTHROPIC_SEARCH_MODEL', create: anthropicSearch }
} as const satisfies Record<ModelProviderName, object>;

const isModel = (name: SearchProviderName): name is ModelProviderName => name in models;

const FILE = 'VOIRDIRE_SEARCH_FILE';
const CHOICE = 'VOIRDIRE_SEARCH';

const set = (env: Env, variable: string): string => env[variable]?.trim() ?? '';

/** The variable without which a provider is not there. */
const needed = (name: SearchProviderName): string => {
  if (name === 'recorded') return FILE;
  if (isModel(name)) return models[name].variable;
  return homes[name].url === null ? homes[name].variable : homes[name].key;
};

const searchingModel = (name: ModelProviderName, env: Env): SearchProvider => {
  const { provider, variable, create } = models[name];
  const model = set(env, variable);
  if (!/^[\w.:/-]+$/.test(model)) refuse.invalid(`${variable} must be the name of a model, like gpt-6-luna.`);
  return modelSearchProvider({ name, provider, model }, env, create);
};

/** Providers that the operator has set up, in the order of display. */
export const searchProvidersIn = (env: Env): SearchProviderName[] =>
  searchProviderNames.filter((name) => set(env, needed(name)) !== '');

/** The provider of those who choose none: the one that VOIRDIRE_SEARCH names, or the only one; null if there is none such. */
export const usualSearch = (env: Env): SearchProviderName | null => {
  const there = searchProvidersIn(env);
  const named = set(env, CHOICE);
  return there.find((name) => name === named) ?? (named === '' && there.length === 1 ? there[0]! : null);
};

/** Advice on setting up a search provider, for projects that have none. */
export const searchAdvice = `Set up a search provider and start again: ${searchProviderNames.map((name) => `${name} (${needed(name)})`).join(', ')}.`;

const nameIn = (text: string): SearchProviderName =>
  searchProviderNames.find((name) => name === text) ??
  refuse.invalid(
    `There is no search provider ${JSON.stringify(text)}. Search providers: ${searchProviderNames.join(', ')}.`
  );

/**
 * The search provider of that name; without one, the one that VOIRDIRE_SEARCH names or the only one that is set up. Null if
 * none is named and none is set up. Refused: other names, one that is not set up, several without a choice.
 */
export const searchProviderOf = (env: Env, wanted: string | null = null): SearchProvider | null => {
  const there = searchProvidersIn(env);
  const named = (wanted ?? '').trim() || set(env, CHOICE);
  if (named === '' && there.length === 0) return null;
  if (named === '' && there.length > 1)
    return refuse.invalid(
      `Several search providers are set up: ${there.join(', ')}. Choose one, or set ${CHOICE} to one of them.`
    );
  const name = named === '' ? there[0]! : nameIn(named);
  if (!there.includes(name))
    return refuse.notConfigured(`The search provider ${name}`, `set ${needed(name)} and start again`);
  if (name === 'recorded') return recordedProvider(set(env, FILE));
  if (isModel(name)) return searchingModel(name, env);
  const { format, variable, url, key } = homes[name];
  const baseUrl = readBaseUrl(set(env, variable) || url || '', variable);
  const own = url !== null && baseUrl === url;
  const secret = set(env, key);
  if (!isPrintable(secret)) return refuse.notConfigured(`The search provider ${name}`, unprintableKey(key));
  return wireProvider(format, {
    ...{ name, identity: own ? name : `${name}@${baseUrl}`, baseUrl },
    ...{ key: secret, keyVariable: secret === '' ? null : key }
  });
};
