import { issueSaid } from '../../messages/schema-issues.ts';
import { sayingsOf } from '../../messages/sayings.ts';
import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import { type Problem, refuse, fieldSays, problemAt, problemSaid } from '../../errors.ts';
import { nameKey } from '../../names.ts';
import { record } from '../../server/audit/audit.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import { insertAll } from '../../server/db/insert-all.ts';
import { callOptionsFor, judgeSpec, modelConfigs, providerOf, type JudgeConfig } from '../judges/index.ts';
import { endpointProblems } from '../judges/endpoints/written-addresses.server.ts';
import { judgeProblems } from '../judges/settings/system-problems.ts';
import { roleProblems } from '../judges/settings/named-roles.ts';
import { duplicateJudges, type NamedJudge, nextRunNumber, storeJudges } from '../runs/new-run.server.ts';
import { defaultRunOptions, OUTAGE_MINUTES, type RunOptions } from '../runs/run-options.ts';
import { metricsOf, type Run } from '../runs/runs.server.ts';
import { limitsOfServer, priceOfServer } from '../runs/trial/server-limits.server.ts';
import type { MetricSettings } from '../metric.ts';
import { searchProblems } from '../search/needed.ts';
import type { Maker } from './makers/contract.ts';
import { makerByName, promptOfMaker } from './makers.ts';
import { metricOfMaker } from './making-task.ts';

const leadSays = sayingsOf('leadRefusals');

/** Unit of a making run: its source, and the input that the maker receives of it. */
export interface NewUnit {
  /** Kind of source, e.g. `draft`, `query`; and the id of the one. */
  source: string;
  sourceId: string;
  /** As people know it, e.g. a qid. */
  label: string;
  input: unknown;
  /** Revision of the source that the input is from, if it counts them. */
  revision?: number;
}

export interface NewMaking {
  /** Empty: the maker's title. */
  name?: string;
  maker: string;
  /** Version of the maker's prompt; its own if absent. */
  prompt?: string;
  judges: NamedJudge[];
  units: readonly NewUnit[];
  options?: Partial<RunOptions>;
  /** Further settings of how its units were chosen, recorded with the run. */
  settings?: MetricSettings;
}

/**
 * Plans a making run: units × models. Nothing is asked until the driver starts it. Limits and prices that are not given are those
 * of this server's runs; deadlines and tries those of the kind of model.
 */
export function createMaking(db: Db, grant: ProjectGrant<'manage'>, input: NewMaking): Run {
  const maker = makerByName(input.maker);
  const prompt = promptOfMaker(maker, input.prompt);
  const metric = metricOfMaker(maker, prompt);
  const configs = input.judges.map(({ config }) => config);
  const problems: Problem[] = [
    ...(input.judges.length === 0 ? [problemAt('judge', fieldSays('nameModel'))] : []),
    ...codeProblems(input.judges),
    ...(maker.collects ? systemProblems(input) : judgeProblems(configs)),
    ...(input.units.length === 0 ? [problemAt('units', fieldSays('noUnitsChosen'))] : []),
    ...unitProblems(maker, input.units),
    ...endpointProblems(db, grant, configs),
    ...duplicateJudges(input.judges),
    ...roleProblems(configs, [metric]),
    ...searchProblems([metric], input.options?.search)
  ];
  if (problems.length > 0) refuse.invalid(leadSays('runNotMade'), problems);
  return write(db, (tx) => {
    const projectId = grant.resource.id;
    const number = nextRunNumber(tx, projectId, 'making');
    const run = tx
      .insert(schema.run)
      .values({
        ...{ id: newId(), projectId, number, kind: 'making', status: 'waiting' },
        name: input.name?.trim() || maker.title,
        options: {
          ...defaultRunOptions,
          outageMinutes: OUTAGE_MINUTES,
          calls: callOptionsFor(configs),
          ...input.options,
          ...ofServer(db, configs, input.options),
          repeats: maker.collects ? (input.options?.repeats ?? 1) : 1,
          // A report of an earlier run is no new report.
          ...(maker.collects && { freshReplies: true })
        },
        createdBy: grant.actor.kind === 'person' ? grant.actor.id : null,
        createdAt: Date.now()
      })
      .returning()
      .get();
    storeJudges(tx, run, input.judges);
    tx.insert(schema.runMetric)
      .values({
        ...{ runId: run.id, metric: maker.name, settings: input.settings ?? {}, position: 0 },
        ...{ promptName: prompt.name, promptVersion: prompt.version, promptHash: prompt.hash }
      })
      .run();
    insertAll(
      tx,
      schema.makingUnit,
      input.units.map((unit, position) => ({
        ...{ id: newId(), runId: run.id, position, source: unit.source, sourceId: unit.sourceId },
        ...{ label: unit.label, input: unit.input, revision: unit.revision ?? null }
      }))
    );
    record(tx, grant.actor, {
      ...{ projectId, action: 'making.create', entity: 'run', entityId: run.id },
      detail: {
        ...{ number, maker: maker.name, prompt: `${prompt.name}@${prompt.version}`, promptHash: prompt.hash },
        ...{ judges: input.judges.map(({ spec }) => spec), units: input.units.length },
        ...(input.settings && { settings: input.settings })
      }
    });
    return run;
  });
}

/**
 * Limits and prices that the run was not given: those that other runs of this server have for the same providers and models, since a
 * provider counts and bills by key.
 */
function ofServer(
  db: Db,
  configs: readonly JudgeConfig[],
  { limits = {}, prices = {}, search }: Partial<RunOptions> = {}
): Pick<RunOptions, 'limits' | 'prices'> {
  const models = configs.flatMap(modelConfigs);
  const asked = new Set([...models.map(providerOf), ...(search === undefined ? [] : [search.split('@')[0]!])]);
  const known = Object.entries(limitsOfServer(db)).filter(([provider]) => asked.has(provider));
  const unpriced = models.map(judgeSpec).filter((spec) => !Object.hasOwn(prices, spec));
  return {
    limits: { ...Object.fromEntries(known), ...limits },
    prices: {
      ...Object.fromEntries(
        unpriced.flatMap((spec) => {
          const price = priceOfServer(db, spec);
          return price ? [[spec, price]] : [];
        })
      ),
      ...prices
    }
  };
}

/** Names of systems that are missing or given twice. */
const systemProblems = ({ judges, settings }: NewMaking): Problem[] => {
  const seen = new Set<string>();
  return judges.flatMap(({ spec, fingerprint }) => {
    const name = settings?.systems?.[fingerprint]?.trim() ?? '';
    const twice = seen.has(nameKey(name));
    seen.add(nameKey(name));
    if (name === '') return [problemAt('system', fieldSays('nameSystem'), spec)];
    return twice ? [problemAt('system', fieldSays('systemTwice'), name)] : [];
  });
};

const codeProblems = (judges: readonly NamedJudge[]): Problem[] =>
  judges
    .filter(({ config }) => config.provider === 'rules')
    .map(({ spec }) => problemAt('judge', fieldSays('codeWritesNothing', { judge: spec }), spec));

/** Units that are named twice, and those that the maker cannot use. */
function unitProblems(maker: Maker, units: readonly NewUnit[]): Problem[] {
  const seen = new Set<string>();
  return units.flatMap(({ source, sourceId, label, input }, row): Problem[] => {
    const name = JSON.stringify([source, sourceId]);
    const twice = seen.has(name);
    seen.add(name);
    if (twice) return [problemSaid(row + 1, 'units', fieldSays('unitTwice'), label)];
    const read = maker.input.safeParse(input);
    if (read.success) return [];
    const issue = read.error.issues[0]!;
    const values = { place: issue.path.join('.') || 'input', reason: issueSaid(issue) };
    return [problemSaid(row + 1, 'units', fieldSays('unitInput', values), label)];
  });
}

/** The project's making runs, newest first, without those in the archive. */
export const makingRuns = (db: Db, grant: ProjectGrant<'manage'>): Run[] =>
  db
    .select()
    .from(schema.run)
    .where(
      and(eq(schema.run.projectId, grant.resource.id), eq(schema.run.kind, 'making'), isNull(schema.run.archivedAt))
    )
    .orderBy(desc(schema.run.number))
    .all();

/** Making runs that ask systems for reports. */
export const collections = (db: Db, grant: ProjectGrant<'manage'>): Run[] =>
  makingRuns(db, grant).filter((run) => makerOf(db, run).maker.collects === true);

/** The other making runs, whose results people decide about. */
export const draftingRuns = (db: Db, grant: ProjectGrant<'manage'>): Run[] =>
  makingRuns(db, grant).filter((run) => makerOf(db, run).maker.collects !== true);

/** The project's making run of that number. */
export function makingRunByNumber(db: Db, grant: ProjectGrant<'manage'>, number: number): Run {
  const { run } = schema;
  const mine = and(eq(run.projectId, grant.resource.id), eq(run.kind, 'making'), eq(run.number, number));
  return db.select().from(run).where(mine).get() ?? refuse.notFound('making run');
}

/** The maker of a run, and the prompt that it asks as the run recorded it. */
export function makerOf(db: Db, run: Run): { maker: Maker; promptName: string } {
  const row = metricsOf(db, run.id)[0]!;
  return { maker: makerByName(row.metric), promptName: `${row.promptName}@${row.promptVersion}` };
}

/** The units of a making run in its order. */
export const unitsOfMaking = (db: Db, runId: string): (typeof schema.makingUnit.$inferSelect)[] =>
  db
    .select()
    .from(schema.makingUnit)
    .where(eq(schema.makingUnit.runId, runId))
    .orderBy(asc(schema.makingUnit.position))
    .all();
