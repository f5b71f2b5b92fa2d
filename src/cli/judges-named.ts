import { refuse } from '../lib/errors.ts';

/** Ids of judges by their specs, or by the start of their fingerprints where several share a spec. */
export function judgeIdsOf(
  judges: readonly { judgeId: string; spec: string; fingerprint: string }[],
  named: readonly string[]
): string[] {
  return named.map((name) => {
    const found = judges.filter(
      ({ judgeId, spec, fingerprint }) =>
        judgeId === name || spec === name || (name.length >= 6 && fingerprint.startsWith(name))
    );
    if (found.length === 1) return found[0]!.judgeId;
    return refuse.invalid('Nothing was recorded.', [
      {
        ...{ row: null, column: 'judge', found: name },
        reason:
          found.length === 0
            ? `The run has no such judge. Its judges: ${judges.map(({ spec }) => spec).join(', ')}.`
            : `Several judges have this name. Specify one by the first digits of its fingerprint: ${found.map(({ fingerprint }) => fingerprint.slice(0, 8)).join(', ')}.`
      }
    ]);
  });
}
