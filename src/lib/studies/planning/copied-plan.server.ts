import { sayingsOf } from '../../messages/sayings.ts';
import { and, asc, desc, eq } from 'drizzle-orm';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { refuse } from '../../errors.ts';
import type { StudyKindName } from '../kinds/index.ts';
import { isOfRun, kindOf } from '../study/study-of-run.server.ts';
import type { SampleInput } from './drawing/sampling.ts';
import type { StudyInput } from './study-input.ts';

const leadSays = sayingsOf('leadRefusals');

/** A study's plan without what a further study must choose for itself, its name and seed. `runId` is its own run. */
export type CopiedPlan = Required<Omit<StudyInput, 'seed' | 'known' | 'settings' | 'language'>> & {
  number: number;
  settings: NonNullable<StudyInput['settings']>;
  /** Training and gold items of the study, which are not copied: their answers belong to its run. */
  leftOut: number;
};

/**
 * The plan of a study as a draft for another: metric, kind, settings, first sample, people, overlap, reveal and newest guideline.
 * People of all batches are proposed; who may not judge any more is named by the plan's problems, as in any plan.
 *
 * @throws Refusal `not-found` for a study that is not of the project; `conflict` if the labels were given elsewhere
 */
export function copiedPlan(db: Db, grant: ProjectGrant<'read-results' | 'manage'>, number: number): CopiedPlan {
  const { study, studyBatch, studyGuideline, studyItem, assignment, user } = schema;
  const found =
    db
      .select()
      .from(study)
      .where(and(eq(study.projectId, grant.resource.id), eq(study.number, number)))
      .get() ?? refuse.notFound('study');
  if (!isOfRun(found)) return refuse.conflict(leadSays('elsewhereNoPlan'));
  const batch = db
    .select({ sample: studyBatch.sample })
    .from(studyBatch)
    .where(eq(studyBatch.studyId, found.id))
    .orderBy(asc(studyBatch.number))
    .get();
  const page = db
    .select({ markdown: studyGuideline.markdown })
    .from(studyGuideline)
    .where(eq(studyGuideline.studyId, found.id))
    .orderBy(desc(studyGuideline.number))
    .get();
  const people = db
    .selectDistinct({ id: user.id, email: user.email })
    .from(assignment)
    .innerJoin(user, eq(user.id, assignment.userId))
    .where(eq(assignment.studyId, found.id))
    .orderBy(asc(user.email))
    .all();
  const purposes = db
    .select({ purpose: studyItem.purpose })
    .from(studyItem)
    .where(eq(studyItem.studyId, found.id))
    .all();
  // How often gold items come says nothing without them.
  const { goldEvery: _, ...settings } = found.settings;
  return {
    ...{ number, runId: found.runId, name: `${found.name} (copy)`, metric: found.metric, settings },
    kind: kindOf(found).name as StudyKindName,
    sample: batch?.sample ?? ({ items: 0 } satisfies SampleInput),
    people: people.map(({ id }) => id),
    ...{ overlap: found.overlap, reveal: found.reveal, guideline: found.guideline },
    guidelinePage: page?.markdown ?? '',
    leftOut: purposes.filter(({ purpose }) => purpose !== 'sample' && purpose !== 'repeat').length
  };
}
