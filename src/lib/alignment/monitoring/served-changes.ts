import { messagesIn } from '../../messages/words.ts';
import type { ServedModel } from '../../scorer/served-version.ts';

/** A version that a provider said it served, as the ledger keeps it. */
interface LedgerVersion {
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

/** A stored sentence of `servedChanges` in a language. */
export function servedChangeIn(language: string, change: string): string {
  const { who, now, then } = /^(?<who>.+?): (?<now>.+); before, (?<then>.+)\.$/.exec(change)?.groups ?? {};
  if (who === undefined || now === undefined || then === undefined) return change;
  const say = messagesIn(language, 'checkLedger');
  const named = (versions: string): string =>
    versions.replaceAll(/([^\s,][^,]*?) \((\d+) calls?\)/g, (_, version: string, calls: string) =>
      say.servedCalls({ version, n: Number(calls) })
    );
  return say.servedChange({ who, now: named(now), then: named(then) });
}
