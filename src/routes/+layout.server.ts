import type { LayoutServerLoad } from './$types';

export const load: LayoutServerLoad = ({ locals }) => ({
  person: locals.actor ? { name: locals.actor.name, admin: locals.actor.admin } : null,
  theme: locals.theme
});
