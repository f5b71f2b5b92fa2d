import { sayingsOf } from '../../messages/sayings.ts';
import { and, asc, desc, eq, isNull, or, sql } from 'drizzle-orm';
import { fieldSays, problemAt, refuse, worded } from '../../errors.ts';
import { record } from '../../server/audit/audit.ts';
import type { Person, ProjectGrant } from '../../server/auth/authorize.ts';
import { builtOnce } from '../../server/db/built-once.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import { mentionedNames } from '../judging/blind/own-names.ts';
import { annotatorOf, grantedSeatOfItem, ownStudySeat, type AnnotatorGrant } from '../judging/leases/seat.server.ts';
import { checkedQuestion, requireSeenAnswer, type LeadsAnswer } from '../../verification/work/flags.server.ts';
import { addGuidelineNote } from '../planning/guideline.server.ts';
import { blindNames } from '../study/system-names.server.ts';

const leadSays = sayingsOf('leadRefusals');

/**
 * Asks the lead about an item of the person's own. Judging continues meanwhile. The same question of the same person that still
 * waits for its answer is one question, however often it is sent.
 *
 * @throws Refusal `closed` in a study that is closed
 */
export function askStudyLead(
  db: Db,
  grant: AnnotatorGrant,
  input: { studyItemId: string; question: string }
): { questionId: string } {
  const person = annotatorOf(grant);
  const question = checkedQuestion(input.question, 'question');
  return write(db, (tx) => {
    const { studyQuestion: asked } = schema;
    const seat = grantedSeatOfItem(tx, grant, input.studyItemId);
    if (seat.study.status === 'closed') refuse.isClosed(worded('questionsClosed'));
    const before = tx
      .select({ id: asked.id })
      .from(asked)
      .where(
        and(
          eq(asked.studyItemId, input.studyItemId),
          eq(asked.userId, person.id),
          eq(asked.question, question),
          isNull(asked.answer)
        )
      )
      .get();
    if (before) return { questionId: before.id };
    const id = newId();
    tx.insert(asked)
      .values({ id, studyItemId: input.studyItemId, userId: person.id, question, askedAt: Date.now() })
      .run();
    record(tx, person, {
      projectId: seat.project.id,
      action: 'study-question.ask',
      entity: 'study-question',
      entityId: id,
      detail: { study: seat.study.number, item: input.studyItemId }
    });
    return { questionId: id };
  });
}

interface OwnQuestion {
  id: string;
  itemId: string;
  question: string;
  askedAt: number;
  answer: string | null;
  answeredAt: number | null;
}

/** The person's questions about the items of an assignment, the oldest first. */
export function ownQuestions(db: Db, person: Person, assignmentId: string): OwnQuestion[] {
  ownStudySeat(db, person, assignmentId);
  const { studyQuestion: asked, assignmentItem } = schema;
  return db
    .select({
      id: asked.id,
      itemId: asked.studyItemId,
      question: asked.question,
      askedAt: asked.askedAt,
      answer: asked.answer,
      answeredAt: asked.answeredAt
    })
    .from(asked)
    .innerJoin(assignmentItem, eq(assignmentItem.studyItemId, asked.studyItemId))
    .where(and(eq(assignmentItem.assignmentId, assignmentId), eq(asked.userId, person.id)))
    .orderBy(asc(asked.askedAt))
    .all();
}

/** A question as its lead reads it: without the person who asked, the system of the report, or any answer on the item. */
export interface StudyQuestion {
  id: string;
  /** The question to annotators, and the query that the report answers. */
  item: string;
  query: string;
  question: string;
  askedAt: number;
  answer: string | null;
  answerTo: 'asker' | 'all' | null;
  answeredAt: number | null;
}

/** The questions asked in a study, unanswered ones first, then the oldest. */
export function listStudyQuestions(db: Db, grant: ProjectGrant<'manage'>, studyId: string): StudyQuestion[] {
  const { studyQuestion: asked, studyItem, study, report, query } = schema;
  return db
    .select({
      id: asked.id,
      item: studyItem.text,
      query: query.text,
      question: asked.question,
      askedAt: asked.askedAt,
      answer: asked.answer,
      answerTo: asked.answerTo,
      answeredAt: asked.answeredAt
    })
    .from(asked)
    .innerJoin(studyItem, eq(studyItem.id, asked.studyItemId))
    .innerJoin(study, eq(study.id, studyItem.studyId))
    .innerJoin(report, eq(report.id, studyItem.reportId))
    .innerJoin(query, eq(query.id, report.queryId))
    .where(and(eq(study.id, studyId), eq(study.projectId, grant.resource.id)))
    .orderBy(sql`${asked.answer} is not null`, asc(asked.askedAt))
    .all();
}

/**
 * Answers a question: to the person who asked, or to all annotators of the study, for whom the answer is a note in a new
 * version of the guideline as well. A further answer replaces the first; the audit trail keeps both.
 *
 * @throws Refusal if the answer names a system or a judge, which people judging blind must not read; `closed` in a closed study;
 *   `conflict` if another answer was given since the one that the lead has seen
 */
export function answerStudyQuestion(
  db: Db,
  grant: ProjectGrant<'manage'>,
  questionId: string,
  input: LeadsAnswer & { to: 'asker' | 'all' }
): void {
  const answer = checkedQuestion(input.answer, 'answer');
  write(db, (tx) => {
    const { studyQuestion: asked, studyItem, study } = schema;
    const found =
      tx
        .select({ before: asked.answer, answeredAt: asked.answeredAt, answerTo: asked.answerTo, study })
        .from(asked)
        .innerJoin(studyItem, eq(studyItem.id, asked.studyItemId))
        .innerJoin(study, eq(study.id, studyItem.studyId))
        .where(and(eq(asked.id, questionId), eq(study.projectId, grant.resource.id)))
        .get() ?? refuse.notFound('question');
    if (found.study.status === 'closed') refuse.isClosed(leadSays('studyAnswersStay'));
    requireSeenAnswer(found, { answer, seen: input.seen });
    const names = mentionedNames(answer, blindNames(tx, found.study));
    if (names.length > 0)
      refuse.invalid(leadSays('answerNotSent'), [problemAt('answer', fieldSays('answerNames', { names }))]);
    tx.update(asked)
      .set({
        answer,
        answerTo: input.to,
        answeredBy: grant.actor.kind === 'person' ? grant.actor.id : null,
        answeredAt: Date.now()
      })
      .where(eq(asked.id, questionId))
      .run();
    if (input.to === 'all')
      addGuidelineNote(tx, grant, found.study.id, answer, found.answerTo === 'all' ? found.before : null);
    record(tx, grant.actor, {
      projectId: grant.resource.id,
      action: 'study-question.answer',
      entity: 'study-question',
      entityId: questionId,
      detail: { study: found.study.number, to: input.to, answer, before: found.before }
    });
  });
}

/** An answer of a lead that concerns the person. */
interface LeadAnswer {
  id: string;
  study: { number: number; name: string };
  /** Null if another person asked: their words stay with the lead. */
  question: string | null;
  answer: string;
  answeredAt: number;
  itemId: string;
  /** The person's own work with the item, if they have it. */
  assignmentId: string | null;
}

/** The answers to the person's questions in a project, and those to all annotators of their studies, the newest first. */
export const studyAnswers = (db: Db, person: Person, projectId: string): LeadAnswer[] =>
  answersTo(db)
    .all({ userId: person.id, projectId })
    .map(({ asker, question, answer, answeredAt, ...row }) => ({
      ...row,
      question: asker === person.id ? question : null,
      answer: answer!,
      answeredAt: answeredAt ?? 0
    }));

const answersTo = builtOnce((db) => {
  const { studyQuestion: asked, studyItem, study, assignment, assignmentItem } = schema;
  const userId = sql.placeholder('userId');
  const own = db
    .select({ itemId: assignmentItem.studyItemId, assignmentId: assignment.id })
    .from(assignment)
    .innerJoin(assignmentItem, eq(assignmentItem.assignmentId, assignment.id))
    .where(eq(assignment.userId, userId))
    .as('own');
  const judges = sql`exists (select 1 from assignment mine where mine.study_id = ${study.id} and mine.user_id = ${userId})`;
  return db
    .select({
      id: asked.id,
      study: { number: study.number, name: study.name },
      asker: asked.userId,
      question: asked.question,
      answer: asked.answer,
      answeredAt: asked.answeredAt,
      itemId: asked.studyItemId,
      assignmentId: own.assignmentId
    })
    .from(asked)
    .innerJoin(studyItem, eq(studyItem.id, asked.studyItemId))
    .innerJoin(study, eq(study.id, studyItem.studyId))
    .leftJoin(own, eq(own.itemId, asked.studyItemId))
    .where(
      and(
        eq(study.projectId, sql.placeholder('projectId')),
        sql`${asked.answer} is not null`,
        or(eq(asked.userId, userId), and(eq(asked.answerTo, 'all'), judges))
      )
    )
    .orderBy(desc(asked.answeredAt))
    .prepare();
});
