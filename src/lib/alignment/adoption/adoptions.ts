import { sayIn } from '../../messages/say-in.ts';
import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import { servedChangeSaid, type ServedChange } from './served-since.ts';
import type { JudgeEnsemble, Rule } from '../ensembles/ensembles.ts';

const says = sayingsOf('adoptionChanges');

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
  /** Changes since the decision; empty if it is valid. `changed` has their English text, for files and the command line. */
  said: Saying[];
  changed: string[];
  /** The models among it that were served another version. */
  served: ServedChange[];
}

/**
 * Whether a decision still speaks of the judges and the prompt there are now.
 *
 * @param now the judges in use, which may be several of one spec with different settings, and the metric's prompt today
 *   (null if the metric is gone); `served` are the models that were served another version since.
 */
export function isStillValid(
  adopted: AdoptedVersions,
  now: { judges: readonly JudgeVersion[]; prompt: PromptVersion | null; served?: readonly ServedChange[] }
): Validity {
  const said = adopted.judges.flatMap((judge): Saying[] => {
    const current = now.judges.filter(({ spec }) => spec === judge.spec);
    if (current.some(({ fingerprint }) => fingerprint === judge.fingerprint)) return [];
    const [other] = current;
    return [
      other
        ? says('judge', {
            ...{ judge: judge.spec, before: judge.fingerprint.slice(0, 8), after: other.fingerprint.slice(0, 8) }
          })
        : says('judgeGone', { judge: judge.spec })
    ];
  });
  const { name, version, hash } = adopted.prompt;
  if (now.prompt === null) said.push(says('promptGone', { prompt: name }));
  else if (now.prompt.hash !== hash)
    said.push(
      now.prompt.version === version
        ? says('promptText', { prompt: name })
        : says('prompt', { prompt: name, before: version, after: now.prompt.version })
    );
  const served = [...(now.served ?? [])];
  said.push(...served.map(servedChangeSaid));
  return { valid: said.length === 0, said, changed: said.map((one) => sayIn('en', one)), served };
}
