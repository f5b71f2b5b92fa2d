import type { RequestHandler } from './$types';
import { env } from '$env/dynamic/private';
import { mayReadMetrics, metricsText } from '$lib/server/metrics.ts';
import { softwareVersion } from '../software.ts';

/** For Prometheus, if the operator has set VOIRDIRE_METRICS_TOKEN; otherwise there is no such page. */
export const GET: RequestHandler = async ({ locals, request }) => {
  if (!mayReadMetrics(request.headers.get('authorization'), env.VOIRDIRE_METRICS_TOKEN))
    return new Response('Not found\n', { status: 404, headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
  const text = await metricsText(locals.db, softwareVersion);
  return new Response(text, { headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' } });
};
