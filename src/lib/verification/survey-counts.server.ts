import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import { wilson } from '../stats/wilson.ts';
import type { Proportion } from '../stats/proportion.ts';
import type { ProjectGrant } from '../server/auth/authorize.ts';
import { schema, type Db } from '../server/db/client.ts';
import { codingRows } from './coding.server.ts';
import type { CodingKind } from './coding.ts';
import { listAnswers } from './survey.server.ts';

type Lead = ProjectGrant<'manage'>;

export interface CountedLabel {
  id: string;
  name: string;
  /** Answers coded so, in the order of the groups. */
  byGroup: number[];
  /** Of the answers that are coded in this list. */
  share: Proportion;
}

export interface SurveyCounts {
  answers: number;
  /** Answers with a domain and a category. */
  coded: number;
  /** The largest first. */
  groups: { group: string; share: Proportion }[];
  domains: CountedLabel[];
  categories: CountedLabel[];
}

/** How many answered, by group, domain and category, with Wilson intervals. */
export function surveyCounts(db: Db, grant: Lead): SurveyCounts {
  const { surveyAnswer: table } = schema;
  const mine = eq(table.projectId, grant.resource.id);
  const groups = db
    .select({ group: table.group, n: sql<number>`count(*)` })
    .from(table)
    .where(mine)
    .groupBy(table.group)
    .orderBy(sql`count(*) desc`, asc(table.group))
    .all();
  const answers = groups.reduce((sum, { n }) => sum + n, 0);
  const labels = (kind: CodingKind): CountedLabel[] => {
    const column = kind === 'domain' ? table.domainId : table.categoryId;
    const cells = db
      .select({ id: column, group: table.group, n: sql<number>`count(*)` })
      .from(table)
      .where(and(mine, isNotNull(column)))
      .groupBy(column, table.group)
      .all();
    const of = cells.reduce((sum, { n }) => sum + n, 0);
    return codingRows(db, grant, kind).map(({ id, name, answers: n }) => ({
      id,
      name,
      byGroup: groups.map(({ group }) => cells.find((cell) => cell.id === id && cell.group === group)?.n ?? 0),
      share: wilson(n, of)
    }));
  };
  return {
    answers,
    coded: listAnswers(db, grant, { coded: true, limit: 1 }).total,
    groups: groups.map(({ group, n }) => ({ group, share: wilson(n, answers) })),
    domains: labels('domain'),
    categories: labels('category')
  };
}
