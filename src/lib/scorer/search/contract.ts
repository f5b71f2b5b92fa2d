import type { SearchOutcome, SearchProviderName } from '../search.ts';

export interface SearchQuery {
  query: string;
  /** Results that are wanted at most, 1–20. */
  count: number;
  /** ISO date; only what is dated earlier is wanted, if the provider can tell. Null: any. */
  before: string | null;
}

/** A result as a provider words it. */
export interface RawResult {
  url: string;
  title: string;
  snippet: string;
  /** As it was sent. */
  date: string | null;
}

export type SearchReply =
  | {
      outcome: 'ok';
      results: RawResult[];
      /** Remark on the results, such as a limit that the provider cannot apply. */
      note?: string;
    }
  | {
      outcome: Exclude<SearchOutcome, 'ok'>;
      /** In words, without a key. */
      note: string;
      retryAfterMs?: number | null;
    };

/** A provider of search, ready to be asked. It does not retry, limit or keep: the engine does. */
export interface SearchProvider {
  name: SearchProviderName;
  /** Everything that its answers depend on besides the query: `tavily`, `searxng@https://search.lab.example`, `recorded@4f2a…`. */
  identity: string;
  /** Where its requests go, and the variable of the key that goes with them (null: none); null for a file. */
  destination: { origin: string; key: string | null } | null;
  /** Milliseconds that one answer may take, if that is longer than usual. */
  deadlineMs?: number;
  /** Never rejects for what the provider does; rejects with the signal's reason. */
  search(query: SearchQuery, options: { signal: AbortSignal }): Promise<SearchReply>;
}

/** One published wire format. Bodies are foreign: they are validated before anything is taken from them. */
export interface SearchFormat {
  request(
    query: SearchQuery,
    at: { baseUrl: string; key: string }
  ): { url: string; method: 'GET' | 'POST'; headers: Record<string, string>; body?: unknown };
  /** The results of a body, null if it is none of this format; a failure that came with status 200. */
  read(body: unknown): RawResult[] | null | Exclude<SearchReply, { outcome: 'ok' }>;
  /** Reads the format's own errors; null if the status says it all. */
  failure?(status: number, body: unknown): { outcome: Exclude<SearchOutcome, 'ok'>; note: string } | null;
  /** The message of an error body. */
  message(body: unknown): string | null;
}
