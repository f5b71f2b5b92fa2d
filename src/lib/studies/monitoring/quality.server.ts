import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { wordsIn } from '../../scorer/report/claims/claims-sentences.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { reportMarkdown } from '../../server/db/report-text.ts';
import { refuse } from '../../errors.ts';
import { wilson } from '../../stats/proportions/wilson.ts';
import type { Proportion } from '../../stats/proportions/proportion.ts';
import { isLastBlind } from '../study/blind-label.server.ts';
import { kindOfStudy, type StudyKind } from '../kinds/index.ts';
import { reportsOfItems } from '../units/judge-labels.server.ts';
import type { GoldPurpose } from '../planning/purposes/purposes.ts';
import { qualityOf, type GivenAnswer, type PersonQuality } from './quality.ts';

/** A gold item and how many gave it: if most miss it, the answer may be the mistake. */
interface GoldItemResult {
  purpose: GoldPurpose;
  qid: string;
  system: string;
  text: string;
  /** As the kind keeps it. */
  answer: string;
  reason: string;
  /** Of training at the first try. */
  right: Proportion;
}

interface StudyQuality {
  people: (PersonQuality & { userId: string; name: string })[];
  known: GoldItemResult[];
}

/**
 * Measures how carefully people work in a study: for its lead alone, and never for annotators. Reveals no person's answer on
 * any item of the sample.
 */
export function studyQuality(db: Db, grant: ProjectGrant<'manage'>, studyId: string): StudyQuality {
  const { study, assignment, user } = schema;
  const found =
    db
      .select()
      .from(study)
      .where(and(eq(study.id, studyId), eq(study.projectId, grant.resource.id)))
      .get() ?? refuse.notFound('study');
  if (found.runId === null) return { people: [], known: [] };
  const kind = kindOfStudy(found);
  const answers = answersIn(db, studyId, kind);
  const byPerson = Map.groupBy(answers, ({ userId }) => userId);
  const people = db
    .selectDistinct({ userId: user.id, name: user.name })
    .from(assignment)
    .innerJoin(user, eq(user.id, assignment.userId))
    .where(eq(assignment.studyId, studyId))
    .orderBy(asc(user.name), asc(user.id))
    .all()
    .map((person) => ({ ...person, ...qualityOf(byPerson.get(person.userId) ?? [], kind) }));
  return { people, known: knownResults(db, studyId, answers) };
}

function answersIn(db: Db, studyId: string, kind: StudyKind): (GivenAnswer & { userId: string })[] {
  const { humanVerdict, assignment, assignmentItem, studyItem, report, query, system, goldAnswer } = schema;
  const rows = db
    .select({
      row: humanVerdict,
      purpose: studyItem.purpose,
      reportId: studyItem.reportId,
      item: studyItem.item,
      text: studyItem.text,
      quotes: studyItem.material,
      qid: query.qid,
      system: system.name,
      known: goldAnswer.label,
      order: assignmentItem.order,
      first: sql<string | null>`(
        select h.label from human_verdict h
        where h.study_item_id = ${humanVerdict.studyItemId} and h.user_id = ${humanVerdict.userId}
          and h.phase = 'blind' and h.revision = 1
      )`
    })
    .from(humanVerdict)
    .innerJoin(assignment, eq(assignment.id, humanVerdict.assignmentId))
    .innerJoin(studyItem, eq(studyItem.id, humanVerdict.studyItemId))
    .innerJoin(report, eq(report.id, studyItem.reportId))
    .innerJoin(query, eq(query.id, report.queryId))
    .innerJoin(system, eq(system.id, report.systemId))
    .leftJoin(goldAnswer, eq(goldAnswer.studyItemId, studyItem.id))
    .leftJoin(
      assignmentItem,
      and(eq(assignmentItem.assignmentId, assignment.id), eq(assignmentItem.studyItemId, studyItem.id))
    )
    .where(and(eq(assignment.studyId, studyId), isLastBlind, isNotNull(humanVerdict.label)))
    .all();
  const originals = new Map(
    db
      .select({ id: studyItem.id, reportId: studyItem.reportId, item: studyItem.item })
      .from(studyItem)
      .where(and(eq(studyItem.studyId, studyId), eq(studyItem.purpose, 'sample')))
      .all()
      .map(({ id, reportId, item }) => [JSON.stringify([reportId, item]), id])
  );
  const whole = wholeWords(db, studyId, kind);
  return rows.map(({ row, purpose, reportId, item, text, quotes, qid, system: name, known, order, first }) => ({
    ...{ userId: row.userId, studyItemId: row.studyItemId, purpose, qid, system: name, text },
    ...{ label: row.label!, shown: kind.shown(row.label!, order ?? [0]) },
    ...{ first: first ?? row.label!, reason: row.reason, seconds: row.seconds },
    words: wordsIn([text, ...(quotes.quotes ?? [])].join(' ')),
    wholeWords: whole.get(row.studyItemId) ?? 0,
    ...{ at: row.committedAt, known },
    of: purpose === 'repeat' ? (originals.get(JSON.stringify([reportId, item])) ?? null) : null
  }));
}

/** Words of the texts that an item is about as a whole; empty for kinds that ask of a part of one. */
function wholeWords(db: Db, studyId: string, { whole }: StudyKind): Map<string, number> {
  if (!whole) return new Map();
  const reports = reportsOfItems(db, studyId);
  const ids = [...new Set([...reports.values()].flat())];
  const { report } = schema;
  const words = new Map(
    db
      .select({ id: report.id, markdown: reportMarkdown })
      .from(report)
      .where(inArray(report.id, ids))
      .all()
      .map(({ id, markdown }) => [id, wordsIn(markdown)])
  );
  return new Map([...reports].map(([item, of]) => [item, of.reduce((sum, id) => sum + (words.get(id) ?? 0), 0)]));
}

function knownResults(db: Db, studyId: string, answers: readonly GivenAnswer[]): GoldItemResult[] {
  const { goldAnswer, studyItem, report, query, system } = schema;
  const given = Map.groupBy(answers, ({ studyItemId }) => studyItemId);
  return db
    .select({
      id: studyItem.id,
      purpose: studyItem.purpose,
      qid: query.qid,
      system: system.name,
      text: studyItem.text,
      answer: goldAnswer.label,
      reason: goldAnswer.reason
    })
    .from(goldAnswer)
    .innerJoin(studyItem, eq(studyItem.id, goldAnswer.studyItemId))
    .innerJoin(report, eq(report.id, studyItem.reportId))
    .innerJoin(query, eq(query.id, report.queryId))
    .innerJoin(system, eq(system.id, report.systemId))
    .where(eq(studyItem.studyId, studyId))
    .orderBy(asc(studyItem.position))
    .all()
    .map(({ id, purpose, ...known }) => {
      const own = given.get(id) ?? [];
      const said = own.map(({ first, label }) => (purpose === 'training' ? first : label));
      const right = wilson(said.filter((label) => label === known.answer).length, own.length);
      return { ...known, purpose: purpose as GoldPurpose, right };
    });
}
