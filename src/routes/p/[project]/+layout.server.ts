import type { LayoutServerLoad } from './$types';
import type { Messages } from '$lib/messages/catalogues/en/index.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { may, type ProjectAccess } from '$lib/server/auth/authorize.ts';
import { answer } from '../../answer.ts';
import { grantFor, personOf } from '../../grants.ts';
import { inboxOf } from './inbox-of.ts';

/** `with`: pages elsewhere that belong to the room. */
const rooms: { name: keyof Messages['rooms']; to: string; access: ProjectAccess; with?: string[] }[] = [
  { name: 'home', to: '', access: 'enter' },
  { name: 'queries', to: '/queries', access: 'read-benchmark' },
  { name: 'verification', to: '/verification', access: 'enter' },
  { name: 'reports', to: '/reports', access: 'read-results' },
  { name: 'runs', to: '/runs', access: 'read-results', with: ['/rubrics'] },
  { name: 'leaderboard', to: '/leaderboard', access: 'read-results' },
  { name: 'studies', to: '/studies', access: 'read-results' },
  { name: 'alignment', to: '/alignment', access: 'read-results', with: ['/planner'] },
  { name: 'judges', to: '/judges', access: 'read-results' },
  { name: 'people', to: '/people', access: 'manage', with: ['/share', '/webhooks'] },
  { name: 'audit', to: '/audit', access: 'manage' }
];

export const load: LayoutServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'enter');
    const person = personOf(event.locals);
    const roles = person.roles.get(project.id) ?? [];
    // Read again with each page: an answer can have come meanwhile.
    void event.url.pathname;
    const { language } = event.locals;
    const roomNames = messagesIn(language, 'rooms');
    const unread = inboxOf(event.locals.db, person, project, messagesIn(event.locals.language, 'inbox')).filter(
      (one) => one.unread
    ).length;
    return {
      project: { slug: project.slug, name: project.name, demo: project.demo },
      role: messagesIn(language, 'roles').heading({ role: roles[0] ?? 'admin' }),
      inbox: roles.some((one) => one !== 'lead' && one !== 'viewer')
        ? {
            href: `/p/${project.slug}/inbox`,
            unread,
            label: messagesIn(language, 'frame').inboxLabel({ n: unread })
          }
        : null,
      manages: may(person, grant.resource, 'manage'),
      tabs: rooms
        .filter((room) => may(person, grant.resource, room.access))
        .map(({ access: _, name, ...room }) => ({
          ...room,
          label: roomNames[name]
        }))
    };
  });
