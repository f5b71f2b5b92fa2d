import { refuse } from '../../errors.ts';
import type { Env } from '../judges/settings/config.ts';
import type { SearchPrice } from '../runs/run-options.ts';
import { type SearchProviderName, searchProviderNames } from '../search.ts';

const SETTING = 'VOIRDIRE_SEARCH_PRICES';
const LINE = /^([a-z-]+)\s*=\s*\$?\s*(\d+(?:\.\d+)?)(?:\s+(\d{4}-\d{2}-\d{2}))?$/i;

/** Asked without a fee: an instance of one's own, and a file. What the others bill depends on the plan, so it is never assumed. */
const free: readonly SearchProviderName[] = ['searxng', 'recorded'];

const nameOf = (line: string): SearchProviderName | undefined => {
  const name = line.split('=')[0]!.trim().toLowerCase();
  return searchProviderNames.find((one) => one === name);
};

const entries = (text: string, between: RegExp): string[] =>
  text
    .split(between)
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** Whether a line of prices is of searches: `tavily = 8` has one figure, that of a judge has several. */
export const isSearchPrice = (line: string): boolean => nameOf(line) !== undefined;

const readPrice = (line: string, form: string): [SearchProviderName, SearchPrice] => {
  const name = nameOf(line);
  const [, , dollars, asOf = null] = LINE.exec(line) ?? [];
  if (name === undefined || dollars === undefined)
    return refuse.invalid(`${JSON.stringify(line)} is no price of searches. ${form}`);
  return [name, { per1000: Number(dollars), asOf }];
};

/** The prices of searches among prices as people give them, one a line: `tavily = 8`, in US dollars per 1,000 searches. */
const typedPrices = (text: string): [SearchProviderName, SearchPrice][] =>
  entries(text, /[\n;]/)
    .filter(isSearchPrice)
    .map((line) => readPrice(line, 'Write PROVIDER = US dollars per 1,000 searches: tavily = 8.'));

/**
 * The operator's prices, `VOIRDIRE_SEARCH_PRICES`: `tavily=8 2026-11-01, serper=1 2026-10-15`, in US dollars per 1,000 searches,
 * each with the day of which it is. Refused: anything else.
 */
export const searchPricesIn = (env: Env): Partial<Record<SearchProviderName, SearchPrice>> =>
  Object.fromEntries(
    entries(env[SETTING] ?? '', /[,;\n]/).map((entry) => {
      const form = `${SETTING} has PROVIDER=USD DATE, in US dollars per 1,000 searches, with the day of the price: tavily=8 2026-11-01.`;
      const [name, price] = readPrice(entry, form);
      if (price.asOf === null) refuse.invalid(`The price of ${name} has no date. ${form}`);
      return [name, price];
    })
  );

/**
 * Cost of a search with the provider: as given for the run, else as the operator set it; nothing if neither is given. Refused: a
 * price of a provider that the run does not search with, since it is most likely a mistyped name.
 *
 * @param provider null if the run does not search
 * @param given Prices as people typed them for the run, those of judges among them
 */
export function searchPriceOf(env: Env, provider: SearchProviderName | null, given: string): SearchPrice | undefined {
  const typed = typedPrices(given);
  const astray = typed.find(([name]) => name !== provider);
  if (astray) refuse.invalid(`There is a price for searches with ${astray[0]}, which the run does not search with.`);
  if (typed.length > 1) refuse.invalid(`Searches with ${provider} have two prices. Leave one out.`);
  if (provider === null) return undefined;
  return (
    typed[0]?.[1] ?? searchPricesIn(env)[provider] ?? (free.includes(provider) ? { per1000: 0, asOf: null } : undefined)
  );
}

/** US dollars for one search; null if its price is not known. */
export const costOfSearch = (price: SearchPrice | undefined): number | null =>
  price === undefined ? null : price.per1000 / 1000;

/** The price that a person gave for a run's searches, as it is typed; empty if none was given. */
export const formatSearchPrice = ({
  search = '',
  searchPrice
}: {
  search?: string;
  searchPrice?: SearchPrice;
}): string =>
  searchPrice?.asOf === null && searchPrice.per1000 > 0 ? `${search.split('@')[0]} = ${searchPrice.per1000}` : '';
