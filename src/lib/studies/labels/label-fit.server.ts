import { and, eq, sql } from 'drizzle-orm';
import { refuse } from '../../errors.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { isLastBlind } from '../study/blind-label.server.ts';
import { isOfRun } from '../study/study-of-run.server.ts';
import { itemFits } from '../units/fitting-items.server.ts';
import { importedFits } from './imported-in-run.server.ts';
import { fitOf, type LabelFit } from './label-fit.ts';

/**
 * How many labelled items of a study another run judged unchanged, and why its labels do not apply to the rest. Says nothing of
 * what people answered, so that it may be known under embargo.
 *
 * @throws Refusal `not-found` for a study or a run that is not of the project
 */
export function labelFit(db: Db, grant: ProjectGrant<'read-results'>, studyId: string, runId: string): LabelFit {
  const { study, studyItem, humanVerdict } = schema;
  const found =
    db
      .select()
      .from(study)
      .where(and(eq(study.id, studyId), eq(study.projectId, grant.resource.id)))
      .get() ?? refuse.notFound('study');
  if (!isOfRun(found)) {
    const labelled = importedFits(db, found, runId).filter(({ item }) => item.humans.length > 0);
    return fitOf(labelled.map(({ fit }) => ('misfit' in fit ? fit.misfit : null)));
  }
  const labelled = db
    .selectDistinct({ id: studyItem.id })
    .from(studyItem)
    .innerJoin(humanVerdict, eq(humanVerdict.studyItemId, studyItem.id))
    .where(
      and(
        eq(studyItem.studyId, studyId),
        eq(studyItem.purpose, 'sample'),
        isLastBlind,
        sql`${humanVerdict.label} is not null`
      )
    )
    .all();
  const fits = runId === found.runId ? null : itemFits(db, found, runId).items;
  return fitOf(labelled.map(({ id }) => fits?.get(id) ?? null));
}
