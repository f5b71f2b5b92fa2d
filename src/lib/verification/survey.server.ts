import { and, asc, eq, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import { refuse, type Problem } from '../errors.ts';
import { wilson } from '../stats/wilson.ts';
import type { Proportion } from '../stats/proportion.ts';
import { record } from '../server/audit.ts';
import type { ProjectGrant } from '../server/auth/authorize.ts';
import { schema, write, type Db } from '../server/db/client.ts';
import { newId } from '../server/db/id.ts';
import { insertAll } from '../server/db/insert-all.ts';
import { codingRows, labelById } from './coding.server.ts';
import type { CodingKind } from './coding.ts';
import type { ImportedAnswer } from './survey.ts';

type Lead = ProjectGrant<'manage'>;

/**
 * Brings answers in: all or, where one contradicts what is stored, none. The same answer again changes nothing.
 */
export function importAnswers(
  db: Db,
  grant: Lead,
  answers: readonly ImportedAnswer[]
): { added: number; unchanged: number } {
  return write(db, (tx) => {
    const projectId = grant.resource.id;
    const stored = new Map(
      tx
        .select()
        .from(schema.surveyAnswer)
        .where(eq(schema.surveyAnswer.projectId, projectId))
        .all()
        .map((row) => [row.respondent, row])
    );
    const problems: Problem[] = [];
    const fresh: ImportedAnswer[] = [];
    for (const answer of answers) {
      const known = stored.get(answer.respondent);
      if (!known) fresh.push(answer);
      else if (known.question !== answer.question || known.matters !== answer.matters || known.group !== answer.group)
        problems.push({
          row: null,
          column: `respondent ${answer.respondent}`,
          reason: 'This respondent is in the project with another answer. Give the new answer another respondent',
          found: answer.question.slice(0, 160)
        });
    }
    if (problems.length > 0) refuse.invalid('Nothing was imported.', problems);
    const importedAt = Date.now();
    insertAll(
      tx,
      schema.surveyAnswer,
      fresh.map((answer) => ({
        ...answer,
        id: newId(),
        projectId,
        domainId: null,
        categoryId: null,
        codedBy: null,
        codedAt: null,
        importedAt
      }))
    );
    const result = { added: fresh.length, unchanged: answers.length - fresh.length };
    if (fresh.length > 0)
      record(tx, grant.actor, {
        projectId,
        action: 'survey.import',
        entity: 'project',
        entityId: projectId,
        detail: { ...result }
      });
    return result;
  });
}

export interface AnswerRow {
  id: string;
  respondent: string;
  group: string;
  question: string;
  matters: string;
  domainId: string | null;
  categoryId: string | null;
  /** Drafts made from it. */
  drafts: number;
}

/** The project's answers by respondent; `coded: false` lists those that lack a domain or a category. */
export function listAnswers(
  db: Db,
  grant: Lead,
  filter: {
    group?: string;
    coded?: boolean;
    domainId?: string;
    categoryId?: string;
    after?: number;
    limit?: number;
  } = {}
): { rows: AnswerRow[]; total: number } {
  const { surveyAnswer: table, queryDraft } = schema;
  const wanted: (SQL | undefined)[] = [
    eq(table.projectId, grant.resource.id),
    filter.group === undefined ? undefined : eq(table.group, filter.group),
    filter.domainId === undefined ? undefined : eq(table.domainId, filter.domainId),
    filter.categoryId === undefined ? undefined : eq(table.categoryId, filter.categoryId),
    filter.coded === undefined
      ? undefined
      : filter.coded
        ? and(isNotNull(table.domainId), isNotNull(table.categoryId))
        : sql`(${isNull(table.domainId)} or ${isNull(table.categoryId)})`
  ];
  const total =
    db
      .select({ n: sql<number>`count(*)` })
      .from(table)
      .where(and(...wanted))
      .get()?.n ?? 0;
  const rows = db
    .select()
    .from(table)
    .where(and(...wanted))
    .orderBy(sql`length(${table.respondent})`, asc(table.respondent))
    .limit(filter.limit ?? 100)
    .offset(filter.after ?? 0)
    .all();
  const drafts = new Map(
    rows.length === 0
      ? []
      : db
          .select({ id: queryDraft.answerId, n: sql<number>`count(*)` })
          .from(queryDraft)
          .where(
            inArray(
              queryDraft.answerId,
              rows.map(({ id }) => id)
            )
          )
          .groupBy(queryDraft.answerId)
          .all()
          .map(({ id, n }) => [id, n])
  );
  return {
    total,
    rows: rows.map(({ id, respondent, group, question, matters, domainId, categoryId }) => ({
      id,
      respondent,
      group,
      question,
      matters,
      domainId,
      categoryId,
      drafts: drafts.get(id) ?? 0
    }))
  };
}

/** Codes an answer; null takes a code off. */
export function codeAnswer(
  db: Db,
  grant: Lead,
  answerId: string,
  codes: { domainId?: string | null; categoryId?: string | null }
): void {
  write(db, (tx) => {
    const { surveyAnswer: table } = schema;
    const mine = and(eq(table.id, answerId), eq(table.projectId, grant.resource.id));
    const before = tx.select().from(table).where(mine).get() ?? refuse.notFound('answer');
    const code = (kind: CodingKind, id: string | null | undefined, old: string | null): string | null => {
      if (id === undefined) return old;
      if (id !== null && labelById(tx, grant, id).kind !== kind) refuse.invalid(`This is no ${kind}.`);
      return id;
    };
    const domainId = code('domain', codes.domainId, before.domainId);
    const categoryId = code('category', codes.categoryId, before.categoryId);
    if (domainId === before.domainId && categoryId === before.categoryId) return;
    tx.update(table)
      .set({
        domainId,
        categoryId,
        codedBy: grant.actor.kind === 'person' ? grant.actor.id : null,
        codedAt: Date.now()
      })
      .where(mine)
      .run();
    record(tx, grant.actor, {
      projectId: grant.resource.id,
      action: 'survey.code',
      entity: 'survey-answer',
      entityId: answerId,
      detail: {
        from: { domainId: before.domainId, categoryId: before.categoryId },
        to: { domainId, categoryId }
      }
    });
  });
}

export interface SurveyCounts {
  answers: number;
  /** Answers with a domain and a category. */
  coded: number;
  groups: { group: string; share: Proportion }[];
  /** Shares are of the answers that are coded in this list. */
  domains: { id: string; name: string; share: Proportion }[];
  categories: { id: string; name: string; share: Proportion }[];
}

/** How many answered, by group, domain and category, with Wilson intervals. */
export function surveyCounts(db: Db, grant: Lead): SurveyCounts {
  const { surveyAnswer: table } = schema;
  const groups = db
    .select({ group: table.group, n: sql<number>`count(*)` })
    .from(table)
    .where(eq(table.projectId, grant.resource.id))
    .groupBy(table.group)
    .orderBy(sql`count(*) desc`, asc(table.group))
    .all();
  const answers = groups.reduce((sum, { n }) => sum + n, 0);
  const shares = (kind: CodingKind) => {
    const rows = codingRows(db, grant, kind);
    const of = rows.reduce((sum, row) => sum + row.answers, 0);
    return rows.map(({ id, name, answers: n }) => ({ id, name, share: wilson(n, of) }));
  };
  return {
    answers,
    coded: listAnswers(db, grant, { coded: true, limit: 1 }).total,
    groups: groups.map(({ group, n }) => ({ group, share: wilson(n, answers) })),
    domains: shares('domain'),
    categories: shares('category')
  };
}
