import { listed } from '../../stats/writing/words.ts';
import { many } from '../../stats/writing/figures.ts';
import { namedVersions, type ServedModel } from '../../scorer/served-version.ts';

/**
 * Models of which one run holds verdicts of two served versions or more, each in a sentence with the calls that each version answered:
 * figures of such a run are of no single version. A server that names no version is not counted as another.
 */
export const mixedVersions = (served: readonly ServedModel[]): string[] =>
  served
    .filter((model) => namedVersions(model).length > 1)
    .map(({ judge, role, model, versions }) => {
      const who = role === null ? judge : `${model} as ${role} of ${judge}`;
      const parts = versions.flatMap(({ version, calls }) =>
        version === null ? [] : [`${many(calls, 'call')} by ${version}`]
      );
      return `${who}: ${listed(parts)}.`;
    });
