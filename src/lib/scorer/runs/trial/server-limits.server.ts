import { desc, sql } from 'drizzle-orm';
import { schema, type Db } from '../../../server/db/client.ts';
import type { ProviderLimits, RunOptions, TokenPrice } from '../run-options.ts';

/** Runs that are looked at for limits, the newest first. */
const MOST = 100;

const tightest = (a: ProviderLimits, b: ProviderLimits): ProviderLimits => {
  const least = (name: keyof ProviderLimits): ProviderLimits => {
    const given = [a[name], b[name]].filter((one) => one !== undefined);
    return given.length === 0 ? {} : { [name]: Math.min(...given) };
  };
  return { ...least('requestsPerMinute'), ...least('tokensPerMinute'), ...least('concurrency') };
};

/** Runs under way first, each kind newest first. */
const runsOf = (db: Db): { status: string; options: RunOptions }[] => {
  const { run } = schema;
  return db
    .select({ status: run.status, options: run.options })
    .from(run)
    .orderBy(desc(sql`${run.status} = 'running'`), desc(run.createdAt))
    .limit(MOST)
    .all();
};

/** Price of a judge's tokens by the newest run that has one; null if none does. */
export const priceOfServer = (db: Db, judge: string): TokenPrice | null =>
  runsOf(db).flatMap(({ options }) => options.prices[judge] ?? [])[0] ?? null;

/**
 * Limits by provider for a run that was given none: the tightest of the runs under way, whichever project they are of, since a
 * provider counts by key; else those of the newest run that names the provider.
 */
export function limitsOfServer(db: Db): Record<string, ProviderLimits> {
  const found: Record<string, ProviderLimits> = {};
  for (const { status, options } of runsOf(db))
    for (const [provider, limits] of Object.entries(options.limits ?? {})) {
      if (Object.keys(limits).length === 0) continue;
      const before = found[provider];
      if (before === undefined) found[provider] = limits;
      else if (status === 'running') found[provider] = tightest(before, limits);
    }
  return found;
}
