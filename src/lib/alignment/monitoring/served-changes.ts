import type { ServedModel } from '../../scorer/served-version.ts';

/** A version that a provider said it served, as the ledger keeps it. */
export interface LedgerVersion {
  judge: string;
  role: string | null;
  version: string | null;
  calls: number;
}

/** Versions of some judges, in the order of the ledger. */
export const ledgerVersions = (served: readonly ServedModel[], judgeIds: readonly string[]): LedgerVersion[] =>
  served
    .filter(({ judgeId }) => judgeIds.includes(judgeId))
    .flatMap(({ judge, role, model, versions }) =>
      versions.map(({ version, calls }) => ({ judge: role === null ? judge : model, role, version, calls }))
    );

/**
 * Versions that were not served before, in words with the calls on each side. A model that named no version before is not
 * compared: nothing is known of it.
 */
export function servedChanges(before: readonly LedgerVersion[], now: readonly LedgerVersion[]): string[] {
  const keyOf = ({ judge, role }: LedgerVersion): string => JSON.stringify([judge, role]);
  return [...Map.groupBy(now, keyOf)].flatMap(([key, ofModel]) => {
    const known = before.filter((one) => keyOf(one) === key && one.version !== null);
    const fresh = ofModel.filter(({ version }) => version !== null && !known.some((one) => one.version === version));
    if (known.length === 0 || fresh.length === 0) return [];
    const named = (all: readonly LedgerVersion[]): string =>
      all.map(({ version, calls }) => `${version} (${calls} ${calls === 1 ? 'call' : 'calls'})`).join(', ');
    const [{ judge, role }] = ofModel as [LedgerVersion];
    return [`${judge}${role === null ? '' : `, ${role}`}: ${named(fresh)}; before, ${named(known)}.`];
  });
}
