import { sayingsOf } from '../../../messages/sayings.ts';
import { and, eq, sql } from 'drizzle-orm';
import { refuse } from '../../../errors.ts';
import { record } from '../../../server/audit/audit.ts';
import type { ProjectGrant } from '../../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../../server/db/client.ts';
import { labelById } from './coding.server.ts';
import { codingKinds, type CodingKind } from './coding.ts';
import { codesOf, isCoded } from './survey-codes.server.ts';
import { byRespondent, listAnswers, type AnswerRow } from './survey.server.ts';

const leadSays = sayingsOf('leadRefusals');

type Lead = ProjectGrant<'manage'>;

interface CodingPlace {
  answer: AnswerRow;
  /** From 1. */
  number: number;
  total: number;
  coded: number;
  /** Respondents before and after it, and the next one after it (or before, if none comes after) that lacks a code. */
  previous: string | null;
  next: string | null;
  nextUncoded: string | null;
}

/**
 * Place of a person who codes: the answer of a respondent, or the first one that lacks a domain or a category (the first of
 * all, if none does). Null if there are no answers; refused if there is no such respondent.
 */
export function codingPlace(db: Db, grant: Lead, respondent: string | null): CodingPlace | null {
  const { surveyAnswer: table } = schema;
  const all = db
    .select({ respondent: table.respondent, coded: sql<number>`${isCoded}` })
    .from(table)
    .where(eq(table.projectId, grant.resource.id))
    .orderBy(...byRespondent)
    .all();
  if (all.length === 0) return null;
  const open = (from: number, to: number): number => all.slice(from, to).findIndex(({ coded }) => !coded);
  const first = open(0, all.length);
  const at = respondent === null ? Math.max(first, 0) : all.findIndex((one) => one.respondent === respondent);
  if (at < 0) refuse.notFound('answer');
  const later = open(at + 1, all.length);
  const nextOpen = later >= 0 ? all[at + 1 + later] : first >= 0 && first !== at ? all[first] : undefined;
  const { rows } = listAnswers(db, grant, { after: at, limit: 1 });
  return {
    answer: rows[0]!,
    number: at + 1,
    total: all.length,
    coded: all.filter(({ coded }) => coded).length,
    previous: all[at - 1]?.respondent ?? null,
    next: all[at + 1]?.respondent ?? null,
    nextUncoded: nextOpen?.respondent ?? null
  };
}

/** The answer of a respondent. */
export function answerOfRespondent(db: Db, grant: Lead, respondent: string): AnswerRow {
  return codingPlace(db, grant, respondent)?.answer ?? refuse.notFound('answer');
}

/**
 * Codes an answer: it has the labels given of a list, and no others of it, from then on. A list that is left out stays as it
 * is; an empty one takes its codes off. The same codes again change nothing.
 */
export function codeAnswer(
  db: Db,
  grant: Lead,
  answerId: string,
  codes: Partial<Record<CodingKind, readonly string[]>>
): void {
  write(db, (tx) => {
    const { surveyAnswer, surveyCode } = schema;
    const mine = and(eq(surveyAnswer.id, answerId), eq(surveyAnswer.projectId, grant.resource.id));
    if (!tx.select({ id: surveyAnswer.id }).from(surveyAnswer).where(mine).get()) refuse.notFound('answer');
    const before = namesOf(tx, answerId);
    for (const list of codingKinds) {
      const wanted = codes[list];
      if (wanted === undefined) continue;
      for (const id of wanted)
        if (labelById(tx, grant, id).kind !== list) refuse.invalid(leadSays('notThisCode', { kind: list }));
      tx.delete(surveyCode)
        .where(and(eq(surveyCode.answerId, answerId), eq(surveyCode.list, list)))
        .run();
      for (const labelId of new Set(wanted)) tx.insert(surveyCode).values({ answerId, list, labelId }).run();
    }
    const after = namesOf(tx, answerId);
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    const codedBy = grant.actor.kind === 'person' ? grant.actor.id : null;
    tx.update(surveyAnswer).set({ codedBy, codedAt: Date.now() }).where(mine).run();
    record(tx, grant.actor, {
      projectId: grant.resource.id,
      action: 'survey.code',
      entity: 'survey-answer',
      entityId: answerId,
      detail: { from: before, to: after }
    });
  });
}

/** The names of what an answer is coded as, in the order of the lists. */
function namesOf(tx: Db, answerId: string): Record<CodingKind, string[]> {
  const codes = codesOf(tx, [answerId]).get(answerId) ?? [];
  const of = (kind: CodingKind): string[] => codes.flatMap(({ list, name }) => (list === kind ? [name] : []));
  return { domain: of('domain'), category: of('category') };
}
