import { and, asc, countDistinct, eq, sql } from 'drizzle-orm';
import { wilson } from '../../../stats/proportions/wilson.ts';
import type { Proportion } from '../../../stats/proportions/proportion.ts';
import type { ProjectGrant } from '../../../server/auth/authorize.ts';
import { schema, type Db } from '../../../server/db/client.ts';
import { codingRows } from './coding.server.ts';
import type { CodingKind } from './coding.ts';
import { listAnswers } from './survey.server.ts';

type Lead = ProjectGrant<'manage'>;

interface CountedLabel {
  id: string;
  name: string;
  /** Answers with this code, in the order of the groups. */
  byGroup: number[];
  /** Of the answers that are coded in this list. */
  share: Proportion;
}

/** Answers by the labels of one list. An answer with two codes counts for both, so the labels can sum to more than `coded`. */
interface CountedList {
  labels: CountedLabel[];
  /** Answers with a code of this list, each counted once; and those of them with more than one. */
  coded: number;
  several: number;
  /** Answers without any. */
  uncoded: number;
  /** `coded`, in the order of the groups. */
  byGroup: number[];
}

interface SurveyCounts {
  answers: number;
  /** Answers with a domain and a category. */
  coded: number;
  /** The largest first. */
  groups: { group: string; share: Proportion }[];
  domains: CountedList;
  categories: CountedList;
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
  const names = groups.map(({ group }) => group);
  return {
    answers,
    coded: listAnswers(db, grant, { coded: true, limit: 1 }).total,
    groups: groups.map(({ group, n }) => ({ group, share: wilson(n, answers) })),
    domains: countedList(db, grant, 'domain', answers, names),
    categories: countedList(db, grant, 'category', answers, names)
  };
}

function countedList(db: Db, grant: Lead, kind: CodingKind, answers: number, groups: readonly string[]): CountedList {
  const { surveyAnswer, surveyCode } = schema;
  const codes = db
    .select({ answerId: surveyCode.answerId, labelId: surveyCode.labelId, group: surveyAnswer.group })
    .from(surveyCode)
    .innerJoin(surveyAnswer, eq(surveyAnswer.id, surveyCode.answerId))
    .where(and(eq(surveyAnswer.projectId, grant.resource.id), eq(surveyCode.list, kind)))
    .all();
  const byLabel = Map.groupBy(codes, ({ labelId }) => labelId);
  const byAnswer = [...Map.groupBy(codes, ({ answerId }) => answerId).values()];
  const inGroups = (some: readonly { group: string }[]): number[] =>
    groups.map((group) => some.filter((one) => one.group === group).length);
  return {
    labels: codingRows(db, grant, kind).map(({ id, name, answers: n }) => ({
      id,
      name,
      byGroup: inGroups(byLabel.get(id) ?? []),
      share: wilson(n, byAnswer.length)
    })),
    coded: byAnswer.length,
    several: byAnswer.filter(({ length }) => length > 1).length,
    uncoded: answers - byAnswer.length,
    byGroup: inGroups(byAnswer.map(([first]) => first!))
  };
}

/** How many answers have a code of a list, each counted once. */
export const answersCoded = (db: Db, grant: Lead, kind: CodingKind): number =>
  db
    .select({ n: countDistinct(schema.surveyCode.answerId) })
    .from(schema.surveyCode)
    .innerJoin(schema.surveyAnswer, eq(schema.surveyAnswer.id, schema.surveyCode.answerId))
    .where(and(eq(schema.surveyAnswer.projectId, grant.resource.id), eq(schema.surveyCode.list, kind)))
    .get()?.n ?? 0;
