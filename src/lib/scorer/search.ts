/** Every provider of search, in the order in which people see them. */
export const searchProviderNames = [
  'searxng',
  'tavily',
  'brave',
  'serper',
  'openai-search',
  'gemini-search',
  'anthropic-search',
  'recorded'
] as const;
export type SearchProviderName = (typeof searchProviderNames)[number];

/** How a search ended. Only `ok` has results, maybe none. */
export const searchOutcomes = [
  'ok',
  /** 429, also after waiting. */
  'rate-limited',
  /** Nothing is left of the plan or its credits: no further search succeeds. */
  'quota',
  /** The key is wrong, or the instance gives no JSON: no further search succeeds. */
  'not-permitted',
  /** The provider refuses this request. */
  'refused',
  /** 5xx, or no search engine behind the instance answered, also after retrying. */
  'server-error',
  'timed-out',
  /** The provider could not be reached from this machine. */
  'unreached',
  /** The response is not in the provider's format, or too long. */
  'unreadable'
] as const;

export type SearchOutcome = (typeof searchOutcomes)[number];

/** Foreign text, like a page: show it to a judge only as data. */
export interface SearchResult {
  url: string;
  title: string;
  /** Plain text of at most 2,000 characters. */
  snippet: string;
  /** ISO date of the page as the provider tells it; null if it tells none, or not as a date. */
  date: string | null;
  /** As the provider wrote it. */
  dateText: string | null;
}

/** A search as it was made. */
export interface Search {
  query: string;
  /** Results that were wanted at most. */
  count: number;
  /** ISO date on which, and after which, a result may not be dated; those without a date are among the results. */
  before: string | null;
  /** The provider's name, and its address or file if it is not its own: `tavily`, `searxng@https://…`. */
  provider: string;
  outcome: SearchOutcome;
  /** In words, for people; may be empty. */
  note: string;
  results: SearchResult[];
  /** Milliseconds since the epoch. */
  at: number;
}
