import { and, asc, eq, getTableColumns, inArray, isNotNull, sql, type SQL } from 'drizzle-orm';
import { schema, type Db } from '../../server/db/client.ts';
import { queryByQid } from '../benchmark/query-by-qid.server.ts';
import { cleanWording, sameWording } from '../vocabulary/wording.ts';

type Made = typeof schema.made.$inferSelect;

/** Result of one unit, a piece or a failure, with its origin: model, prompt and call stay with it permanently. */
export interface MadePieceRow extends Made {
  runNumber: number;
  maker: string;
  source: string;
  sourceId: string;
  /** As people know the source, e.g. a qid. */
  label: string;
  input: unknown;
  revision: number | null;
  /** Place of its unit in the run, and of its model among the run's models, both from 0. */
  position: number;
  judgePosition: number;
  judge: string;
  /** The model that the server said answered. */
  model: string | null;
  /** Name and version, e.g. `verification/checklist@1`. */
  prompt: string;
  callId: number | null;
  decidedByName: string | null;
}

/** Rows of making runs of a project in the order of their units, as far as `where` picks them. */
export function madePieces(db: Db, projectId: string, where: SQL | undefined): MadePieceRow[] {
  const { judge, made, makingUnit, run, runJudge, runMetric, user } = schema;
  const ofCall = (column: string) =>
    sql.raw(
      `(select ${column} from call where call.unit_id = made.unit_id and call.judge_id = made.judge_id and outcome = 'reply' order by id desc limit 1)`
    );
  return db
    .select({
      ...getTableColumns(made),
      ...{ runNumber: run.number, maker: runMetric.metric, judge: judge.spec, decidedByName: user.name },
      ...{ source: makingUnit.source, sourceId: makingUnit.sourceId, label: makingUnit.label },
      ...{ input: makingUnit.input, revision: makingUnit.revision },
      ...{ position: makingUnit.position, judgePosition: runJudge.position },
      prompt: sql<string>`${runMetric.promptName} || '@' || ${runMetric.promptVersion}`,
      model: sql<string | null>`${ofCall('model_version')}`,
      callId: sql<number | null>`${ofCall('id')}`
    })
    .from(made)
    .innerJoin(makingUnit, eq(makingUnit.id, made.unitId))
    .innerJoin(run, eq(run.id, made.runId))
    .innerJoin(runMetric, eq(runMetric.runId, made.runId))
    .innerJoin(judge, eq(judge.id, made.judgeId))
    .innerJoin(runJudge, and(eq(runJudge.runId, made.runId), eq(runJudge.judgeId, made.judgeId)))
    .leftJoin(user, eq(user.id, made.decidedBy))
    .where(and(eq(run.projectId, projectId), where))
    .orderBy(asc(run.number), asc(makingUnit.position), asc(sql`${made}.rowid`))
    .all();
}

/** All that came of one making run. */
export const piecesOfRun = (db: Db, projectId: string, runId: string): MadePieceRow[] =>
  madePieces(db, projectId, eq(schema.made.runId, runId));

/** Items or subtasks of a query of the benchmark that a model drafted and a person accepted: `placed` is their key. */
export const placedPieces = (
  db: Db,
  projectId: string,
  qid: string,
  maker: 'checklist' | 'subtasks' = 'checklist'
): MadePieceRow[] => {
  const { made, makingUnit, runMetric } = schema;
  const query = queryByQid(db, projectId, qid);
  if (!query) return [];
  return madePieces(
    db,
    projectId,
    and(
      ...[eq(makingUnit.source, 'query'), eq(makingUnit.sourceId, query.id)],
      ...[eq(runMetric.metric, maker), isNotNull(made.placed)]
    )
  );
};

/** The piece as which a model drafted a query of the benchmark before a person accepted it; null if a person wrote it. */
export const pieceOfQuery = (db: Db, projectId: string, qid: string): MadePieceRow | null =>
  madePieces(
    db,
    projectId,
    and(
      inArray(schema.makingUnit.source, ['survey', 'talk', 'topic']),
      eq(schema.made.placed, qid),
      eq(schema.made.decision, 'accepted')
    )
  )[0] ?? null;

/**
 * Pieces about drafts that no lead has accepted: waiting or rejected. Pieces whose words the draft or an earlier piece has
 * already are skipped; a question of another judge in the same words counts separately.
 *
 * @param draftId null: of all drafts of the project
 */
export function draftPieces(db: Db, projectId: string, draftId: string | null = null): MadePieceRow[] {
  const { clarification, draftItem, made, makingUnit } = schema;
  const pieces = madePieces(
    db,
    projectId,
    and(
      ...[eq(makingUnit.source, 'draft'), inArray(made.decision, ['waiting', 'rejected'])],
      draftId === null ? undefined : eq(makingUnit.sourceId, draftId)
    )
  );
  if (pieces.length === 0) return [];
  const ids = [...new Set(pieces.map(({ sourceId }) => sourceId))];
  const known = [
    ...db
      .select({ sourceId: draftItem.draftId, text: draftItem.text })
      .from(draftItem)
      .where(inArray(draftItem.draftId, ids))
      .all()
      .map((row) => ({ ...row, maker: 'checklist', judge: '' })),
    ...db
      .select({ sourceId: clarification.draftId, text: clarification.question, judge: clarification.judge })
      .from(clarification)
      .where(inArray(clarification.draftId, ids))
      .all()
      .map((row) => ({ ...row, maker: 'clarifications' }))
  ];
  return unknownPieces(pieces, known);
}

/** Words that are there already: `sourceId` has them from the maker; questions are each judge's own. */
interface KnownWords {
  sourceId: string | null;
  maker: string;
  judge: string;
  text: string;
}

/** Pieces without those whose words their source has already, or an earlier piece has. */
export function unknownPieces(pieces: readonly MadePieceRow[], known: readonly KnownWords[]): MadePieceRow[] {
  const seen = new Map<string | null, KnownWords[]>(Map.groupBy(known, ({ sourceId }) => sourceId));
  return pieces.filter((piece) => {
    const { sourceId, maker, judge, text } = piece;
    const before = seen.get(sourceId) ?? [];
    const isKnown = before.some(
      (one) =>
        one.maker === maker &&
        (maker !== 'clarifications' || one.judge === judge) &&
        sameWording(cleanWording(one.text), cleanWording(text))
    );
    if (!isKnown) seen.set(sourceId, [...before, { sourceId, maker, judge, text }]);
    return !isKnown;
  });
}

/** Those of them that wait for a person. */
export const waitingPieces = (db: Db, projectId: string, draftId: string | null): MadePieceRow[] =>
  draftPieces(db, projectId, draftId).filter(({ decision }) => decision === 'waiting');
