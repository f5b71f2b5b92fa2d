import { parseJudgeSpec } from '../../src/lib/scorer/judges/index.ts';
import type { JudgeSources } from '../../src/lib/scorer/judges/scripted/sources.ts';
import { createMaking, makingRuns, type NewMaking } from '../../src/lib/scorer/making/making-runs.server.ts';
import { RunDriver } from '../../src/lib/scorer/runs/driving/driver.server.ts';
import type { Run } from '../../src/lib/scorer/runs/runs.server.ts';
import type { FetchPage } from '../../src/lib/scorer/web/fetching/fetcher.ts';
import type { ProjectGrant } from '../../src/lib/server/auth/authorize.ts';
import type { Db } from '../../src/lib/server/db/client.ts';

/** The run of a maker, made and finished if that was not done before. */
export async function makeOnce(
  db: Db,
  manage: ProjectGrant<'manage'>,
  sources: JudgeSources,
  judges: readonly string[],
  wanted: Pick<NewMaking, 'maker' | 'units' | 'settings'>,
  web?: FetchPage
): Promise<Run> {
  const driver = new RunDriver(db, {}, sources, web);
  const name = `Demo: ${wanted.maker}`;
  const run =
    makingRuns(db, manage).find((known) => known.name === name) ??
    createMaking(db, manage, { ...wanted, name, judges: judges.map((spec) => driver.name(parseJudgeSpec(spec))) });
  return finishRun(manage, driver, run);
}

/** Works on a run until it has ended well. */
export async function finishRun(manage: ProjectGrant<'manage'>, driver: RunDriver, run: Run): Promise<Run> {
  if (run.status === 'done') return run;
  driver.start(manage, run.id);
  await driver.ended(run.id);
  const { state, problem } = driver.progress(run.id);
  if (state !== 'done') throw new Error(`The run ${run.name} did not end well: ${problem ?? state}`);
  return run;
}
