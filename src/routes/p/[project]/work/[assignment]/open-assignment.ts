import type { Blind, BlindAssignment } from '$lib/studies/judging/blind/blind.ts';
import { readAssignment } from '$lib/studies/judging/queue.server.ts';
import { personOf } from '../../../../grants.ts';

/** Assignments that the loads of one request have read: page and layout show the same state of one. */
const read = new WeakMap<App.Locals, Map<string, Blind<BlindAssignment>>>();

/** The assignment of an address, read once per request. */
export function assignmentOf(locals: App.Locals, id: string): Blind<BlindAssignment> {
  const known = read.get(locals)?.get(id);
  if (known) return known;
  const open = readAssignment(locals.db, personOf(locals), id);
  read.set(locals, new Map(read.get(locals)).set(id, open));
  return open;
}
