import { and, asc, eq } from 'drizzle-orm';
import { refuse } from '../../../errors.ts';
import { record } from '../../../server/audit/audit.ts';
import type { ProjectGrant } from '../../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../../server/db/client.ts';
import { newId } from '../../../server/db/id.ts';
import type { Metric } from '../../metric.ts';
import type { Suite } from '../../suite.ts';
import { refuseMetric } from '../index.ts';
import { isKnownRubric, knownRubricMetric, knowRubric, rubricOfMetric } from './known-rubrics.ts';
import { readRubric, type RubricReading } from './read-rubric.ts';
import { rubricSchema, type Rubric } from './rubric.ts';

interface StoredRubric {
  /** Name of its metric. */
  metric: string;
  name: string;
  version: string;
  title: string;
  hash: string;
  createdAt: number;
}

type Readable = Extract<RubricReading, { ok: true }>;

/** A rubric's file as it was read, or a refusal with every problem by line and column. */
export function demandRubric(reading: RubricReading, file: string): Readable {
  if (reading.ok) return reading;
  return refuse.invalid(
    `The rubric ${file} cannot be used.`,
    reading.problems.map(({ line, column, path, problem, fix }) => ({
      row: line,
      column: [column === null ? '' : `column ${String(column)}`, path].filter((one) => one !== '').join(', '),
      reason: `${problem} ${fix}`
    }))
  );
}

/** Makes a rubric file known to this process without keeping it, and returns its metric. */
export function rubricMetricOf(text: string, file: string): Metric {
  const { rubric, hash } = demandRubric(readRubric(text), file);
  return knowRubric(rubric, hash);
}

/**
 * Reads a rubric file and keeps it in the project. The same rubric again changes nothing.
 *
 * @throws a refusal with every problem of the file, by line and column
 */
export function addRubric(
  db: Db,
  grant: ProjectGrant<'manage'>,
  text: string,
  file = 'rubric'
): { metric: Metric; added: boolean } {
  return keepRubric(db, grant, demandRubric(readRubric(text), file));
}

/** Keeps a rubric that was read elsewhere, as a server does with files of strangers, in the project. */
export function keepRubric(
  db: Db,
  grant: ProjectGrant<'manage'>,
  { rubric, hash, canonical }: Readable
): { metric: Metric; added: boolean } {
  const projectId = grant.resource.id;
  loadRubrics(db);
  const metric = knowRubric(rubric, hash);
  const added = write(db, (tx) => {
    const { rubric: table } = schema;
    const there = tx
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.projectId, projectId), eq(table.hash, hash)))
      .get();
    if (there !== undefined) return false;
    const id = newId();
    const { name, version, title } = rubric;
    const createdBy = grant.actor.kind === 'person' ? grant.actor.id : null;
    const row = { id, projectId, metric: metric.name, name, version, title, hash };
    tx.insert(table)
      .values({ ...row, content: canonical, createdBy, createdAt: Date.now() })
      .run();
    const detail = { name, version, hash };
    record(tx, grant.actor, { projectId, action: 'rubric.add', entity: 'rubric', entityId: id, detail });
    return true;
  });
  return { metric, added };
}

/** The project's rubrics, in the order in which they were added. */
export function listRubrics(db: Db, projectId: string): StoredRubric[] {
  const { metric, name, version, title, hash, createdAt } = schema.rubric;
  return db
    .select({ metric, name, version, title, hash, createdAt })
    .from(schema.rubric)
    .where(eq(schema.rubric.projectId, projectId))
    .orderBy(asc(createdAt), asc(name))
    .all();
}

/** The project's rubrics as a suite, for pages that offer metrics; null if it has none. */
export function rubricSuite(db: Db, projectId: string): Suite | null {
  loadRubrics(db);
  const metrics = listRubrics(db, projectId).flatMap(({ metric }) => knownRubricMetric(metric) ?? []);
  return metrics.length === 0 ? null : { name: 'rubrics', title: 'Rubrics of this project', metrics };
}

/** A rubric of the project by the name of its metric. */
export function readStoredRubric(db: Db, grant: ProjectGrant<'read-results'>, metric: string): Rubric {
  const mine = listRubrics(db, grant.resource.id).some((one) => one.metric === metric);
  loadRubrics(db);
  return (mine ? rubricOfMetric(metric) : undefined) ?? refuse.notFound('rubric');
}

/**
 * Refuses metrics that are rubrics of other projects, in the words for a metric that does not exist: the caller does not learn that
 * there is one elsewhere.
 */
export function demandOwnRubrics(db: Db, projectId: string, metrics: readonly string[]): void {
  const own = new Set(listRubrics(db, projectId).map(({ metric }) => metric));
  for (const name of metrics) if (isKnownRubric(name) && !own.has(name)) refuseMetric(name);
}

/** Makes all rubrics of a database known to this process. Costs one small query if they are. */
export function loadRubrics(db: Db): void {
  const { metric, hash, content } = schema.rubric;
  const names = db.select({ metric }).from(schema.rubric).all();
  if (names.every((one) => isKnownRubric(one.metric))) return;
  for (const row of db.select({ metric, hash, content }).from(schema.rubric).all()) {
    if (isKnownRubric(row.metric)) continue;
    const stored = rubricSchema.safeParse(JSON.parse(row.content));
    if (!stored.success) throw new Error(`The rubric of ${row.metric} is damaged: ${stored.error.message}`);
    knowRubric(stored.data, row.hash, row.metric);
  }
}
