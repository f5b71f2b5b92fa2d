import { and, eq, sql } from 'drizzle-orm';
import { refuse } from '../errors.ts';
import { record } from '../server/audit.ts';
import type { ProjectGrant } from '../server/auth/authorize.ts';
import { schema, write, type Db } from '../server/db/client.ts';
import { labelById } from './coding.server.ts';
import type { CodingKind } from './coding.ts';
import { byRespondent, isCoded, listAnswers, type AnswerRow } from './survey.server.ts';

type Lead = ProjectGrant<'manage'>;

export interface CodingPlace {
  answer: AnswerRow;
  /** From 1. */
  number: number;
  total: number;
  coded: number;
  /** Respondents before and after it, and the next one after it (or before, where none comes after) that lacks a code. */
  previous: string | null;
  next: string | null;
  nextUncoded: string | null;
}

/**
 * Where somebody who codes is: at the answer of a respondent, or at the first one that lacks a code (the first of all, where
 * none does). Null where there are no answers; refused where there is no such respondent.
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
export function answerOf(db: Db, grant: Lead, respondent: string): AnswerRow {
  return codingPlace(db, grant, respondent)?.answer ?? refuse.notFound('answer');
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
