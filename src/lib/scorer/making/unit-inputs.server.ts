import { sayingsOf } from '../../messages/sayings.ts';
import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import { refuse } from '../../errors.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { reportMarkdown } from '../../server/db/report-text.ts';
import { pageBranches } from '../protocols/rubric-tree/rubric-tree-units.ts';
import { type ResearchTask, researchTaskKind } from '../suites/research-arena/material.ts';
import { pageKey } from '../web/url-key.ts';
import { arenaCriteria, type TaskForCriteria } from './makers/arena-criteria.ts';
import { arenaKeyPoints, type QueryWithSources } from './makers/arena-key-points.ts';
import type { NewUnit } from './making-runs.server.ts';

const leadSays = sayingsOf('leadRefusals');

type Lead = ProjectGrant<'manage'>;

/** A draft or query as it is chosen; its text is in the input. */
interface ChosenUnit extends NewUnit {
  input: Readonly<Record<string, unknown>>;
}

const textIn = ({ input }: ChosenUnit): string => (typeof input['text'] === 'string' ? input['text'] : '');

/** Input of a maker from a unit; null: there is nothing to make, because something is missing or its result is there already. */
type InputOf = (db: Db, unit: ChosenUnit) => Promise<unknown>;

/** The newest task material of a query; null if it has none, or none that this version reads. */
function taskOf(db: Db, queryId: string): ResearchTask | null {
  const { queryMaterial } = schema;
  const row = db
    .select({ content: queryMaterial.content, origin: queryMaterial.origin })
    .from(queryMaterial)
    .where(and(eq(queryMaterial.queryId, queryId), eq(queryMaterial.suite, 'research-arena')))
    .orderBy(desc(queryMaterial.revision))
    .get();
  const read = row && row.origin !== 'dropped' ? researchTaskKind.schema.safeParse(row.content) : null;
  return read?.success ? read.data : null;
}

const inputOfCriteria: InputOf = (db, unit): Promise<TaskForCriteria | null> => {
  const task = taskOf(db, unit.sourceId);
  if (task === null || task.criteria !== null) return Promise.resolve(null);
  const { discipline, family, difficulty } = task;
  return Promise.resolve({ text: textIn(unit), discipline, family, difficulty });
};

/** Addresses that the project's reports on a query cite, each page once, in the order of systems and of their reports. */
const inputOfKeyPoints: InputOf = async (db, unit): Promise<QueryWithSources | null> => {
  const task = taskOf(db, unit.sourceId);
  if (task === null || task.keyPoints !== null) return null;
  const { report, system } = schema;
  const reports = db
    .select({ markdown: reportMarkdown })
    .from(report)
    .innerJoin(system, eq(system.id, report.systemId))
    .where(and(eq(report.queryId, unit.sourceId), isNull(report.archivedAt), isNull(system.archivedAt)))
    .orderBy(asc(system.name), asc(report.id))
    .all();
  const urls = new Map<string, string>();
  for (const { markdown } of reports)
    for (const { source } of await pageBranches(markdown))
      if (!urls.has(pageKey(source.url))) urls.set(pageKey(source.url), source.url);
  return { text: textIn(unit), urls: [...urls.values()], reports: reports.length };
};

const inputs: Readonly<Record<string, InputOf>> = {
  [arenaCriteria.name]: inputOfCriteria,
  [arenaKeyPoints.name]: inputOfKeyPoints
};

/**
 * Units with what their maker is shown of them. A maker that is shown more than a text takes queries of the benchmark that have
 * what it needs and lack what it makes; others are left out.
 */
export async function unitsWithInput(
  db: Db,
  _grant: Lead,
  maker: string,
  units: readonly ChosenUnit[]
): Promise<NewUnit[]> {
  const inputOf = Object.hasOwn(inputs, maker) ? inputs[maker] : undefined;
  if (!inputOf) return [...units];
  if (units.some(({ source }) => source !== 'query')) refuse.invalid(leadSays('makerOfQueries', { maker }));
  const found: NewUnit[] = [];
  for (const unit of units) {
    const input = await inputOf(db, unit);
    if (input !== null) found.push({ ...unit, input });
  }
  return found;
}
