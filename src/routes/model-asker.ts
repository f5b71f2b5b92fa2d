import { parseJudgeSpec } from '$lib/scorer/judges/index.ts';
import { JudgeCallError, type Judge, type Sample } from '$lib/scorer/pipeline.ts';
import { refuse } from '$lib/errors.ts';
import type { Asker } from '$lib/verification/proposals/model-drafts.ts';
import type { RunDriver } from '$lib/scorer/runs/driving/driver.server.ts';
import { demandNamedEndpoints } from '$lib/scorer/judges/endpoints/written-addresses.server.ts';
import type { ProjectGrant } from '$lib/server/auth/authorize.ts';

const TRIES = 3;
const LONGEST_WAIT_MS = 10_000;
const TIMEOUT_MS = 120_000;

/** Nothing is scored here: a judge that reads `about` has nothing to say. */
const nothing: Sample = {
  metric: 'verification',
  query: { qid: '', text: '' },
  report: { id: '', markdown: '', collectedAt: null },
  items: []
};

/**
 * A judge as drafting needs it: asks through the judges' own clients, with a few retries. Refused where the judge's key is
 * missing (the refusal names it), where the judge is made of code, or where who asks may not write its address. Its use is in the audit trail.
 *
 * @param spec provider and model, e.g. `openai:gpt-5`
 */
export function modelAsker(driver: RunDriver, spec: string, grant: ProjectGrant<'manage'>): Asker {
  const config = parseJudgeSpec(spec);
  demandNamedEndpoints(grant.actor, [config]);
  if (config.provider === 'rules') refuse.invalid('The judge rules is made of code. Choose a model.');
  const judge: Judge = driver.judge(config);
  let noted = false;
  return {
    judge: judge.spec,
    ask: async (question) => {
      if (!noted) driver.noteKeyUse(grant, judge.spec, config, 'drafting');
      noted = true;
      for (let left = TRIES - 1; ; left--) {
        try {
          const signal = AbortSignal.timeout(TIMEOUT_MS);
          return await judge.ask({ ...question, about: nothing, trial: 0 }, { signal });
        } catch (error) {
          if (!(error instanceof JudgeCallError) || !error.retryable || left === 0) throw error;
          await new Promise((resolve) => setTimeout(resolve, Math.min(LONGEST_WAIT_MS, error.retryAfterMs ?? 1000)));
        }
      }
    }
  };
}
