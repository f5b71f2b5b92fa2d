import type { LayoutServerLoad } from './$types';
import { newToken } from '$lib/server/db/id.ts';
import { outboxOf } from '$lib/server/auth/accounts/outbox-of.ts';

export const load: LayoutServerLoad = ({ locals }) => ({
  person: locals.actor ? { name: locals.actor.name, admin: locals.actor.admin, outbox: outboxOf(locals.actor) } : null,
  theme: locals.theme,
  sessionStale: locals.sessionStale,
  once: newToken()
});
