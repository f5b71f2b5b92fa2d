import { fieldSays, problemAt, refuse, type Problem } from '../../errors.ts';
import type { Env } from '../judges/settings/config.ts';
import type { Metric } from '../metric.ts';
import type { SearchPrice } from '../runs/run-options.ts';
import type { SearchProvider } from './contract.ts';
import { searchPriceOf } from './prices.ts';
import { searchAdvice, searchProviderOf } from './providers.ts';

type Needing = Pick<Metric, 'name' | 'title' | 'needs'>;

export const needsSearch = (metrics: readonly Needing[]): boolean =>
  metrics.some(({ needs }) => needs?.search === true);

/**
 * The search provider that a run over these metrics records, by its identity and with the price of its searches; nothing if
 * none of them searches, and if no provider is set up: `searchProblems` says so. Refused: a provider that is not there, several
 * without a choice, a price of another provider.
 *
 * @param prices As people typed them for the run
 */
export const searchChosen = (
  env: Env,
  metrics: readonly Needing[],
  wanted: string | null,
  prices = ''
): { search?: string; searchPrice?: SearchPrice } => {
  const provider = needsSearch(metrics) ? searchProviderOf(env, wanted) : null;
  const searchPrice = searchPriceOf(env, provider?.name ?? null, prices);
  return provider ? { search: provider.identity, ...(searchPrice && { searchPrice }) } : {};
};

/** Problems of metrics that search, in a run without a search provider. */
export const searchProblems = (metrics: readonly Needing[], search: string | undefined): Problem[] =>
  search !== undefined
    ? []
    : metrics
        .filter((metric) => needsSearch([metric]))
        .map(({ name, title }) => {
          const values = { metric: { recognised: title }, advice: { recognised: searchAdvice } };
          return problemAt('search', fieldSays('noSearch', values), name);
        });

/** The provider of a run that recorded it; null if it recorded none. Refused: one that is not set up, or not the same any more. */
export const searchRecorded = (env: Env, { search }: { search?: string }): SearchProvider | null => {
  if (search === undefined) return null;
  const provider = searchProviderOf(env, search.split('@')[0]!);
  if (provider?.identity !== search)
    return refuse.conflict(
      `This run searches with ${search}, and here that is ${provider?.identity ?? 'not set up'}. Restore its address or file, or make a new run.`
    );
  return provider;
};
