import { and, eq } from 'drizzle-orm';
import { refuse } from '../../errors.ts';
import { sayingsOf } from '../../messages/sayings.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import type { JudgeConfig } from '../judges/index.ts';
import type { NamedJudge } from '../runs/new-run.server.ts';
import { configOf, judgesOf, metricsOf, type Run } from '../runs/runs.server.ts';
import { createMaking, makerOf, unitsOfMaking } from './making-runs.server.ts';

const leadSays = sayingsOf('leadRefusals');

/**
 * Plans a run that asks again for the results that a making run lacks, with its models, prompt and options; stored answers are reused.
 * It has the units and models that failed, so that accepted and rejected drafts do not come a second time. Findings count within
 * their run: it has all units then.
 *
 * @param name gives a model as runs store it; refuses one whose key is missing
 */
export function retryMaking(
  db: Db,
  grant: ProjectGrant<'manage'>,
  run: Run,
  name: (config: JudgeConfig) => NamedJudge
): Run {
  const { made } = schema;
  const failed = db
    .select({ unitId: made.unitId, judgeId: made.judgeId })
    .from(made)
    .where(and(eq(made.runId, run.id), eq(made.state, 'unmade')))
    .all();
  if (run.status !== 'done' || failed.length === 0) refuse.conflict(leadSays('nothingToRetry'));
  const { maker } = makerOf(db, run);
  const { promptVersion, settings } = metricsOf(db, run.id)[0]!;
  const [units, judges] = [new Set(failed.map(({ unitId }) => unitId)), new Set(failed.map(({ judgeId }) => judgeId))];
  const all = maker.finds === true;
  return createMaking(db, grant, {
    ...{ maker: maker.name, name: run.name, prompt: promptVersion, settings },
    judges: judgesOf(db, run.id)
      .filter(({ id }) => all || judges.has(id))
      .map((judge) => name(configOf(judge))),
    units: unitsOfMaking(db, run.id)
      .filter(({ id }) => all || units.has(id))
      .map(({ source, sourceId, label, input, revision }) => ({
        ...{ source, sourceId, label, input },
        ...(revision !== null && { revision })
      })),
    options: { ...run.options, useCache: true }
  });
}
