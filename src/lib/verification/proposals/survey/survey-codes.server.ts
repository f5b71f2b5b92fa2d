import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { schema, type Db } from '../../../server/db/client.ts';
import { codingKinds, type CodingKind } from './coding.ts';

/** Codes of an answer: the ids of labels of each list, in the order of the list. */
export type Codes = Record<CodingKind, string[]>;

/**
 * Of `survey_answer`: that it is coded as a label, or, without one, as any of the list. In SQL's own names, because Drizzle leaves
 * the table out of a column's name if a query has only one.
 */
export const hasCode = (list: CodingKind, labelId: string | null = null): SQL =>
  sql`exists (select 1 from survey_code where survey_code.answer_id = survey_answer.id and survey_code.list = ${list}
    and coalesce(${labelId}, survey_code.label_id) = survey_code.label_id)`;

/** Of `survey_answer`: that it has a domain and a category at least. */
export const isCoded = and(...codingKinds.map((kind) => hasCode(kind)))!;

/** The codes of answers, each with its name; an answer without any is not in it. */
export function codesOf(
  db: Db,
  answerIds: readonly string[]
): Map<string, { list: CodingKind; labelId: string; name: string }[]> {
  const { surveyCode, codingLabel } = schema;
  const rows = db
    .select({
      answerId: surveyCode.answerId,
      list: surveyCode.list,
      labelId: surveyCode.labelId,
      name: codingLabel.name
    })
    .from(surveyCode)
    .innerJoin(codingLabel, eq(codingLabel.id, surveyCode.labelId))
    .where(inArray(surveyCode.answerId, [...answerIds]))
    .orderBy(asc(codingLabel.position))
    .all();
  return Map.groupBy(rows, ({ answerId }) => answerId);
}
