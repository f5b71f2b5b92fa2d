import { desc, sql } from 'drizzle-orm';
import { schema, type Db } from '../../../server/db/client.ts';
import type { ProviderLimits } from '../run-options.ts';

/** Runs that are looked at for limits, the newest first. */
const MOST = 100;

const tightest = (a: ProviderLimits, b: ProviderLimits): ProviderLimits => {
  const least = (name: keyof ProviderLimits): ProviderLimits => {
    const given = [a[name], b[name]].filter((one) => one !== undefined);
    return given.length === 0 ? {} : { [name]: Math.min(...given) };
  };
  return { ...least('requestsPerMinute'), ...least('tokensPerMinute'), ...least('concurrency') };
};

/**
 * Limits by provider for calls outside runs: the tightest of the runs under way, whichever project they are of, since a
 * provider counts by key; else those of the newest run that names the provider.
 */
export function limitsOfServer(db: Db): Record<string, ProviderLimits> {
  const { run } = schema;
  const runs = db
    .select({ status: run.status, options: run.options })
    .from(run)
    .orderBy(desc(sql`${run.status} = 'running'`), desc(run.createdAt))
    .limit(MOST)
    .all();
  const found: Record<string, ProviderLimits> = {};
  for (const { status, options } of runs)
    for (const [provider, limits] of Object.entries(options.limits ?? {})) {
      if (Object.keys(limits).length === 0) continue;
      const before = found[provider];
      if (before === undefined) found[provider] = limits;
      else if (status === 'running') found[provider] = tightest(before, limits);
    }
  return found;
}
