import { servedChangeInWords, type ServedChange } from './served-since.ts';
import type { JudgeEnsemble, Rule } from '../ensembles/ensembles.ts';

/** A judge and a prompt as a decision rests on them: change one, and the decision is open again. */
export interface JudgeVersion {
  judgeId: string;
  spec: string;
  fingerprint: string;
}

interface PromptVersion {
  name: string;
  version: string;
  hash: string;
}

/** The ensemble that was adopted, frozen with the versions of its judges and of the metric's prompt. */
export interface AdoptedVersions {
  rule: Rule;
  judges: readonly JudgeVersion[];
  prompt: PromptVersion;
}

/** The ensemble without its versions. */
export const adoptedEnsemble = ({ rule, judges }: Pick<AdoptedVersions, 'rule' | 'judges'>): JudgeEnsemble => ({
  rule,
  judgeIds: judges.map(({ judgeId }) => judgeId)
});

export interface Validity {
  valid: boolean;
  /** What changed since, in words for people; empty where valid. */
  changed: string[];
  /** The models among it that were served another version. */
  served: ServedChange[];
}

/**
 * Whether a decision still speaks of the judges and the prompt there are now.
 *
 * @param now the judges in use, which may be several of one spec with different settings, and the metric's prompt today
 *   (null where the metric is gone); `served` are the models that were served another version since.
 */
export function isStillValid(
  adopted: AdoptedVersions,
  now: { judges: readonly JudgeVersion[]; prompt: PromptVersion | null; served?: readonly ServedChange[] }
): Validity {
  const changed = adopted.judges.flatMap((judge) => {
    const current = now.judges.filter(({ spec }) => spec === judge.spec);
    if (current.some(({ fingerprint }) => fingerprint === judge.fingerprint)) return [];
    const [other] = current;
    return [
      other
        ? `${judge.spec} changed its settings or version (${judge.fingerprint.slice(0, 8)} → ${other.fingerprint.slice(0, 8)}).`
        : `${judge.spec} is no longer in use.`
    ];
  });
  const { name, version, hash } = adopted.prompt;
  if (now.prompt === null) changed.push(`The prompt ${name} was removed.`);
  else if (now.prompt.hash !== hash)
    changed.push(
      now.prompt.version === version
        ? `The text of the prompt ${name} changed.`
        : `The prompt ${name} changed from version ${version} to ${now.prompt.version}.`
    );
  const served = [...(now.served ?? [])];
  changed.push(...served.map(servedChangeInWords));
  return { valid: changed.length === 0, changed, served };
}
