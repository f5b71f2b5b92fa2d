import { fieldSays, problemAt, refuse } from '../../errors.ts';
import { sayingsOf } from '../../messages/sayings.ts';

const leadSays = sayingsOf('leadRefusals');

/** Ids of judges by their specs, or by the start of their fingerprints if several share a spec. */
export function judgeIdsNamed(
  judges: readonly { judgeId: string; spec: string; fingerprint: string }[],
  named: readonly string[]
): string[] {
  return named.map((name) => {
    const found = judges.filter(
      ({ judgeId, spec, fingerprint }) =>
        judgeId === name || spec === name || (name.length >= 6 && fingerprint.startsWith(name))
    );
    if (found.length === 1) return found[0]!.judgeId;
    const wording =
      found.length === 0
        ? fieldSays('noSuchJudge', { judges: judges.map(({ spec }) => spec) })
        : fieldSays('severalJudges', { prints: found.map(({ fingerprint }) => fingerprint.slice(0, 8)) });
    return refuse.invalid(leadSays('nothingRecorded'), [problemAt('judge', wording, name)]);
  });
}
