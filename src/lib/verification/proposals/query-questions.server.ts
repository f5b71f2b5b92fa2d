import type { Saying } from '../../messages/sayings.ts';
import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { questionOfPiece, questionsWhere, type Clarification } from './clarification-rows.server.ts';
import { madePieces, unknownPieces } from './made-pieces.server.ts';
import { revisionOfQuery, whyQueryIsFixed } from './query-edits.server.ts';

/** An imported query with the questions that models asked about it. */
interface AskedQuery {
  id: string;
  qid: string;
  text: string;
  revision: number;
  /** Why it cannot be edited here; null if it can. */
  fixed: Saying | null;
  /** Open ones first, then the newest. */
  questions: Clarification[];
}

/**
 * Imported queries about which models asked something, in their order: questions that wait as pieces of making runs, and those that
 * were taken up, answered, dismissed or turned into an edit. Queries that verification took out are left out.
 *
 * @param qid only of this query
 */
export function askedQueries(db: Db, grant: ProjectGrant<'manage'>, qid?: string): AskedQuery[] {
  const { clarification, made, makingUnit, query, runMetric } = schema;
  const pieces = madePieces(
    db,
    grant.resource.id,
    and(
      ...[eq(makingUnit.source, 'query'), eq(runMetric.metric, 'clarifications')],
      inArray(made.decision, ['waiting', 'rejected'])
    )
  );
  const placed = questionsWhere(db, isNotNull(clarification.queryId));
  const known = placed.map(({ queryId, question: text, judge }) => ({
    ...{ sourceId: queryId, maker: 'clarifications', text, judge }
  }));
  const byQuery = Map.groupBy(
    [
      ...placed.map((one) => [one.queryId!, one] as const),
      ...unknownPieces(pieces, known).map((piece) => [piece.sourceId, questionOfPiece(piece)] as const)
    ],
    ([queryId]) => queryId
  );
  return db
    .select()
    .from(query)
    .where(and(eq(query.projectId, grant.resource.id), qid === undefined ? undefined : eq(query.qid, qid)))
    .orderBy(asc(query.position))
    .all()
    .flatMap((row) => {
      const questions = (byQuery.get(row.id) ?? []).map(([, question]) => question);
      if (questions.length === 0 || row.retiredAt !== null) return [];
      const open = ({ status }: Clarification): number => Number(status === 'open');
      return {
        ...{ id: row.id, qid: row.qid, text: row.text, revision: revisionOfQuery(db, row.id) },
        fixed: whyQueryIsFixed(db, row.id),
        questions: questions.sort((a, b) => open(b) - open(a) || b.askedAt - a.askedAt)
      };
    });
}

/** Number of questions, and of open ones: not answered, dismissed or turned into an edit. */
export function questionCounts(asked: readonly AskedQuery[]): { all: number; open: number } {
  const questions = asked.flatMap((one) => one.questions);
  return { all: questions.length, open: questions.filter(({ status }) => status === 'open').length };
}
