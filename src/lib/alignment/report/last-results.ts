import { LRUCache } from 'lru-cache';
/**
 * Remembers the last few results by what they were computed from.
 *
 * @returns a function that computes what it does not remember.
 */
export function lastResults<Result extends object>(most = 16): (hash: string, compute: () => Result) => Result {
  const kept = new LRUCache<string, Result>({ max: most });
  return (hash, compute) => {
    const result = kept.get(hash) ?? compute();
    kept.set(hash, result);
    return result;
  };
}
