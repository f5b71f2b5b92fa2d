import type { LayoutServerLoad } from './$types';
import { may, type ProjectAccess } from '$lib/server/auth/authorize.ts';
import { answer } from '../../answer.ts';
import { grantFor, personOf } from '../../grants.ts';
import { inboxOf } from './inbox-of.ts';

/** `with`: pages elsewhere that belong to the room. */
const rooms: { label: string; to: string; access: ProjectAccess; with?: string }[] = [
  { label: 'Home', to: '', access: 'enter' },
  { label: 'Queries', to: '/queries', access: 'read-benchmark' },
  { label: 'Verification', to: '/verification', access: 'enter' },
  { label: 'Reports', to: '/reports', access: 'read-results' },
  { label: 'Runs', to: '/runs', access: 'read-results', with: '/rubrics' },
  { label: 'Leaderboard', to: '/leaderboard', access: 'read-results' },
  { label: 'Studies', to: '/studies', access: 'read-results' },
  { label: 'Alignment', to: '/alignment', access: 'read-results', with: '/planner' },
  { label: 'Judges', to: '/judges', access: 'read-results' },
  { label: 'People', to: '/people', access: 'manage' },
  { label: 'Audit', to: '/audit', access: 'manage' }
];

export const load: LayoutServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'enter');
    const person = personOf(event.locals);
    const roles = person.roles.get(project.id) ?? [];
    // Read again with each page: an answer can have come meanwhile.
    void event.url.pathname;
    const role = roles.length > 0 ? roles[0]! : 'admin';
    return {
      project: { slug: project.slug, name: project.name, demo: project.demo },
      role: role[0]!.toUpperCase() + role.slice(1),
      inbox: roles.some((one) => one !== 'lead')
        ? {
            href: `/p/${project.slug}/inbox`,
            unread: inboxOf(event.locals.db, person, project).filter(({ unread }) => unread).length
          }
        : null,
      manages: may(person, grant.resource, 'manage'),
      tabs: rooms.filter((room) => may(person, grant.resource, room.access)).map(({ access: _, ...room }) => room)
    };
  });
