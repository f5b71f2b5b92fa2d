import { and, eq, exists, gt, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { refuse } from '../errors.ts';
import { fillDates, isoDate } from '../scorer/placeholders.ts';
import { metricByName } from '../scorer/suites/index.ts';
import { schema, type Db } from '../server/db/client.ts';
import { stratumOf, type Candidate } from './sampling.ts';

/** A unit of a run that can go into a study, with its wording and its place in the checklist. */
export interface Unit extends Candidate {
  text: string;
  place: number;
}

export interface StudyRun {
  id: string;
  projectId: string;
  versionId: string;
  createdAt: number;
}

/** Every report and item of which at least one judge of the run said something, be it that it can not decide. */
export function unitsOf(db: Db, run: StudyRun, metric: string): Unit[] {
  const { verdict, report, query, system } = schema;
  const wording = wordings(db, run, metric);
  return db
    .select({
      reportId: verdict.reportId,
      queryId: query.qid,
      systemId: system.name,
      item: verdict.item,
      collectedAt: sql<string | null>`coalesce(${report.collectedAt}, ${system.collectedAt})`.as('collected'),
      labels: sql<number>`count(distinct case when ${verdict.state} = 'judged' then ${verdict.label} end)`.as('labels'),
      said: sql<number>`sum(${verdict.state} in ('judged', 'abstained'))`.as('said')
    })
    .from(verdict)
    .innerJoin(report, eq(report.id, verdict.reportId))
    .innerJoin(query, eq(query.id, report.queryId))
    .innerJoin(system, eq(system.id, report.systemId))
    .where(and(eq(verdict.runId, run.id), eq(verdict.metric, metric), eq(verdict.repeat, 0)))
    .groupBy(verdict.reportId, verdict.item)
    .having(({ said }) => gt(said, 0))
    .all()
    .map(({ reportId, queryId, systemId, item, labels, collectedAt }) => {
      const { text, place } = wording(queryId, item);
      const date = collectedAt ?? isoDate(run.createdAt);
      return { reportId, queryId, systemId, item, stratum: stratumOf(labels), text: fillDates(text, date), place };
    });
}

type Wording = { text: string; place: number };

/** The metric's fixed items, or else those of the version on which the run rests. */
function wordings(db: Db, run: StudyRun, metric: string): (qid: string, item: string) => Wording {
  const fixed = metricByName(metric).items;
  const known = new Map<string, Wording>();
  const keyOf = (qid: string, item: string) => (fixed ? item : JSON.stringify([qid, item]));
  if (fixed) fixed.forEach(({ key, text }, place) => known.set(keyOf('', key), { text, place }));
  else {
    const { datasetVersion } = schema;
    const version = db
      .select({ content: datasetVersion.content })
      .from(datasetVersion)
      .where(eq(datasetVersion.id, run.versionId))
      .get();
    for (const { qid, items } of version?.content.queries ?? [])
      items.forEach(({ key, text }, place) => known.set(keyOf(qid, key), { text, place }));
  }
  return (qid, item) =>
    known.get(keyOf(qid, item)) ??
    refuse.invalid(
      `The wording of item ${item} of query ${qid} is not known any more. Score the reports again, then plan the study on the new run.`
    );
}

/**
 * Units that one of these people judges in an open study, or has been shown the judges of: on those they are not blind,
 * or would not stay so.
 */
export function unitsInHands(db: Db, projectId: string, metric: string, people: readonly string[]): Set<string> {
  if (people.length === 0) return new Set();
  const { assignment, assignmentItem, study, studyItem } = schema;
  const rows = db
    .select({ reportId: studyItem.reportId, item: studyItem.item })
    .from(studyItem)
    .innerJoin(study, eq(study.id, studyItem.studyId))
    .where(
      and(
        eq(study.projectId, projectId),
        eq(study.metric, metric),
        exists(
          db
            .select({ one: sql`1` })
            .from(assignmentItem)
            .innerJoin(assignment, eq(assignment.id, assignmentItem.assignmentId))
            .where(
              and(
                eq(assignmentItem.studyItemId, studyItem.id),
                inArray(assignment.userId, [...people]),
                or(eq(study.status, 'open'), isNotNull(assignment.revealedAt))
              )
            )
        )
      )
    )
    .all();
  return new Set(rows.map(unitKey));
}

export const unitKey = (unit: { reportId: string; item: string }): string => JSON.stringify([unit.reportId, unit.item]);
