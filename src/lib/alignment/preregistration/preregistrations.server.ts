import { sayingsOf } from '../../messages/sayings.ts';
import { and, desc, eq, sql } from 'drizzle-orm';
import { refuse, type Problem, fieldSays, problemAt } from '../../errors.ts';
import { record } from '../../server/audit/audit.ts';
import { authorize, type ProjectAccess, type ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import { isLastBlind } from '../../studies/study/blind-label.server.ts';
import { importedSource } from '../../studies/labels/imported-studies.server.ts';
import { studyRaters, studyScale } from '../../studies/labels/labels.server.ts';
import { inSample } from '../../studies/planning/purposes/purposes.server.ts';
import { metricOf, type AgreementMetric } from '../units/metric.ts';
import { labelsSeenIn } from './labels-seen.server.ts';
import {
  changesBetween,
  readAnalysisPlan,
  sameAnalysisPlan,
  withMargins,
  type PreregisteredPlan,
  type AnalysisPlan,
  type TypedAnalysisPlan
} from './analysis-plan.ts';

const leadSays = sayingsOf('leadRefusals');

/** A preregistration in the database. */
export interface Preregistration extends PreregisteredPlan {
  id: string;
}

/** First look at people's labels: the lead, the time, and the preregistration in force by then. */
interface EmbargoLift {
  preregistrationId: string | null;
  labels: number;
  by: string;
  at: number;
}

/** How far the procedure is on a study. */
export interface ProcedureState {
  /** Newest first; the first one holds. */
  preregistrations: Preregistration[];
  embargoLift: EmbargoLift | null;
  /** Blind labels committed. */
  labels: number;
  /** There are labels, and no lead has unblinded them. */
  embargoed: boolean;
}

export function procedureState(db: Db, grant: ProjectGrant<'read-results'>, studyId: string): ProcedureState {
  knownStudy(db, grant, studyId);
  return stateOf(db, studyId);
}

function stateOf(db: Db, studyId: string): ProcedureState {
  const { preregistration } = schema;
  const preregistrations = db
    .select()
    .from(preregistration)
    .where(eq(preregistration.studyId, studyId))
    .orderBy(desc(preregistration.revision))
    .all()
    .map(({ studyId: _, preregisteredBy: _by, preregisteredByName, preregisteredAt, ...row }) => ({
      ...row,
      ...stored(row.analysisPlan),
      by: preregisteredByName,
      at: preregisteredAt
    }));
  const lifted = db.select().from(schema.embargoLift).where(eq(schema.embargoLift.studyId, studyId)).get();
  const embargoLift = lifted
    ? {
        preregistrationId: lifted.preregistrationId,
        labels: lifted.labels,
        by: lifted.liftedByName,
        at: lifted.liftedAt
      }
    : null;
  const labels = labelsIn(db, studyId);
  return { preregistrations, embargoLift, labels, embargoed: labels > 0 && embargoLift === null };
}

/** Studies of the project whose figures must not be shown by accident: people have judged, and no lead has unblinded. */
export function embargoedStudies(db: Db, grant: ProjectGrant<'read-results'>): Set<string> {
  const { study, embargoLift } = schema;
  const unopened = db
    .select({ id: study.id })
    .from(study)
    .leftJoin(embargoLift, eq(embargoLift.studyId, study.id))
    .where(and(eq(study.projectId, grant.resource.id), sql`${embargoLift.studyId} is null`))
    .all();
  return new Set(unopened.filter(({ id }) => labelsIn(db, id) > 0).map(({ id }) => id));
}

/** Preregisters, or preregisters anew with a reason. What was preregistered before stays and can be read. */
export function preregister(
  db: Db,
  grant: ProjectGrant<'manage'>,
  studyId: string,
  typed: TypedAnalysisPlan & { reason: string }
): Preregistration {
  const study = knownStudy(db, grant, studyId);
  const reading = authorize(grant.actor, grant.resource, 'read-results');
  const read = readAnalysisPlan(
    typed,
    studyRaters(db, reading, studyId).judges.map(({ judgeId }) => judgeId)
  );
  return write(db, (tx) => {
    const { preregistrations, embargoLift, labels } = stateOf(tx, studyId);
    const [last] = preregistrations;
    const problems = 'problems' in read ? [...read.problems] : [];
    const reason = typed.reason.trim();
    if ('analysisPlan' in read && read.analysisPlan.sequential)
      problems.push(
        ...stoppingProblems(importedSource(tx, studyId) !== null, metricOf(studyScale(tx, reading, studyId)).kind)
      );
    if (last && reason === '') problems.push(problemAt('reason', fieldSays('reasonOfChange')));
    if (!('analysisPlan' in read) || problems.length > 0) return refuse.invalid(leadSays('planNotSaved'), problems);
    if (last && sameAnalysisPlan(last.analysisPlan, read.analysisPlan)) return refuse.conflict(leadSays('samePlan'));
    const seenIn = labelsSeenIn(tx, studyId);
    const made: Preregistration = {
      id: newId(),
      revision: (last?.revision ?? 0) + 1,
      analysisPlan: read.analysisPlan,
      reason: last ? reason : '',
      labels,
      opened: embargoLift !== null || seenIn !== null,
      by: grant.actor.name,
      at: Date.now()
    };
    const { by, at, ...row } = made;
    tx.insert(schema.preregistration)
      .values({ ...row, studyId, preregisteredBy: personId(grant), preregisteredByName: by, preregisteredAt: at })
      .run();
    record(tx, grant.actor, {
      projectId: grant.resource.id,
      action: 'study.preregister',
      entity: 'study',
      entityId: studyId,
      detail: {
        number: study.number,
        revision: made.revision,
        analysisPlan: { ...made.analysisPlan },
        changed: last ? changesBetween(last.analysisPlan, made.analysisPlan) : [],
        reason: made.reason,
        labels,
        opened: made.opened,
        ...(seenIn !== null && { seenIn })
      }
    });
    return made;
  });
}

/** Why a study cannot stop by a sequential plan. */
function stoppingProblems(imported: boolean, kind: AgreementMetric['kind']): Problem[] {
  const refused = (reason: string): Problem[] => [{ row: null, column: 'stopping', reason }];
  if (imported) return refused('These labels were imported, so the study cannot stop early. Choose “at its end”.'); // prettier-ignore
  return kind === 'mean'
    ? []
    : refused('Sequential plans are defined for agreement on labels, not for κ on scores. Choose “at its end”.');
}

/** Lifts the embargo: from now on the figures can be seen, and it is on record who looked first and what was preregistered. */
export function liftEmbargo(db: Db, grant: ProjectGrant<'manage'>, studyId: string): EmbargoLift {
  const study = knownStudy(db, grant, studyId);
  return write(db, (tx) => {
    const { preregistrations, embargoLift, labels } = stateOf(tx, studyId);
    if (embargoLift) return embargoLift;
    if (labels === 0) return refuse.conflict(leadSays('noLabelYet'));
    const made: EmbargoLift = {
      preregistrationId: preregistrations[0]?.id ?? null,
      labels,
      by: grant.actor.name,
      at: Date.now()
    };
    tx.insert(schema.embargoLift)
      .values({
        studyId,
        preregistrationId: made.preregistrationId,
        labels,
        liftedBy: personId(grant),
        liftedByName: made.by,
        liftedAt: made.at
      })
      .run();
    record(tx, grant.actor, {
      projectId: grant.resource.id,
      action: 'study.lift-embargo',
      entity: 'study',
      entityId: studyId,
      detail: { number: study.number, labels, revision: preregistrations[0]?.revision ?? null }
    });
    return made;
  });
}

/** The stored plan, with the names of margins that take their default because the plan is older than they are. */
function stored(analysisPlan: AnalysisPlan): Pick<Preregistration, 'analysisPlan' | 'assumed'> {
  const { assumed, ...whole } = withMargins(analysisPlan);
  return assumed.length === 0 ? whole : { ...whole, assumed };
}

const personId = ({ actor }: ProjectGrant<ProjectAccess>): string | null => (actor.kind === 'person' ? actor.id : null);

const knownStudy = (db: Db, grant: ProjectGrant<ProjectAccess>, studyId: string): { number: number } =>
  db
    .select({ number: schema.study.number })
    .from(schema.study)
    .where(and(eq(schema.study.id, studyId), eq(schema.study.projectId, grant.resource.id)))
    .get() ?? refuse.notFound('study');

function labelsIn(db: Db, studyId: string): number {
  const imported = importedSource(db, studyId);
  if (imported) return imported.labels;
  const { assignment, humanVerdict } = schema;
  return db
    .select({ n: sql<number>`count(*)` })
    .from(assignment)
    .innerJoin(humanVerdict, eq(humanVerdict.assignmentId, assignment.id))
    .where(
      and(
        eq(assignment.studyId, studyId),
        isLastBlind,
        sql`${humanVerdict.label} is not null`,
        inSample(humanVerdict.studyItemId)
      )
    )
    .get()!.n;
}
