import { parseJudgeSpec } from '$lib/scorer/judges/index.ts';
import { refuse } from '$lib/errors.ts';
import type { Asker } from '$lib/verification/proposals/model-drafts.ts';
import type { RunDriver } from '$lib/scorer/runs/driving/driver.server.ts';
import { demandNamedEndpoints } from '$lib/scorer/judges/endpoints/written-addresses.server.ts';
import type { ProjectGrant } from '$lib/server/auth/authorize.ts';

/**
 * A judge as drafting needs it: asked through the process and within the limits of runs, with a few retries. Refused where the judge's
 * key is missing (the refusal names it), where the judge is made of code, or where who asks may not write its address. Use of
 * its key and each call are in the audit trail.
 *
 * @param spec provider and model, e.g. `openai:gpt-5`
 */
export function modelAsker(driver: RunDriver, spec: string, grant: ProjectGrant<'manage'>): Asker {
  const config = parseJudgeSpec(spec);
  demandNamedEndpoints(grant.actor, [config]);
  if (config.provider === 'rules') refuse.invalid('The judge rules is made of code. Choose a model.');
  return {
    judge: driver.judge(config).spec,
    ask: ({ prompt, system, user, schema }) =>
      driver.askOutsideRuns(grant, config, { prompt, system, user, schema }, 'drafting')
  };
}
