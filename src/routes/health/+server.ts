import type { RequestHandler } from './$types';
import { healthOf, type Health } from '$lib/server/health.ts';

const KEPT_MS = 1_000;
let last: { at: number; health: Promise<Health> } | null = null;

/** For supervisors: 200 if the database answers and its disk has room, else 503 or 507 with the reason. Asked once a second. */
export const GET: RequestHandler = async ({ locals }) => {
  const now = performance.now();
  if (last === null || now - last.at >= KEPT_MS) last = { at: now, health: healthOf(locals.db) };
  const { status, body } = await last.health;
  return Response.json(body, { status });
};
