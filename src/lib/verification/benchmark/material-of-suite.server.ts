import { and, asc, eq, isNull } from 'drizzle-orm';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { materialByQuery } from './material.server.ts';

interface QueryOfSuite {
  id: string;
  qid: string;
  text: string;
  /** As the suite's schema wrote it. */
  content: unknown;
}

/** Queries of the benchmark, in their order, that have material of a suite. */
export function queriesOfSuite(db: Db, grant: ProjectGrant<'manage' | 'read-results'>, suite: string): QueryOfSuite[] {
  const { query } = schema;
  const material = materialByQuery(db, grant.resource.id);
  return db
    .select({ id: query.id, qid: query.qid, text: query.text })
    .from(query)
    .where(and(eq(query.projectId, grant.resource.id), isNull(query.retiredAt), isNull(query.archivedAt)))
    .orderBy(asc(query.qid))
    .all()
    .flatMap((row) => {
      const content = material.get(row.id)?.[suite];
      return content === undefined ? [] : [{ ...row, content }];
    });
}
