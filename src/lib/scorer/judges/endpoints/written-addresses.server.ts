import { fieldSays, problemAt, refuse, type Problem } from '../../../errors.ts';
import type { ProjectGrant } from '../../../server/auth/authorize.ts';
import type { Db } from '../../../server/db/client.ts';
import { judgeSpec, modelConfigs, namingAdvice, type JudgeConfig } from '../index.ts';
import { storedServers } from './stored-servers.server.ts';

/**
 * Problems of judges that a person may not call in a project. Only admins may write the address of a judge (`baseUrl=`,
 * `openai-compatible:MODEL@URL`); others choose a server that an admin or the operator named. A server that an admin named for other
 * projects is refused to all. The operator in the shell may do both.
 */
export function endpointProblems(
  db: Db,
  { actor, resource }: ProjectGrant<'manage'>,
  configs: readonly JudgeConfig[]
): Problem[] {
  if (actor.kind !== 'person') return [];
  const servers = storedServers(db);
  return configs.flatMap(modelConfigs).flatMap((config) => {
    const { baseUrl, server } = config;
    const projects = server ? servers[server]?.projects : undefined;
    if (baseUrl && !actor.admin)
      return problemAt(
        'judge',
        fieldSays('addressByAdmins', { advice: { recognised: namingAdvice(config) } }),
        judgeSpec(config)
      );
    if (projects && !projects.includes(resource.id))
      return problemAt('judge', fieldSays('serverOfOthers', { server: server! }), judgeSpec(config));
    return [];
  });
}

/** Refuses judges that a person may not call in a project. */
export function demandNamedEndpoints(db: Db, grant: ProjectGrant<'manage'>, configs: readonly JudgeConfig[]): void {
  const [problem] = endpointProblems(db, grant, configs);
  if (problem) refuse.notPermitted(`The judge ${problem.found}: ${problem.reason}`);
}
