import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import { and, asc, eq, exists, inArray, ne, or, sql } from 'drizzle-orm';
import { refuse, fieldSays, worded, problemAt } from '../../errors.ts';
import { unitNamed } from '../../scorer/suites/index.ts';
import type { SpotCheckQuestion, UnitLabel } from '../../scorer/unit-definition.ts';
import { record } from '../../server/audit/audit.ts';
import type { Person, ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import { queryAsJudged } from '../judging/scored-query.server.ts';
import { labelsToCheck, listSpotChecks, spotCheckByNumber, type SpotCheck } from './spot-checks.server.ts';

const leadSays = sayingsOf('leadRefusals');

type Reviewer = ProjectGrant<'review'>;

/** Where a person stands in a spot check. */
interface CheckQueue {
  check: { number: number; name: string; closed: boolean };
  /** In the order drawn; `agrees`: whether the person's label is the judge's, null: cannot judge, absent: not checked. */
  units: { id: string; agrees?: boolean | null }[];
}

interface CheckView extends CheckQueue {
  unit: { id: string; number: number; reportId: string; item: string };
  /** As the judge read it. */
  query: string;
  asked: SpotCheckQuestion;
  labels: readonly UnitLabel[];
  /** The judge's label. */
  judged: string;
  own: { label: string | null; errors: string[]; note: string } | null;
  revision: number;
  previous: string | null;
  next: string | null;
  /** Names the verdict whose evidence is shown. */
  verdict: { runId: string; metric: string; judgeId: string; unitKind: string };
}

const reviewerOf = ({ actor }: Reviewer): Person =>
  actor.kind === 'person' ? actor : refuse.notPermitted(leadSays('checkNeedsUser'));

/** The open checks in which a person has verdicts left; those of runs and reports that they still judge blind are not in it. */
export function checksToDo(db: Db, grant: Reviewer): { number: number; name: string; left: number }[] {
  const person = reviewerOf(grant);
  return listSpotChecks(db, grant).flatMap(({ id, number, name, closed }) => {
    if (closed) return [];
    const check = spotCheckByNumber(db, grant, number);
    if (blindStudyOf(db, person, check) !== null) return [];
    const units = unitIds(db, id);
    const left = units.length - ownAnswers(db, person.id, units).size;
    return left > 0 ? [{ number, name, left }] : [];
  });
}

const unitIds = (db: Db, spotCheckId: string): string[] =>
  db
    .select({ id: schema.spotCheckUnit.id })
    .from(schema.spotCheckUnit)
    .where(eq(schema.spotCheckUnit.spotCheckId, spotCheckId))
    .all()
    .map(({ id }) => id);

/** A person's place in a check. @throws Refusal `closed` if they judge its run or reports blind in an open study */
export function checkQueue(db: Db, grant: Reviewer, number: number): CheckQueue {
  return queueOf(db, grant, spotCheckByNumber(db, grant, number));
}

function queueOf(db: Db, grant: Reviewer, check: SpotCheck): CheckQueue {
  const person = reviewerOf(grant);
  requireNotBlind(db, person, check);
  const { spotCheckUnit } = schema;
  const units = db
    .select({ id: spotCheckUnit.id, label: spotCheckUnit.label })
    .from(spotCheckUnit)
    .where(eq(spotCheckUnit.spotCheckId, check.id))
    .orderBy(asc(spotCheckUnit.position))
    .all();
  const own = ownAnswers(
    db,
    person.id,
    units.map(({ id }) => id)
  );
  return {
    check: { number: check.number, name: check.name, closed: check.closedAt !== null },
    units: units.map(({ id, label }) => {
      const said = own.get(id);
      return { id, ...(said && { agrees: said.label === null ? null : said.label === label }) };
    })
  };
}

export function openCheckUnit(db: Db, grant: Reviewer, number: number, unitId: string): CheckView {
  const check = spotCheckByNumber(db, grant, number);
  const queue = queueOf(db, grant, check);
  const at = queue.units.findIndex(({ id }) => id === unitId);
  const unit =
    at < 0 ? undefined : db.select().from(schema.spotCheckUnit).where(eq(schema.spotCheckUnit.id, unitId)).get();
  if (!unit) return refuse.notFound('verdict to check');
  const said = ownAnswers(db, reviewerOf(grant).id, [unitId]).get(unitId);
  return {
    ...queue,
    unit: { id: unit.id, number: at + 1, reportId: unit.reportId, item: unit.item },
    query: queryAsJudged(db, { runId: check.runId, reportId: unit.reportId }).text,
    asked: unitNamed(check.unitKind).spotCheck ?? refuse.notFound('question'),
    labels: labelsToCheck(check),
    judged: unit.label,
    own: said ? { label: said.label, errors: said.errors, note: said.note } : null,
    revision: said?.revision ?? 0,
    previous: queue.units[at - 1]?.id ?? null,
    next: queue.units[at + 1]?.id ?? null,
    verdict: { runId: check.runId, metric: check.metric, judgeId: check.judgeId, unitKind: check.unitKind }
  };
}

interface CheckInput {
  check: number;
  unit: string;
  /** The right label; null: the person cannot judge it. Undefined if nothing was chosen. */
  label: string | null | undefined;
  errors: readonly string[];
  note: string;
  idempotencyKey: string;
}

const LONGEST = 4000;

/**
 * Records what a person says of a drawn verdict, each time as a further row; the same idempotency key is answered without one.
 *
 * @returns the person's next unchecked verdict; null if there is none
 */
export function commitCheck(db: Db, grant: Reviewer, input: CheckInput): { next: string | null } {
  const person = reviewerOf(grant);
  return write(db, (tx) => {
    const view = openCheckUnit(tx, grant, input.check, input.unit);
    if (view.check.closed) refuse.isClosed(leadSays('spotCheckEnded'));
    const problem = (column: string, wording: Saying) => problemAt(column, wording);
    const problems = [
      ...(input.label === null || view.labels.some(({ label }) => label === input.label)
        ? []
        : [problem('label', fieldSays('rightVerdict'))]),
      ...(input.errors.every((one) => Object.hasOwn(view.asked.errors, one))
        ? []
        : [problem('errors', fieldSays('errorsFromList'))]),
      ...(input.note.length > LONGEST ? [problem('note', worded('atMostCharacters', { most: LONGEST }))] : [])
    ];
    if (problems.length > 0) refuse.invalid(leadSays('checkNotSaved'), problems);
    const { spotCheckAnswer } = schema;
    const repeated = tx
      .select()
      .from(spotCheckAnswer)
      .where(eq(spotCheckAnswer.idempotencyKey, input.idempotencyKey))
      .get();
    if (repeated && (repeated.unitId !== input.unit || repeated.userId !== person.id))
      refuse.conflict(leadSays('keyOfCheck'));
    if (!repeated) {
      const label = input.label ?? null;
      const revision = view.revision + 1;
      const row = {
        ...{ id: newId(), unitId: input.unit, userId: person.id, revision, label, errors: [...new Set(input.errors)] },
        ...{ note: input.note.trim(), idempotencyKey: input.idempotencyKey, at: Date.now() }
      };
      tx.insert(spotCheckAnswer).values(row).run();
      record(tx, person, {
        projectId: grant.resource.id,
        action: 'spot-check.answer',
        entity: 'spot-check-unit',
        entityId: input.unit,
        detail: { check: input.check, label, agrees: label === null ? null : label === view.judged, revision }
      });
    }
    const at = view.unit.number;
    const open = [...view.units.slice(at), ...view.units.slice(0, at - 1)].find(({ agrees }) => agrees === undefined);
    return { next: open?.id ?? null };
  });
}

/** Refuses people who still judge the run or a drawn report blind: seeing a judge's verdicts would end their blinding. */
function requireNotBlind(db: Db, person: Person, check: SpotCheck): void {
  const study = blindStudyOf(db, person, check);
  if (study !== null) refuse.isClosed(leadSays('spotCheckBlind', { number: study }));
}

/** Number of a study in which the person still judges the check's run, or a report of a drawn verdict, blind; null if there is none. */
function blindStudyOf(db: Db, person: Person, check: SpotCheck): number | null {
  const { study, assignment, assignmentItem, studyItemReport, spotCheckUnit } = schema;
  const drawn = db
    .select({ id: spotCheckUnit.reportId })
    .from(spotCheckUnit)
    .where(eq(spotCheckUnit.spotCheckId, check.id));
  const beside = db
    .select({ one: sql`1` })
    .from(assignmentItem)
    .innerJoin(studyItemReport, eq(studyItemReport.studyItemId, assignmentItem.studyItemId))
    .where(and(eq(assignmentItem.assignmentId, assignment.id), inArray(studyItemReport.reportId, drawn)));
  const blind = db
    .select({ number: study.number })
    .from(study)
    .innerJoin(assignment, eq(assignment.studyId, study.id))
    .where(
      and(
        eq(assignment.userId, person.id),
        ne(study.status, 'closed'),
        or(eq(study.runId, check.runId), inArray(assignment.reportId, drawn), exists(beside))
      )
    )
    .limit(1)
    .get();
  return blind?.number ?? null;
}

type Answer = typeof schema.spotCheckAnswer.$inferSelect;

/** The person's answers as they stand, by unit. */
function ownAnswers(db: Db, userId: string, unitIds: readonly string[]): Map<string, Answer> {
  const { spotCheckAnswer } = schema;
  return new Map(
    db
      .select()
      .from(spotCheckAnswer)
      .where(and(eq(spotCheckAnswer.userId, userId), inArray(spotCheckAnswer.unitId, [...unitIds]), isLastAnswer))
      .all()
      .map((row) => [row.unitId, row])
  );
}

const isLastAnswer = sql`${schema.spotCheckAnswer.revision} = (
  select max(a.revision) from spot_check_answer a
  where a.unit_id = ${schema.spotCheckAnswer.unitId} and a.user_id = ${schema.spotCheckAnswer.userId}
)`;

/** A drawn verdict with everything that people say of it. */
export interface CheckedUnit {
  id: string;
  qid: string;
  system: string;
  reportId: string;
  item: string;
  /** Of the judge. */
  label: string;
  answers: { userId: string; name: string; label: string | null; errors: string[]; note: string }[];
}

/** All drawn verdicts of a check, in the order drawn. */
export function checkedUnits(db: Db, _grant: ProjectGrant<'read-results'>, check: SpotCheck): CheckedUnit[] {
  const { spotCheckUnit, spotCheckAnswer, report, query, system, user } = schema;
  const units = db
    .select({
      ...{ id: spotCheckUnit.id, qid: query.qid, system: system.name, reportId: report.id },
      ...{ item: spotCheckUnit.item, label: spotCheckUnit.label }
    })
    .from(spotCheckUnit)
    .innerJoin(report, eq(report.id, spotCheckUnit.reportId))
    .innerJoin(query, eq(query.id, report.queryId))
    .innerJoin(system, eq(system.id, report.systemId))
    .where(eq(spotCheckUnit.spotCheckId, check.id))
    .orderBy(asc(spotCheckUnit.position))
    .all();
  const answers = db
    .select({ row: spotCheckAnswer, name: user.name })
    .from(spotCheckAnswer)
    .innerJoin(user, eq(user.id, spotCheckAnswer.userId))
    .innerJoin(spotCheckUnit, eq(spotCheckUnit.id, spotCheckAnswer.unitId))
    .where(and(eq(spotCheckUnit.spotCheckId, check.id), isLastAnswer))
    .orderBy(asc(user.name), asc(user.id))
    .all();
  const byUnit = Map.groupBy(answers, ({ row }) => row.unitId);
  return units.map((unit) => ({
    ...unit,
    answers: (byUnit.get(unit.id) ?? []).map(({ row: { userId, label, errors, note }, name }) => ({
      ...{ userId, name, label, errors, note }
    }))
  }));
}
