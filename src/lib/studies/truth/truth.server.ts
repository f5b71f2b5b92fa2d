import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { refuse, fieldSays, worded, problemAt } from '../../errors.ts';
import { record } from '../../server/audit/audit.ts';
import type { Person, ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { newId, sha256 } from '../../server/db/id.ts';
import { hiderOfItems } from '../judging/blind-view.server.ts';
import { CANNOT_JUDGE, type Option } from '../kinds/index.ts';
import { labelsInAndOpen } from '../labels/unblinding.server.ts';
import type { StudyKind } from '../kinds/kind.ts';
import { isOfRun, kindOf, type StudyOfRun } from '../study/study-of-run.server.ts';
import { shownWording, type ItemMaterial } from '../units/item-material.ts';
import { loadRubrics } from '../../scorer/suites/rubrics/rubrics.server.ts';
import { orderedReports, seenLabels } from './seen-labels.server.ts';

const leadSays = sayingsOf('leadRefusals');

type Adjudicator = ProjectGrant<'adjudicate'>;

/** A study as its adjudicator finds it. */
interface TruthQueue {
  study: { number: number; name: string };
  /** Report by report, the reports in random order: what is done so far is a random part. */
  items: { id: string; adjudicated: boolean }[];
}

interface TruthView extends TruthQueue {
  /** `reports` as they stand from left to right. */
  item: { id: string; number: number; text: string; material: ItemMaterial; reports: string[] };
  kind: StudyKind;
  metric: string;
  options: readonly Option[];
  /** Under letters, people and judges mixed. Without who gave them. */
  labels: { letter: string; title: string; words: string; label: string; exchanged: boolean }[];
  /** Unanimous label; null if labels differ, or fewer than two were given. */
  unanimous: string | null;
  /** The last adjudication; null before the first. */
  decided: { label: string; reason: string; by: string; at: number } | null;
  /** To be sent back with a decision: 0 before the first. */
  revision: number;
  previous: string | null;
  next: string | null;
}

const personOf = ({ actor }: Adjudicator): Person =>
  actor.kind === 'person' ? actor : refuse.notPermitted(leadSays('adjudicateNeedsUser'));

/** The studies that a person could adjudicate now, with how many items are left. */
export function studiesToAdjudicate(db: Db, grant: Adjudicator): { number: number; name: string; left: number }[] {
  const person = personOf(grant);
  const { study } = schema;
  const found = db
    .select()
    .from(study)
    .where(and(eq(study.projectId, grant.resource.id), sql`${study.archivedAt} is null`))
    .orderBy(asc(study.number))
    .all();
  if (found.length > 0) loadRubrics(db);
  return found.flatMap((one) => {
    if (obstacleTo(db, one, person) !== null) return [];
    const left = itemsOf(db, one.id).filter(({ adjudicated }) => !adjudicated).length;
    return left > 0 ? [{ number: one.number, name: one.name, left }] : [];
  });
}

/** @throws Refusal if labels are still to come, or the adjudicator judges in the study, or its items blind in another one */
export function truthQueue(db: Db, grant: Adjudicator, number: number): TruthQueue {
  const study = studyToAdjudicate(db, grant, number);
  return { study: { number: study.number, name: study.name }, items: itemsOf(db, study.id) };
}

/** One item with everything that was said of it. */
export function openTruth(db: Db, grant: Adjudicator, number: number, itemId: string): TruthView {
  const study = studyToAdjudicate(db, grant, number);
  const items = itemsOf(db, study.id);
  const at = items.findIndex(({ id }) => id === itemId);
  const item = at < 0 ? undefined : db.select().from(schema.studyItem).where(eq(schema.studyItem.id, itemId)).get();
  if (!item) return refuse.notFound('item');
  const kind = kindOf(study);
  const { reports, order } = orderedReports(db, study, itemId);
  const seen = seenLabels(db, study, itemId, order);
  const last = lastOf(db, itemId);
  const said = new Set(seen.map(({ label }) => label));
  const hide = hiderOfItems(db, study, [itemId]);
  const { quotes } = item.material;
  return {
    study: { number: study.number, name: study.name },
    items,
    item: {
      ...{ id: itemId, number: at + 1, text: hide(shownWording(item)), reports },
      material: { ...item.material, ...(quotes && { quotes: quotes.map(hide) }) }
    },
    kind,
    metric: study.metric,
    options: kind.options,
    labels: seen.map(({ letter, label, words, exchanged }) => {
      const shown = kind.shown(label, order);
      return { letter, label: shown, words: hide(words), title: titleOf(study, shown), exchanged: exchanged === true };
    }),
    unanimous: seen.length > 1 && said.size === 1 ? kind.shown(seen[0]!.label, order) : null,
    decided: last ? { label: kind.shown(last.label, order), reason: last.reason, by: last.name, at: last.at } : null,
    revision: last?.revision ?? 0,
    previous: items[at - 1]?.id ?? null,
    next: items[at + 1]?.id ?? null
  };
}

interface TruthInput {
  study: number;
  item: string;
  /** As shown: of two reports, by the side on which each stands. */
  label: string;
  /** Why; may be empty only if all labels agree with it. */
  reason: string;
  /** Revision that the page showed. */
  basedOn: number;
  idempotencyKey: string;
}

const LONGEST = 4000;

/**
 * Records the adjudicated label of an item, each time as a further row. The same idempotency key is answered without a second row.
 *
 * @returns the next item without an adjudicated label; null if there is none
 * @throws Refusal `invalid-input` without a label of the study or a reason if labels differ; `conflict` if another
 *   adjudicator has decided since
 */
export function adjudicateItem(db: Db, grant: Adjudicator, input: TruthInput): { next: string | null } {
  const person = personOf(grant);
  return write(db, (tx) => {
    const study = studyToAdjudicate(tx, grant, input.study);
    const items = itemsOf(tx, study.id);
    const at = items.findIndex(({ id }) => id === input.item);
    if (at < 0) return refuse.notFound('item');
    const { order } = orderedReports(tx, study, input.item);
    const seen = seenLabels(tx, study, input.item, order);
    const kind = kindOf(study);
    const answered = kind.options.some(({ label }) => label === input.label);
    const label = answered ? kind.kept(input.label, order) : null;
    const reason = input.reason.trim();
    const problems = [
      ...(label === null ? [problemAt('label', fieldSays('rightAnswer'))] : []),
      ...(reason === '' && !seen.every((one) => one.label === label)
        ? [problemAt('reason', fieldSays('whyRight'))]
        : []),
      ...(reason.length > LONGEST ? [problemAt('reason', worded('atMostCharacters', { most: LONGEST }))] : [])
    ];
    if (problems.length > 0) refuse.invalid(leadSays('notAdjudicated'), problems);
    const { studyAdjudication } = schema;
    const repeated = tx
      .select({ item: studyAdjudication.studyItemId, userId: studyAdjudication.userId })
      .from(studyAdjudication)
      .where(eq(studyAdjudication.idempotencyKey, input.idempotencyKey))
      .get();
    if (repeated && (repeated.item !== input.item || repeated.userId !== person.id))
      refuse.conflict(leadSays('keyOfDecision'));
    if (!repeated) {
      const revision = lastOf(tx, input.item)?.revision ?? 0;
      if (revision !== input.basedOn) refuse.conflict(leadSays('adjudicatedSince'));
      const row = {
        ...{ id: newId(), studyItemId: input.item, revision: revision + 1, label: label!, reason, seen },
        ...{ userId: person.id, idempotencyKey: input.idempotencyKey, at: Date.now() }
      };
      tx.insert(studyAdjudication).values(row).run();
      record(tx, person, {
        projectId: study.projectId,
        action: 'study.adjudicate',
        entity: 'study_item',
        entityId: input.item,
        detail: { study: study.number, label, reason, revision: row.revision, labels: seen.length }
      });
    }
    const open = [...items.slice(at + 1), ...items.slice(0, at)].find(({ adjudicated }) => !adjudicated);
    return { next: open?.id ?? null };
  });
}

type Study = typeof schema.study.$inferSelect;

/** Why the person cannot adjudicate a study now; null if they can. */
function obstacleTo(db: Db, study: Study, person: Person): Saying | null {
  if (!isOfRun(study)) return leadSays('truthElsewhere');
  if (kindOf(study).options.length === 0) return leadSays('truthOrders');
  const { assignment } = schema;
  const own = db
    .select({ id: assignment.id })
    .from(assignment)
    .where(and(eq(assignment.studyId, study.id), eq(assignment.userId, person.id)))
    .limit(1)
    .get();
  if (own) return leadSays('truthOwn');
  const blindIn = blindStudyOn(db, study, person);
  if (blindIn !== null) return leadSays('truthBlind', { number: blindIn });
  const { labels, open } = labelsInAndOpen(db, study);
  if (open > 0) return leadSays('truthOpen', { n: open });
  return labels === 0 ? leadSays('truthEmpty') : null;
}

/** Number of another study in which the person still judges an item of this one blind; null if there is none. */
function blindStudyOn(db: Db, of: StudyOfRun, person: Person): number | null {
  const { study, studyItem, assignment, assignmentItem } = schema;
  const item = alias(studyItem, 'item_to_adjudicate');
  const blind = db
    .select({ number: study.number })
    .from(assignment)
    .innerJoin(study, eq(study.id, assignment.studyId))
    .innerJoin(assignmentItem, eq(assignmentItem.assignmentId, assignment.id))
    .innerJoin(studyItem, eq(studyItem.id, assignmentItem.studyItemId))
    .innerJoin(item, and(eq(item.reportId, studyItem.reportId), eq(item.item, studyItem.item)))
    .where(
      and(
        ...[eq(assignment.userId, person.id), isNull(assignment.revealedAt), eq(item.studyId, of.id)],
        ...[eq(study.projectId, of.projectId), ne(study.status, 'closed')],
        ...[eq(study.metric, of.metric), eq(study.kind, kindOf(of).name)]
      )
    )
    .limit(1)
    .get();
  return blind?.number ?? null;
}

function studyToAdjudicate(db: Db, grant: Adjudicator, number: number): StudyOfRun {
  loadRubrics(db);
  const study =
    db
      .select()
      .from(schema.study)
      .where(and(eq(schema.study.projectId, grant.resource.id), eq(schema.study.number, number)))
      .get() ?? refuse.notFound('study');
  const obstacle = obstacleTo(db, study, personOf(grant));
  if (obstacle !== null) refuse.isClosed(obstacle);
  return study as StudyOfRun;
}

/** Items of the sample about which a person said something. */
function itemsOf(db: Db, studyId: string): TruthQueue['items'] {
  const { studyItem } = schema;
  return db
    .select({
      id: studyItem.id,
      reportId: studyItem.reportId,
      adjudicated: sql<number>`exists (select 1 from study_adjudication a where a.study_item_id = study_item.id)`
    })
    .from(studyItem)
    .where(
      and(
        eq(studyItem.studyId, studyId),
        eq(studyItem.purpose, 'sample'),
        sql`exists (select 1 from human_verdict h where h.study_item_id = ${studyItem.id} and h.phase = 'blind')`
      )
    )
    .orderBy(asc(studyItem.position))
    .all()
    .map((item) => ({ ...item, at: sha256(`${studyId} ${item.reportId}`) }))
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .map(({ id, adjudicated }) => ({ id, adjudicated: adjudicated === 1 }));
}

const titleOf = (study: StudyOfRun, label: string): string =>
  label === CANNOT_JUDGE
    ? 'cannot judge'
    : (kindOf(study).options.find((option) => option.label === label)?.title ?? label);

function lastOf(db: Db, itemId: string) {
  const { studyAdjudication, user } = schema;
  return db
    .select({
      label: studyAdjudication.label,
      reason: studyAdjudication.reason,
      revision: studyAdjudication.revision,
      at: studyAdjudication.at,
      name: user.name
    })
    .from(studyAdjudication)
    .innerJoin(user, eq(user.id, studyAdjudication.userId))
    .where(eq(studyAdjudication.studyItemId, itemId))
    .orderBy(sql`${studyAdjudication.revision} desc`)
    .limit(1)
    .get();
}
