import { zipMegabytes } from '$lib/exchange/import/reports/report-zip.ts';
import { paceOfBatches } from '$lib/scorer/engine/batches/pace.ts';
import { operatorBindings } from '$lib/scorer/judges/endpoints/endpoints.ts';
import { commandsIn } from '$lib/scorer/judges/systems/commands.ts';
import { searchPricesIn } from '$lib/scorer/search/prices.ts';
import { demandMetricsToken } from '$lib/server/metrics.ts';

/**
 * Checks settings that are read only when they are needed, so that a wrong one stops the start of the server instead of an import, a
 * sign-in, a link or every page on which judges are chosen. An empty setting counts as unset.
 *
 * @throws Error with the name of the variable and what it should be
 */
export function checkSettings(env: Readonly<Record<string, string | undefined>>): void {
  zipMegabytes(env.VOIRDIRE_ZIP_MB);
  for (const name of ['VOIRDIRE_BATCH_POLL_SECONDS', 'VOIRDIRE_JOB_POLL_SECONDS']) paceOfBatches(env[name], name);
  demandMetricsToken(env.VOIRDIRE_METRICS_TOKEN);
  // Reads the addresses of providers, and the servers that variables and the settings file name.
  operatorBindings(env);
  commandsIn(env);
  searchPricesIn(env);
  demandRoot(env.ORIGIN);
  demandProxies(env.XFF_DEPTH);
}

/** Links to pages begin with the origin, and no page has an address below a path of it. */
function demandRoot(origin = ''): void {
  const url = URL.parse(origin.trim());
  if (url !== null && (url.pathname !== '/' || url.search !== '' || url.hash !== ''))
    throw new Error(
      `ORIGIN is ${origin}. Write scheme and host alone, ${url.origin}: no page has an address below a path.`
    );
}

function demandProxies(depth = ''): void {
  if (depth.trim() !== '' && !/^[1-9]\d?$/.test(depth.trim()))
    throw new Error(
      `XFF_DEPTH is ${JSON.stringify(depth)}. Write the number of proxies in front of the server, or unset it.`
    );
}
