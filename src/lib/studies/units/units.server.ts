import { sayingsOf } from '../../messages/sayings.ts';
import { and, eq, exists, inArray, isNotNull, ne, or, sql } from 'drizzle-orm';
import { refuse } from '../../errors.ts';
import { askedOf, dateOfUndated } from '../../scorer/runs/texts/asked-texts.ts';
import { fillDates } from '../../scorer/runs/texts/placeholders.ts';
import { metricByName } from '../../scorer/suites/index.ts';
import { schema, type Db } from '../../server/db/client.ts';
import type { StudyRun, Unit, Wording } from './unit.ts';
import type { StudyKind } from '../kinds/index.ts';
import type { RevealPolicy } from '../planning/study-input.ts';
import { asUnit, judgedUnits } from './judged-units.server.ts';
import { issuesIn, sharedIn } from './found-units.server.ts';
import { groupsIn, pairsIn, reportsIn, wholesIn } from './whole-units.server.ts';

const leadSays = sayingsOf('leadRefusals');

/** Everything of a run that people can be asked in a kind of study. */
export function studyUnits(db: Db, run: StudyRun, metric: string, kind: StudyKind): Unit[] {
  if (kind.reports === 'pair') return pairsIn(db, run, metric, kind);
  if (kind.reports === 'several') return groupsIn(db, run, metric, kind);
  if (kind.units === 'report') return reportsIn(db, run, kind);
  if (kind.judges.from === 'issues') return issuesIn(db, run, metric);
  if (kind.unit?.checklist) return itemsIn(db, run, metric, kind);
  return kind.unit ? sharedIn(db, run, metric, kind, listedWording(metric)) : wholesIn(db, run, metric, kind);
}

/** Every report and item of which at least one judge of the run said something, be it that it cannot decide. */
function itemsIn(db: Db, run: StudyRun, metric: string, kind: StudyKind): Unit[] {
  const wording = wordings(db, run, metric);
  return judgedUnits(db, run, metric, kind).map((unit) => {
    const { text, place } = wording(unit.queryId, unit.item);
    const date = unit.collectedAt ?? dateOfUndated(run);
    return { ...asUnit(unit), text: fillDates(text, date), place };
  });
}

/** The metric's fixed items, or else those of the version on which the run rests. */
function wordings(db: Db, run: StudyRun, metric: string): (qid: string, item: string) => Wording {
  const known = knownWordings(db, run, metric);
  return (qid, item) => known(qid, item) ?? refuse.invalid(leadSays('wordingUnknown', { item, qid }));
}

/** The same; undefined for an item that neither the metric nor the version has. */
export function knownWordings(
  db: Db,
  run: StudyRun,
  metric: string
): (qid: string, item: string) => Wording | undefined {
  const fixed = metricByName(metric).items;
  const known = new Map<string, Wording>();
  const keyOf = (qid: string, item: string) => (fixed ? item : JSON.stringify([qid, item]));
  if (fixed) fixed.forEach(({ key, text }, place) => known.set(keyOf('', key), { text, place }));
  else
    for (const { qid, items } of queriesOfRun(db, run))
      items.forEach(({ key, text }, place) => known.set(keyOf(qid, key), { text, place }));
  return (qid, item) => known.get(keyOf(qid, item));
}

/** The queries of the version on which a run rests, in the wording that the run chose, with their checklists. */
export function queriesOfRun(
  db: Db,
  run: StudyRun
): { qid: string; text: string; items: { key: string; text: string }[] }[] {
  const { datasetVersion } = schema;
  const version = db
    .select({ content: datasetVersion.content })
    .from(datasetVersion)
    .where(eq(datasetVersion.id, run.versionId ?? ''))
    .get();
  return (version?.content.queries ?? []).map((query) => askedOf(query, run.options));
}

/** The units that a metric lists beforehand, with their places; the key, at the top, of all others. */
export function listedWording(metric: string): (qid: string, item: string) => Wording {
  const { items, protocol } = metricByName(metric);
  return (qid, item) => {
    const known = protocol.itemsOf?.(qid) ?? items ?? [];
    const place = known.findIndex(({ key }) => key === item);
    return { text: item, ...known[place], place: Math.max(0, place) };
  };
}

/**
 * Units that one of these people judges in an open study, has been shown the judges of, or has adjudicated: on those they are
 * not blind, or would not stay so.
 */
export function unitsInHands(
  db: Db,
  projectId: string,
  { metric, kind }: { metric: string; kind: StudyKind },
  people: readonly string[]
): Set<string> {
  if (people.length === 0) return new Set();
  const { assignment, assignmentItem, study, studyAdjudication, studyItem } = schema;
  const adjudicated = db
    .select({ one: sql`1` })
    .from(studyAdjudication)
    .where(and(eq(studyAdjudication.studyItemId, studyItem.id), inArray(studyAdjudication.userId, [...people])));
  const rows = db
    .select({ reportId: studyItem.reportId, item: studyItem.item })
    .from(studyItem)
    .innerJoin(study, eq(study.id, studyItem.studyId))
    .where(
      and(
        eq(study.projectId, projectId),
        eq(study.metric, metric),
        eq(study.kind, kind.name),
        or(
          exists(
            db
              .select({ one: sql`1` })
              .from(assignmentItem)
              .innerJoin(assignment, eq(assignment.id, assignmentItem.assignmentId))
              .where(
                and(
                  eq(assignmentItem.studyItemId, studyItem.id),
                  inArray(assignment.userId, [...people]),
                  or(ne(study.status, 'closed'), isNotNull(assignment.revealedAt))
                )
              )
          ),
          exists(adjudicated)
        )
      )
    )
    .all();
  return new Set(rows.map(unitKey));
}

/** Reports of which one of these people checked verdicts in a spot check, seeing the judge's evidence: on those they are not blind. */
export function reportsChecked(db: Db, people: readonly string[]): Set<string> {
  if (people.length === 0) return new Set();
  const { spotCheckAnswer, spotCheckUnit } = schema;
  const rows = db
    .selectDistinct({ reportId: spotCheckUnit.reportId })
    .from(spotCheckAnswer)
    .innerJoin(spotCheckUnit, eq(spotCheckUnit.id, spotCheckAnswer.unitId))
    .where(inArray(spotCheckAnswer.userId, [...people]))
    .all();
  return new Set(rows.map(({ reportId }) => reportId));
}

/** People who have seen the judges of a study that reveals at its end: their labels on further items of it would not be blind. */
export function shownAtEnd(db: Db, { id, reveal }: { id: string; reveal: RevealPolicy }): Set<string> {
  if (reveal !== 'at-end') return new Set();
  const { assignment } = schema;
  const rows = db
    .selectDistinct({ userId: assignment.userId })
    .from(assignment)
    .where(and(eq(assignment.studyId, id), isNotNull(assignment.revealedAt)))
    .all();
  return new Set(rows.flatMap(({ userId }) => userId ?? []));
}

export const unitKey = (unit: { reportId: string; item: string }): string => JSON.stringify([unit.reportId, unit.item]);
