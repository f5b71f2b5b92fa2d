import type { ProjectGrant } from '../../server/auth/authorize.ts';
import type { Db } from '../../server/db/client.ts';
import type { Validity } from '../adoption/adoptions.ts';
import { currentAdoption, listDecisions, type Adoption } from '../adoption/decisions.server.ts';

/** The adoption in force of each metric that has one, newest first. */
export function adoptionsInForce(db: Db, grant: ProjectGrant<'read-results'>): (Adoption & { validity: Validity })[] {
  const metrics = [...new Set(listDecisions(db, grant).map(({ metric }) => metric))];
  return metrics.flatMap((metric) => currentAdoption(db, grant, metric) ?? []);
}
