import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { refuse } from '../../errors.ts';
import { textHash } from '../runs/fingerprint.ts';
import type { SearchProvider } from './contract.ts';

const file = z.strictObject({
  searches: z.array(
    z.strictObject({
      query: z.string().min(1),
      results: z.array(
        z.strictObject({
          url: z.string(),
          title: z.string().default(''),
          snippet: z.string().default(''),
          date: z.string().nullable().default(null)
        })
      )
    })
  )
});

const keyOf = (query: string): string => query.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();

/** Searches out of a file, for tests and work without a connection: `{ "searches": [{ "query", "results": [{ "url", … }] }] }`. */
export const recordedProvider = (path: string): SearchProvider => {
  const stop = (why: string): never => refuse.notConfigured('Recorded searches', `VOIRDIRE_SEARCH_FILE ${why}`);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return stop(`names a file that cannot be read: ${path}`);
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return stop(`names a file that is not JSON: ${path}`);
  }
  const read = file.safeParse(json);
  if (!read.success) {
    const [issue] = read.error.issues;
    return stop(`names a file with a mistake at ${issue?.path.join('.') || 'its top'}: ${issue?.message}`);
  }
  const known = new Map(read.data.searches.map(({ query, results }) => [keyOf(query), results]));
  return {
    name: 'recorded',
    identity: `recorded@${textHash(text).slice(0, 16)}`,
    destination: null,
    search({ query }, { signal }) {
      signal.throwIfAborted();
      const results = known.get(keyOf(query));
      return Promise.resolve(
        results
          ? { outcome: 'ok', results }
          : { outcome: 'refused', note: 'the file of recorded searches does not have this query' }
      );
    }
  };
};
