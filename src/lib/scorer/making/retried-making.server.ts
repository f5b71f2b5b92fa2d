import { and, eq, sql, type SQL } from 'drizzle-orm';
import { refuse } from '../../errors.ts';
import { sayingsOf } from '../../messages/sayings.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import type { JudgeConfig } from '../judges/index.ts';
import type { NamedJudge } from '../runs/new-run.server.ts';
import { configOf, judgeNames, judgesOf, metricsOf, type Run } from '../runs/runs.server.ts';
import { createMaking, makerOf, unitsOfMaking } from './making-runs.server.ts';

const leadSays = sayingsOf('leadRefusals');

/** Questions that one run asks again: every one of its units by every one of its models. */
interface Lacking {
  /** Ids of judges of the run, in its order. */
  judges: Set<string>;
  units: Set<string>;
}

/**
 * Results that a making run lacks, by sets of models that failed on the same units. A run asks every model about every unit, so that
 * one run for all of them would ask again for drafts that a model has given. What a later run has, or is still to bring, is not
 * lacking. Findings count within their run: they come as one, with all units and models. Empty if nothing is lacking, or the run is
 * not done.
 */
function lackingOf(db: Db, run: Run): Lacking[] {
  if (run.status !== 'done') return [];
  const { made, makingUnit, runMetric } = schema;
  const failed = db
    .select({ unitId: made.unitId, judgeId: made.judgeId })
    .from(made)
    .innerJoin(makingUnit, eq(makingUnit.id, made.unitId))
    .innerJoin(runMetric, eq(runMetric.runId, made.runId))
    .where(and(eq(made.runId, run.id), eq(made.state, 'unmade'), sql`not ${askedLater(run)}`))
    .all();
  if (failed.length === 0) return [];
  const judges = judgesOf(db, run.id).map(({ id }) => id);
  const units = unitsOfMaking(db, run.id).map(({ id }) => id);
  if (makerOf(db, run).maker.finds === true) return [{ judges: new Set(judges), units: new Set(units) }];
  const failedOn = Map.groupBy(failed, ({ unitId }) => unitId);
  const failing = (unit: string): string[] =>
    judges.filter((judge) => failedOn.get(unit)!.some(({ judgeId }) => judgeId === judge));
  return [
    ...Map.groupBy(
      units.filter((unit) => failedOn.has(unit)),
      (unit) => failing(unit).join(' ')
    ).values()
  ].map((own) => ({ judges: new Set(failing(own[0]!)), units: new Set(own) }));
}

/** A later run has a result for the unit by the model, or is not over. */
const askedLater = ({ projectId, number }: Run): SQL => {
  const { made, makingUnit, runMetric } = schema;
  return sql`exists (
    select 1 from making_unit u
    join run r on r.id = u.run_id
    join run_metric m on m.run_id = r.id
    join run_judge j on j.run_id = r.id
    where u.source = ${makingUnit.source} and u.source_id = ${makingUnit.sourceId} and m.metric = ${runMetric.metric}
      and j.judge_id = ${made.judgeId} and r.project_id = ${projectId} and r.kind = 'making' and r.number > ${number}
      and (
        r.status in ('waiting', 'running', 'paused')
        or exists (select 1 from made d where d.unit_id = u.id and d.judge_id = j.judge_id and d.state <> 'unmade')
      )
  )`;
};

/** Models and number of units of each run that `retryMaking` plans. */
export function retriesOf(db: Db, run: Run): { judges: string[]; units: number }[] {
  const all = judgesOf(db, run.id);
  const names = judgeNames(all);
  return lackingOf(db, run).map(({ judges, units }) => ({
    judges: names.filter((_, at) => judges.has(all[at]!.id)),
    units: units.size
  }));
}

/**
 * Plans runs that ask again for the results that a making run lacks, with its models, prompt and options; stored answers are reused.
 * Together they have each unit and model that failed once (`lackingOf`), and share the run's budget by number of questions.
 *
 * @param name gives a model as runs store it; refuses one whose key is missing
 * @returns at least one run
 */
export function retryMaking(
  db: Db,
  grant: ProjectGrant<'manage'>,
  run: Run,
  name: (config: JudgeConfig) => NamedJudge
): Run[] {
  const lacking = lackingOf(db, run);
  if (lacking.length === 0) refuse.conflict(leadSays('nothingToRetry'));
  const { maker } = makerOf(db, run);
  const { promptVersion, settings } = metricsOf(db, run.id)[0]!;
  const questions = ({ judges, units }: Lacking): number => judges.size * units.size;
  const all = lacking.reduce((sum, one) => sum + questions(one), 0);
  const { budget } = run.options;
  return write(db, (tx) =>
    lacking.map((one) =>
      createMaking(tx, grant, {
        ...{ maker: maker.name, name: run.name, prompt: promptVersion, settings },
        judges: judgesOf(tx, run.id)
          .filter(({ id }) => one.judges.has(id))
          .map((judge) => name(configOf(judge))),
        units: unitsOfMaking(tx, run.id)
          .filter(({ id }) => one.units.has(id))
          .map(({ source, sourceId, label, input, revision }) => ({
            ...{ source, sourceId, label, input },
            ...(revision !== null && { revision })
          })),
        options: { ...run.options, useCache: true, budget: budget === null ? null : (budget * questions(one)) / all }
      })
    )
  );
}
