import type { ProjectAccess } from './authorize.ts';

/** Who may use a route. `public` needs no sign-in, `signed-in` any person, `administer` an admin. */
export type RouteAccess = 'public' | 'signed-in' | 'administer' | ProjectAccess;

/**
 * The access to every route, by route id. A route that is not listed is refused: a test holds this table against the
 * folders under `routes`.
 */
export const routeAccess: Readonly<Record<string, RouteAccess>> = {
  '/': 'signed-in',
  '/account': 'signed-in',
  '/denied': 'public',
  '/health': 'public',
  '/join/[token]': 'public',
  '/projects/new': 'administer',
  '/reset/[token]': 'public',
  '/set-up/[token]': 'public',
  '/sign-in': 'public',
  '/sign-out': 'public',
  '/theme': 'public',
  '/p/[project]': 'enter',
  '/p/[project]/alignment': 'read-results',
  '/p/[project]/alignment/[study]': 'read-results',
  '/p/[project]/alignment/[study]/adopt': 'manage',
  '/p/[project]/alignment/[study]/computing': 'read-results',
  '/p/[project]/alignment/[study]/declare': 'manage',
  '/p/[project]/alignment/[study]/export.[format]': 'read-results',
  '/p/[project]/alignment/[study]/items': 'read-results',
  '/p/[project]/alignment/[study]/look': 'read-results',
  '/p/[project]/alignment/[study]/pairs': 'read-results',
  '/p/[project]/alignment/[study]/progress': 'read-results',
  '/p/[project]/alignment/[study]/protocols': 'read-results',
  '/p/[project]/audit': 'manage',
  '/p/[project]/import': 'manage',
  '/p/[project]/compare': 'read-results',
  '/p/[project]/leaderboard': 'read-results',
  '/p/[project]/pages/[hash]': 'read-results',
  '/p/[project]/people': 'manage',
  '/p/[project]/planner': 'read-results',
  '/p/[project]/planner/possible': 'read-results',
  '/p/[project]/queries': 'read-benchmark',
  '/p/[project]/queries/[qid]': 'read-benchmark',
  '/p/[project]/reports': 'read-results',
  '/p/[project]/reports/[report]': 'read-results',
  '/p/[project]/runs': 'read-results',
  '/p/[project]/runs/new': 'manage',
  '/p/[project]/runs/[run]': 'read-results',
  '/p/[project]/runs/[run]/export/[file]': 'read-results',
  '/p/[project]/runs/[run]/pages': 'read-results',
  '/p/[project]/runs/[run]/progress': 'read-results',
  '/p/[project]/runs/[run]/reports': 'read-results',
  '/p/[project]/studies': 'read-results',
  '/p/[project]/studies/new': 'manage',
  '/p/[project]/studies/[study]': 'read-results',
  '/p/[project]/studies/[study]/export.[format]': 'read-results',
  '/p/[project]/systems/[system]': 'manage',
  '/p/[project]/work/[assignment]': 'annotate',
  '/p/[project]/work/[assignment]/commit': 'annotate',
  '/p/[project]/work/[assignment]/draft': 'annotate',
  '/p/[project]/work/[assignment]/prefer': 'annotate',
  '/p/[project]/work/[assignment]/reveal': 'annotate'
};
