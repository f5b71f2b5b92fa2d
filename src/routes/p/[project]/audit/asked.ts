import type { AuditFilter } from '$lib/server/audit/audit-trail.ts';
import { isDay } from '$lib/stats/writing/days.ts';

/** The filter of an address, as typed: empty if nothing is asked for. */
interface AuditQuery {
  who: string;
  act: string;
  thing: string;
  id: string;
  from: string;
  to: string;
}

const DAY = 86_400_000;
const dayOf = (text: string): number | undefined => (isDay(text) ? Date.parse(text) : undefined);

export const askedIn = ({ searchParams }: URL): AuditQuery => {
  const text = (name: string): string => (searchParams.get(name) ?? '').trim().slice(0, 200);
  return {
    who: text('who'),
    act: text('act'),
    thing: text('thing'),
    id: text('id'),
    from: text('from'),
    to: text('to')
  };
};

/** Days are UTC; `to` is the last day that is still wanted. */
export function filterOf({ who, act, thing, id, from, to }: AuditQuery): AuditFilter {
  const [first, last] = [dayOf(from), dayOf(to)];
  return {
    ...(who && { actor: who }),
    ...(act && { action: act }),
    ...(thing && { entity: thing }),
    ...(id && { entityId: id }),
    ...(first !== undefined && { from: first }),
    ...(last !== undefined && { to: last + DAY })
  };
}

/** The address of the same page with some of the filter changed; what is empty is left out. */
export function auditAddress(
  asked: AuditQuery,
  changes: Partial<AuditQuery> & { before?: number; after?: number } = {}
): string {
  const parts = Object.entries({ ...asked, ...changes }).filter(([, value]) => value !== '' && value !== undefined);
  return `?${new URLSearchParams(parts.map(([name, value]): [string, string] => [name, String(value)]))}`;
}
