import { and, asc, count, eq, inArray, sql } from 'drizzle-orm';
import type { StoredJudge } from '../../scorer/runs/runs.server.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { sha256 } from '../../server/db/id.ts';
import { publicName } from './public-name.ts';
import type { CardJudge, JudgeCard, CardVersion } from './card.ts';

/** Reads a judge in the run of a study from the database, for one metric. */
export function cardJudge(
  db: Db,
  of: { runId: string; metric: string },
  judge: StoredJudge,
  shown: { id: string; name: string; adopted: boolean }
): CardJudge {
  const { call } = schema;
  const ofJudge = and(eq(call.runId, of.runId), eq(call.metric, of.metric), eq(call.judgeId, judge.id));
  const calls = db
    .select({ total: count(), answered: sql<number>`coalesce(sum(${call.outcome} = 'reply'), 0)` })
    .from(call)
    .where(ofJudge)
    .get()!;
  return {
    ...shown,
    provider: judge.provider,
    model: publicName(judge.model),
    settings: judge.settings as CardJudge['settings'],
    fingerprint: judge.fingerprint,
    served: servedIn(db, of, judge.id),
    calls
  };
}

/** Versions that a provider said it served to a judge, the most frequent first. */
const servedIn = (db: Db, { runId, metric }: { runId: string; metric: string }, judgeId: string): CardVersion[] => {
  const { call } = schema;
  return db
    .select({ version: call.modelVersion, calls: count() })
    .from(call)
    .where(and(eq(call.runId, runId), eq(call.metric, metric), eq(call.judgeId, judgeId), eq(call.outcome, 'reply')))
    .groupBy(call.modelVersion)
    .orderBy(sql`count(*) desc`, asc(call.modelVersion))
    .all();
};

/** The dataset version that a run judged; null for labels that were given elsewhere. */
export const cardDataset = (db: Db, runId: string): JudgeCard['evidence']['dataset'] => {
  const { run, datasetVersion } = schema;
  return (
    db
      .select({
        number: datasetVersion.number,
        hash: datasetVersion.contentHash,
        queries: datasetVersion.queries
      })
      .from(run)
      .innerJoin(datasetVersion, eq(datasetVersion.id, run.versionId))
      .where(eq(run.id, runId))
      .get() ?? null
  );
};

/** Queries of a study as a card may need them. */
export const cardQueries = (
  db: Db,
  ids: readonly string[]
): { id: string; qid: string; text: string; language: string | null }[] => {
  const { query } = schema;
  return db
    .select({ id: query.id, qid: query.qid, text: query.text, language: query.language })
    .from(query)
    .where(inArray(query.id, [...ids]))
    .all();
};

/** SHA-256 of the text of each query. */
export const queryHashes = (queries: readonly { id: string; text: string }[]): Map<string, string> =>
  new Map(queries.map(({ id, text }) => [id, sha256(text)]));

/** SHA-256 of the content of each report. */
export const reportHashes = (db: Db, ids: readonly string[]): Map<string, string> => {
  const { report } = schema;
  return new Map(
    db
      .select({ id: report.id, hash: report.sha256 })
      .from(report)
      .where(inArray(report.id, [...ids]))
      .all()
      .map(({ id, hash }) => [id, hash])
  );
};
