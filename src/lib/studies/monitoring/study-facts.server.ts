import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { refuse } from '../../errors.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { holdsSample } from '../planning/purposes/purposes.server.ts';

interface StudyFacts {
  /** Name of the lead who planned it; null for the command line. */
  maker: string | null;
  items: number;
  /** Of the items, those on which the run's judges differ. */
  someDiffer: number;
  reports: number;
  /** Reports that were handed out, each counted once for every person who has it. */
  handedOut: number;
  /** Of those, the ones on which the person has been shown the judges. */
  revealed: number;
}

/** Contents of a study. Reveals no answer of people or judges on any one item. */
export function studyFacts(db: Db, grant: ProjectGrant<'read-results'>, studyId: string): StudyFacts {
  const { study, user, studyItem, assignment } = schema;
  const found =
    db
      .select({ id: study.id, maker: user.name })
      .from(study)
      .leftJoin(user, eq(user.id, study.createdBy))
      .where(and(eq(study.id, studyId), eq(study.projectId, grant.resource.id)))
      .get() ?? refuse.notFound('study');
  const drawn = db
    .select({
      items: sql<number>`count(*)`,
      someDiffer: sql<number>`coalesce(sum(${studyItem.stratum} = 'some-differ'), 0)`,
      reports: sql<number>`count(distinct ${studyItem.reportId})`
    })
    .from(studyItem)
    .where(and(eq(studyItem.studyId, studyId), eq(studyItem.purpose, 'sample')))
    .get()!;
  const seats = db
    .select({ handedOut: sql<number>`count(*)`, revealed: sql<number>`count(${assignment.revealedAt})` })
    .from(assignment)
    .where(
      and(
        eq(assignment.studyId, studyId),
        isNotNull(assignment.userId),
        isNull(assignment.returnedAt),
        holdsSample(assignment.id)
      )
    )
    .get()!;
  return { maker: found.maker, ...drawn, ...seats };
}
