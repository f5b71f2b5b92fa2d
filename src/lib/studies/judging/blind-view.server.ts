import { and, asc, eq, sql } from 'drizzle-orm';
import { askedDimensions } from '../planning/asked-dimensions.ts';
import { findMetric } from '../../scorer/suites/index.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { builtOnce } from '../../server/db/built-once.ts';
import { reportMarkdown } from '../../server/db/report-text.ts';
import { draftBasis } from '../../verification/work/draft-basis.ts';
import { blindLabel, isLastRevision } from '../study/blind-label.server.ts';
import {
  blind,
  ownVerdict,
  type Blind,
  type BlindAssignment,
  type BlindItem,
  type BlindQueue,
  type BlindText
} from './blind/blind.ts';
import { shownDraft } from './drafts.ts';
import { shownWording, type ItemMaterial } from '../units/item-material.ts';
import { reportsOfItems } from '../units/judge-labels.server.ts';
import { masked } from './blind/own-names.ts';
import { feedbackOn } from '../planning/purposes/training.server.ts';
import { obstacleOf, type StudySeat } from './leases/seat.server.ts';
import { kindOf, type StudyOfRun } from '../study/study-of-run.server.ts';
import { shownText } from '../../scorer/report/shown/shown-text.ts';
import { queryAsAsked } from './scored-query.server.ts';
import { namesOfReports } from '../study/system-names.server.ts';

/** Everything the person may see of an assignment, and nothing else. */
export function blindView(db: Db, seat: StudySeat): Blind<BlindAssignment> {
  const { study, assignment } = seat;
  const queue = queueOf(db, seat);
  const open = queue.seats.filter((one) => one.label === null);
  const left = { here: open.filter((one) => one.assignmentId === assignment.id).length, inStudy: open.length };
  const kind = kindOf(study);
  const metric = findMetric(study.metric);
  const texts = textsOf(db, seat);
  const asked = queryAsAsked(db, study, assignment.reportId);
  return blind({
    id: assignment.id,
    training: seat.training,
    project: seat.project,
    study: {
      number: study.number,
      name: study.name,
      kind: kind.name,
      dimensions: askedDimensions(study),
      multiSelect: study.settings.multiSelect === true,
      metric: {
        name: study.metric,
        title: metric?.title ?? study.metric,
        question: kind.question ?? metric?.question ?? ''
      },
      guideline: study.guideline,
      status: study.status
    },
    query: asked.query,
    collectedAt: texts.beside.length === 0 ? asked.collectedAt : null,
    ...texts,
    items: itemsOf(db, seat),
    queue,
    reveal: { policy: study.reveal, done: assignment.revealedAt !== null, obstacle: obstacleOf(seat, left) }
  });
}

/** The texts that the person would be shown, without the rest. */
export function blindTexts(db: Db, seat: StudySeat): string[] {
  const { report, beside } = textsOf(db, seat);
  return [report, ...beside].map(({ markdown }) => markdown);
}

const textsById = builtOnce((db) => {
  const { report, query } = schema;
  return db
    .select({ id: report.id, markdown: reportMarkdown, language: query.language })
    .from(report)
    .innerJoin(query, eq(query.id, report.queryId))
    .where(sql`${report.id} in (select value from json_each(${sql.placeholder('ids')}))`)
    .prepare();
});

/** The texts from left to right. A unit of several reports is alone in its assignment. */
function textsOf(db: Db, seat: StudySeat): { report: BlindText; beside: BlindText[] } {
  const [item] = placesOf(db, seat);
  const unit = item?.order && reportsOfItems(db, seat.study.id, [item.id]).get(item.id);
  const ids = unit ? item.order!.map((place) => unit[place]!) : [seat.assignment.reportId];
  const known = new Map(
    textsById(db)
      .all({ ids: JSON.stringify(ids) })
      .map(({ id, ...text }) => [id, text])
  );
  const hide = hiderOf(db, seat);
  const [first, ...beside] = ids.map((id) => {
    const { markdown, language } = known.get(id)!;
    return { markdown: hide(shownText(markdown)), language };
  });
  return { report: first!, beside };
}

/** The order of the texts of each item of the assignment; null if there is one text. */
const placesOf = (db: Db, seat: StudySeat): { id: string; order: number[] | null }[] =>
  itemPlaces(db).all({ assignmentId: seat.assignment.id });

const itemPlaces = builtOnce((db) =>
  db
    .select({ id: schema.assignmentItem.studyItemId, order: schema.assignmentItem.order })
    .from(schema.assignmentItem)
    .where(eq(schema.assignmentItem.assignmentId, sql.placeholder('assignmentId')))
    .orderBy(asc(schema.assignmentItem.position))
    .prepare()
);

const hiderOf = (db: Db, seat: StudySeat): ((text: string) => string) =>
  hiderOfItems(
    db,
    seat.study,
    placesOf(db, seat).map(({ id }) => id)
  );

/** Masks the names of the systems whose reports the items are about, if the study wants that. */
export function hiderOfItems(
  db: Db,
  study: Pick<StudyOfRun, 'id' | 'settings'>,
  items: readonly string[]
): (text: string) => string {
  if (!study.settings.maskNames) return (text) => text;
  const reports = new Set([...reportsOfItems(db, study.id, items).values()].flat());
  const names = namesOfReports(db, [...reports]).flatMap((one) => one.names);
  return (text) => masked(text, names);
}

const itemRows = builtOnce((db) => {
  const { assignmentItem, studyItem, humanVerdict, draft } = schema;
  return db
    .select({
      id: studyItem.id,
      text: studyItem.text,
      material: studyItem.material,
      order: assignmentItem.order,
      verdict: {
        // First: a joined object whose first column is null is read as no row, and a verdict that was taken back has no label.
        revision: humanVerdict.revision,
        label: humanVerdict.label,
        reason: humanVerdict.reason,
        acceptable: humanVerdict.acceptable,
        points: humanVerdict.points,
        note: humanVerdict.note,
        passages: humanVerdict.passages,
        committedAt: humanVerdict.committedAt
      },
      commit: humanVerdict.idempotencyKey,
      draft: draft.content,
      savedAt: draft.savedAt
    })
    .from(assignmentItem)
    .innerJoin(studyItem, eq(studyItem.id, assignmentItem.studyItemId))
    .leftJoin(
      humanVerdict,
      and(
        eq(humanVerdict.studyItemId, studyItem.id),
        eq(humanVerdict.userId, sql.placeholder('userId')),
        eq(humanVerdict.phase, 'blind'),
        isLastRevision
      )
    )
    .leftJoin(draft, and(eq(draft.studyItemId, studyItem.id), eq(draft.userId, sql.placeholder('userId'))))
    .where(eq(assignmentItem.assignmentId, sql.placeholder('assignmentId')))
    .orderBy(asc(assignmentItem.position))
    .prepare();
});

function itemsOf(db: Db, seat: StudySeat): BlindItem[] {
  const { id: assignmentId, userId } = seat.assignment;
  const kind = kindOf(seat.study);
  const hide = hiderOf(db, seat);
  return itemRows(db)
    .all({ assignmentId, userId })
    .map(({ id, text, material, order, verdict, commit, draft: typed, savedAt }) => ({
      id,
      text: hide(shownWording({ text, material })),
      quotes: (material.quotes ?? []).map(hide),
      block: material.block ?? null,
      source: sourceOf(db, material),
      results: (material.results ?? []).map((one) => ({ ...one, text: hide(one.text) })),
      verdict: verdict && ownVerdict(verdict, kind, order ?? [0]),
      revision: verdict?.revision ?? 0,
      draft: typed && shownDraft(typed, kind, order ?? [0]),
      basis: draftBasis(commit, savedAt === null ? null : { savedAt }),
      feedback: seat.training
        ? feedbackOn(db, { studyItemId: id, label: verdict?.label ?? null }, kind, order ?? [0])
        : null
    }));
}

/** The page of a claim, with the text that was kept when the judges read it. */
function sourceOf(db: Db, { source }: ItemMaterial): BlindItem['source'] {
  if (!source) return null;
  const { pageContent } = schema;
  const page = db
    .select({ text: pageContent.text })
    .from(pageContent)
    .where(eq(pageContent.hash, source.content))
    .get();
  return { url: source.url, title: source.title, outcome: source.outcome, text: page?.text ?? '' };
}

const queueRows = builtOnce((db) => {
  const { assignment, assignmentItem } = schema;
  return db
    .select({
      assignmentId: assignment.id,
      id: assignmentItem.studyItemId,
      order: assignmentItem.order,
      label: blindLabel(assignmentItem.studyItemId, assignment.userId)
    })
    .from(assignment)
    .innerJoin(assignmentItem, eq(assignmentItem.assignmentId, assignment.id))
    .where(and(eq(assignment.studyId, sql.placeholder('studyId')), eq(assignment.userId, sql.placeholder('userId'))))
    .orderBy(asc(assignment.position), asc(assignmentItem.position))
    .prepare();
});

function queueOf(db: Db, seat: StudySeat): BlindQueue {
  const kind = kindOf(seat.study);
  const seats = queueRows(db)
    .all({ studyId: seat.study.id, userId: seat.assignment.userId })
    .map(({ assignmentId, id, order, label }) => ({
      assignmentId,
      id,
      label: label === null ? null : kind.shown(label, order ?? [0])
    }));
  return {
    position: seats.findIndex((one) => one.assignmentId === seat.assignment.id),
    total: seats.length,
    done: seats.filter((one) => one.label !== null).length,
    seats
  };
}
