import { isRefusal, Refusal } from '../lib/errors.ts';
import { operator } from '../lib/server/auth/authorize.ts';
import type { Db } from '../lib/server/db/client.ts';
import { projectBySlug, projectsOf } from '../lib/server/projects.ts';

/** Names or numbers that a refusal lists at most. */
const MOST_LISTED = 20;

/** Finds a thing that a command names; if there is none, the refusal lists those that exist. */
export function orListing<T>(find: () => T, plural: string, existing: () => readonly (string | number)[]): T {
  try {
    return find();
  } catch (error) {
    if (!isRefusal(error) || error.code !== 'not-found') throw error;
    const all = existing();
    const more = all.length - MOST_LISTED;
    const listed = all.length === 0 ? 'none' : all.slice(0, MOST_LISTED).join(', ');
    throw new Refusal('not-found', `${error.message} ${plural}: ${listed}${more > 0 ? ` and ${more} more` : ''}.`);
  }
}

/** Returns the project with that address; a refusal lists the addresses of the others. */
export const projectNamed = (db: Db, slug: string): ReturnType<typeof projectBySlug> =>
  orListing(
    () => projectBySlug(db, slug),
    'Projects',
    () => projectsOf(db, operator).map((one) => one.slug)
  );
