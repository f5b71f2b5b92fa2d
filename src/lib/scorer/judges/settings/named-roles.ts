import type { Problem } from '../../../errors.ts';
import { judgeSpec } from './spec.ts';
import type { JudgeConfig } from './config.ts';
import type { Metric } from '../../metric.ts';

type Roles = NonNullable<Metric['protocol']['roles']>;

/** Roles in words: `extractor (finds the claims), voter (votes; several models may)`; empty if there are none. */
const rolesInWords = (roles: Roles): string =>
  Object.entries(roles)
    .map(([name, { about, many }]) => `${name} (${about}${many ? '; several models may' : ''})`)
    .join(', ');

/** Problems of judges that name a role which no chosen metric has, or several models for a role that one model plays. */
export function roleProblems(configs: readonly JudgeConfig[], metrics: readonly Pick<Metric, 'protocol'>[]): Problem[] {
  const known: Roles = Object.assign({}, ...metrics.map(({ protocol }) => protocol.roles ?? {}));
  const has =
    Object.keys(known).length === 0
      ? 'The chosen metrics have no roles: leave out the brackets.'
      : `Roles of the chosen metrics: ${rolesInWords(known)}.`;
  const takesMany = (role: string): boolean =>
    metrics.some(({ protocol }) => Object.hasOwn(protocol.roles ?? {}, role) && protocol.roles?.[role]?.many);
  return configs.flatMap((config) =>
    Object.entries(config.roles ?? {}).flatMap(([role, models]): Problem[] => {
      const problem = (reason: string): Problem => ({ row: null, column: 'judge', reason, found: judgeSpec(config) });
      if (!Object.hasOwn(known, role)) return [problem(`No chosen metric has a role ${JSON.stringify(role)}. ${has}`)];
      if (models.length > 1 && !takesMany(role))
        return [problem(`The role ${role} is played by one model, and ${models.length} are named. Name one.`)];
      return [];
    })
  );
}
