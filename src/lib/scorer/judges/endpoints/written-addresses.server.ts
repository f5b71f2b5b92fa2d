import { fieldSays, problemAt, refuse, type Problem } from '../../../errors.ts';
import type { Actor } from '../../../server/auth/authorize.ts';
import { judgeSpec, modelConfigs, namingAdvice, type JudgeConfig } from '../index.ts';

/**
 * Problems of judges whose address a person wrote out (`baseUrl=`, `openai-compatible:MODEL@URL`): only admins may, and the
 * operator in the shell. Everybody else chooses an endpoint that the operator named.
 */
export const writtenAddressProblems = (actor: Actor, configs: readonly JudgeConfig[]): Problem[] =>
  actor.kind !== 'person' || actor.admin
    ? []
    : configs
        .flatMap(modelConfigs)
        .filter(({ baseUrl }) => baseUrl)
        .map((config) =>
          problemAt(
            'judge',
            fieldSays('addressByAdmins', { advice: { recognised: namingAdvice(config) } }),
            judgeSpec(config)
          )
        );

/** Refuses judges whose address a person wrote out who may not. */
export function demandNamedEndpoints(actor: Actor, configs: readonly JudgeConfig[]): void {
  const [problem] = writtenAddressProblems(actor, configs);
  if (problem) refuse.notPermitted(`The judge ${problem.found}: ${problem.reason}`);
}
