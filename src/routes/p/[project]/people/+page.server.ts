import { sayingsOf } from '$lib/messages/sayings.ts';
import { env } from '$env/dynamic/private';
import { fail } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { messagesIn } from '$lib/messages/words.ts';
import { refuse, fieldSays, problemAt } from '$lib/errors.ts';
import { roles, type Role } from '$lib/server/auth/authorize.ts';
import { parsePeopleList } from '$lib/exchange/import/people/people-list.ts';
import { mailInvitations } from '$lib/exchange/mail/mail-log.server.ts';
import { mailSettings } from '$lib/exchange/mail/mail-settings.ts';
import { inviteMany, renewInvitation } from '$lib/server/auth/accounts/inviting-many.ts';
import { invite, listInvitations, revokeInvitation } from '$lib/server/auth/accounts/invitations.ts';
import { arrangeRows } from '$lib/server/lists/arrange-rows.ts';
import { addRole, listMembers, removeRole } from '$lib/server/projects.ts';
import { crowdPlacesIn, makeCrowdPlaces } from '$lib/studies/crowd/crowd-places.server.ts';
import { answer, attempt } from '../../../answer.ts';
import { grantFor } from '../../../grants.ts';
import { askedList, listingOf } from '../../../paging.ts';

const leadSays = sayingsOf('leadRefusals');

const address = { sorts: ['name', 'email'], usual: 'name', filters: ['role'] };

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'manage');
    const members = listMembers(event.locals.db, grant);
    const question = askedList(event.url, address);
    const found = arrangeRows(members, question, {
      text: ({ name, email, roles }) => [name, email, ...roles],
      orders: { name: ({ name }) => name, email: ({ email }) => email },
      filters: { role: ({ roles }, chosen) => roles.some((role) => role === chosen) }
    });
    return {
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        { label: messagesIn(event.locals.language, 'rooms').people }
      ],
      all: members.length,
      list: listingOf(event.url, address, question, found),
      members: found.rows,
      roles,
      sendsMail: mailSettings(env) !== null,
      crowd: crowdPlacesIn(event.locals.db, grant),
      invitations: listInvitations(event.locals.db, grant).map(({ id, role, note, email, createdAt, expiresAt }) => ({
        id,
        mailed: email !== null,
        role,
        note,
        createdAt,
        expiresAt,
        expired: expiresAt < Date.now()
      }))
    };
  });

const roleOf = (value: FormDataEntryValue | null): Role =>
  roles.find((role) => role === value) ??
  refuse.invalid(leadSays('chooseRole'), [problemAt('role', fieldSays('oneOfList'))]);

export const actions: Actions = {
  invite: async (event) => {
    const form = await event.request.formData();
    const done = await attempt(() => {
      const { grant } = grantFor(event, 'manage');
      const role = roleOf(form.get('role'));
      const { token } = invite(event.locals.db, grant, { role, note: String(form.get('note') ?? '') });
      // ORIGIN if the operator has set it; the server refuses hosts that it does not know.
      return { link: `${event.url.origin}/join/${token}`, role };
    });
    return 'link' in done ? done : fail(done.status, done.data);
  },
  inviteMany: async (event) => {
    const form = await event.request.formData();
    const typed = { list: String(form.get('list') ?? ''), role: String(form.get('role') ?? '') };
    const done = await attempt(async () => {
      const { grant } = grantFor(event, 'manage');
      const { name } = messagesIn(event.locals.language, 'roles');
      const called = (role: Role): string => name({ role }).toLowerCase();
      const read = await parsePeopleList(typed.list, roles, roleOf(typed.role), called);
      if (!read.ok) refuse.invalid(leadSays('nobodyInvited', { n: read.problems.length }), read.problems);
      const people = read.ok ? read.value : [];
      const links = inviteMany(event.locals.db, grant, people).map(({ id, email, name, role, token }) => ({
        ...{ id, email, name, role, link: `${event.url.origin}/join/${token}` }
      }));
      return { links };
    });
    return 'links' in done ? done : fail(done.status, { ...done.data, typed });
  },
  crowd: async (event) => {
    const form = await event.request.formData();
    const done = await attempt(() => {
      makeCrowdPlaces(event.locals.db, grantFor(event, 'manage').grant, Number(form.get('places')));
      return { changed: messagesIn(event.locals.language, 'people').placesMade };
    });
    return 'changed' in done ? done : fail(done.status, done.data);
  },
  renew: async (event) => {
    const form = await event.request.formData();
    const done = await attempt(() => {
      const { grant } = grantFor(event, 'manage');
      const { token, role } = renewInvitation(event.locals.db, grant, String(form.get('id')));
      return { link: `${event.url.origin}/join/${token}`, role };
    });
    return 'link' in done ? done : fail(done.status, done.data);
  },
  mail: async (event) => {
    const form = await event.request.formData();
    const done = await attempt(() => {
      if (mailSettings(env) === null) refuse.conflict(leadSays('noMail'));
      const { db, language } = event.locals;
      const ids = form.getAll('id').map(String);
      const n = mailInvitations(db, grantFor(event, 'manage').grant, { ids, language });
      return { changed: messagesIn(language, 'people').mailed({ n }) };
    });
    return 'changed' in done ? done : fail(done.status, done.data);
  },
  revoke: async (event) => {
    const form = await event.request.formData();
    const done = await attempt(() => {
      revokeInvitation(event.locals.db, grantFor(event, 'manage').grant, String(form.get('id')));
      return { changed: messagesIn(event.locals.language, 'people').revoked };
    });
    return 'changed' in done ? done : fail(done.status, done.data);
  },
  addRole: async (event) => {
    const form = await event.request.formData();
    const done = await attempt(() => {
      addRole(event.locals.db, grantFor(event, 'manage').grant, String(form.get('user')), roleOf(form.get('role')));
      return { changed: messagesIn(event.locals.language, 'people').roleAdded };
    });
    return 'changed' in done ? done : fail(done.status, done.data);
  },
  removeRole: async (event) => {
    const form = await event.request.formData();
    const done = await attempt(() => {
      removeRole(event.locals.db, grantFor(event, 'manage').grant, String(form.get('user')), roleOf(form.get('role')));
      return { changed: messagesIn(event.locals.language, 'people').roleRemoved };
    });
    return 'changed' in done ? done : fail(done.status, done.data);
  }
};
