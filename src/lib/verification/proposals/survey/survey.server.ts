import { sayingsOf } from '../../../messages/sayings.ts';
import { and, asc, eq, inArray, not, sql, type SQL } from 'drizzle-orm';
import { refuse, type Problem, worded, problemSaid } from '../../../errors.ts';
import { record } from '../../../server/audit/audit.ts';
import type { ProjectGrant } from '../../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../../server/db/client.ts';
import { newId } from '../../../server/db/id.ts';
import { insertAll } from '../../../server/db/insert-all.ts';
import type { CodingKind } from './coding.ts';
import { codesOf, hasCode, isCoded, type Codes } from './survey-codes.server.ts';
import type { ImportedAnswer } from './survey.ts';

const importSays = sayingsOf('importProblems');

type Lead = ProjectGrant<'manage'>;

interface AnswersCompared {
  fresh: ImportedAnswer[];
  /** Answers that already exist with identical text. */
  unchanged: number;
  /** Respondents that are here with another answer. */
  problems: Problem[];
}

/** Compares the answers of an import with the stored ones; writes nothing. */
export function compareAnswers(db: Db, grant: Lead, answers: readonly ImportedAnswer[]): AnswersCompared {
  const stored = new Map(
    db
      .select()
      .from(schema.surveyAnswer)
      .where(eq(schema.surveyAnswer.projectId, grant.resource.id))
      .all()
      .map((row) => [row.respondent, row])
  );
  const compared: AnswersCompared = { fresh: [], unchanged: 0, problems: [] };
  for (const answer of answers) {
    const known = stored.get(answer.respondent);
    if (!known) compared.fresh.push(answer);
    else if (known.question !== answer.question || known.matters !== answer.matters || known.group !== answer.group)
      compared.problems.push(
        problemSaid(
          answer.row ?? null,
          `respondent ${answer.respondent}`,
          importSays('respondentStored'),
          answer.question.slice(0, 160)
        )
      );
    else compared.unchanged += 1;
  }
  return compared;
}

/**
 * Brings answers in: all or, if one contradicts what is stored, none. The same answer again changes nothing.
 */
export function importAnswers(
  db: Db,
  grant: Lead,
  answers: readonly ImportedAnswer[]
): { added: number; unchanged: number } {
  return write(db, (tx) => {
    const projectId = grant.resource.id;
    const { fresh, unchanged, problems } = compareAnswers(tx, grant, answers);
    if (problems.length > 0) refuse.invalid(worded('nothingImported'), problems);
    const importedAt = Date.now();
    insertAll(
      tx,
      schema.surveyAnswer,
      fresh.map(({ respondent, group, question, matters }) => ({
        ...{ respondent, group, question, matters },
        id: newId(),
        projectId,
        codedBy: null,
        codedAt: null,
        importedAt
      }))
    );
    const result = { added: fresh.length, unchanged };
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
  codes: Codes;
  /** Drafts made from it. */
  drafts: number;
}

/** r2 before r10. */
export const byRespondent = [sql`length(${schema.surveyAnswer.respondent})`, asc(schema.surveyAnswer.respondent)];

/** The project's answers by respondent; `coded: false` lists those that lack a domain or a category. */
export function listAnswers(
  db: Db,
  grant: Lead,
  filter: {
    group?: string;
    coded?: boolean;
    /** Words that stand, as they are, in the question, in what matters or in the respondent's code. */
    search?: string;
    /** Labels that it is coded as, maybe beside others. */
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
    filter.domainId === undefined ? undefined : hasCode('domain', filter.domainId),
    filter.categoryId === undefined ? undefined : hasCode('category', filter.categoryId),
    filter.coded === undefined ? undefined : filter.coded ? isCoded : not(isCoded),
    filter.search === undefined
      ? undefined
      : sql`instr(lower(${table.respondent} || char(10) || ${table.question} || char(10) || ${table.matters}), lower(${filter.search})) > 0`
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
    .orderBy(...byRespondent)
    .limit(filter.limit ?? 100)
    .offset(filter.after ?? 0)
    .all();
  const ids = rows.map(({ id }) => id);
  const drafts = new Map(
    db
      .select({ id: queryDraft.answerId, n: sql<number>`count(*)` })
      .from(queryDraft)
      .where(inArray(queryDraft.answerId, ids))
      .groupBy(queryDraft.answerId)
      .all()
      .map(({ id, n }) => [id, n])
  );
  const codes = codesOf(db, ids);
  const labelsOf = (id: string, list: CodingKind): string[] =>
    (codes.get(id) ?? []).flatMap((code) => (code.list === list ? [code.labelId] : []));
  return {
    total,
    rows: rows.map(({ id, respondent, group, question, matters }) => ({
      id,
      respondent,
      group,
      question,
      matters,
      codes: { domain: labelsOf(id, 'domain'), category: labelsOf(id, 'category') },
      drafts: drafts.get(id) ?? 0
    }))
  };
}
