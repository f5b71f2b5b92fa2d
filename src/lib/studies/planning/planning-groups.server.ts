import { and, asc, eq, inArray } from 'drizzle-orm';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { refuse } from '../../errors.ts';
import { seededRandom } from '../../stats/numbers/rng.ts';
import { kindByName, type StudyKindName } from '../kinds/index.ts';
import { shuffled } from '../../stats/numbers/shuffle.ts';
import { studyUnits } from '../units/units.server.ts';
import { type Unit } from '../units/unit.ts';

/** By what a sample can be restricted: the categories of queries and the systems that ended runs have reports of. */
export function groupsToChoose(
  db: Db,
  grant: ProjectGrant<'manage'>,
  runIds: readonly string[]
): { categories: string[]; systems: string[] } {
  const { report, runReport, run, query, system } = schema;
  const rows = db
    .selectDistinct({ category: query.category, system: system.name })
    .from(runReport)
    .innerJoin(run, eq(run.id, runReport.runId))
    .innerJoin(report, eq(report.id, runReport.reportId))
    .innerJoin(query, eq(query.id, report.queryId))
    .innerJoin(system, eq(system.id, report.systemId))
    .where(and(eq(run.projectId, grant.resource.id), inArray(runReport.runId, [...runIds])))
    .orderBy(asc(system.name))
    .all();
  const distinct = (names: readonly string[]): string[] => [...new Set(names)].sort();
  return {
    categories: distinct(rows.map(({ category }) => category ?? '')),
    systems: distinct(rows.map((row) => row.system))
  };
}

/** A unit as a lead chooses it for training or as a check. */
export type ChosenUnit = Pick<Unit, 'queryId' | 'systemId' | 'item' | 'text' | 'reportId'>;

/**
 * Units of a run to choose from, drawn at random and spread over queries; those of one seed are always the same.
 *
 * @param named units to be found again, by query, system and item, which come first
 */
export function unitsToChoose(
  db: Db,
  grant: ProjectGrant<'manage'>,
  asked: { runId: string; metric: string; kind: StudyKindName; seed: number },
  wanted: number,
  named: readonly { qid: string; system: string; item: string }[] = []
): ChosenUnit[] {
  const { run } = schema;
  const found =
    db
      .select()
      .from(run)
      .where(and(eq(run.id, asked.runId), eq(run.projectId, grant.resource.id), eq(run.kind, 'scoring')))
      .get() ?? refuse.notFound('run');
  const keyOf = (one: { qid: string; system: string; item: string }): string =>
    JSON.stringify([one.qid, one.system, one.item]);
  const keep = new Set(named.map(keyOf));
  const units = studyUnits(db, found, asked.metric, kindByName(asked.kind, asked.metric));
  const key = ({ queryId: qid, systemId: system, item }: Unit): string => keyOf({ qid, system, item });
  const sorted = units.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
  const random = seededRandom(asked.seed);
  const others = shuffled(
    sorted.filter((unit) => !keep.has(key(unit))),
    random
  );
  const turns = [...Map.groupBy(others, ({ queryId }) => queryId).values()];
  const spread = Array.from({ length: wanted }, (_, turn) => turns.flatMap((own) => own.slice(turn, turn + 1))).flat();
  return [...sorted.filter((unit) => keep.has(key(unit))), ...spread.slice(0, wanted)];
}
