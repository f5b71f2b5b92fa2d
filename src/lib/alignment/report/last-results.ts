/**
 * Remembers the last few results by what they were computed from.
 *
 * @returns a function that computes what it does not remember.
 */
export function lastResults<Result>(most = 16): (hash: string, compute: () => Result) => Result {
  const kept = new Map<string, Result>();
  return (hash, compute) => {
    const result = kept.get(hash) ?? compute();
    kept.delete(hash);
    kept.set(hash, result);
    if (kept.size > most) kept.delete(kept.keys().next().value!);
    return result;
  };
}
