import { fail } from '@sveltejs/kit';
import type { Actions, PageServerLoad, RequestEvent } from './$types';
import { changePassword } from '$lib/server/auth/accounts/accounts.ts';
import { sessionTokenOf } from '$lib/server/auth/sign-in/cookies.ts';
import { endOwnSessions, listSessions } from '$lib/server/auth/sign-in/sessions.ts';
import { attempt } from '../answer.ts';
import { personOf } from '../grants.ts';

export const load: PageServerLoad = (event) => {
  const person = personOf(event.locals);
  return {
    crumbs: [{ label: 'Projects', href: '/' }, { label: 'Account' }],
    name: person.name,
    email: person.email,
    admin: person.admin,
    sessions: listSessions(event.locals.db, person, sessionTokenOf(event) ?? '')
  };
};

async function end(event: RequestEvent, which: Parameters<typeof endOwnSessions>[2], ended: string) {
  const done = await attempt(() => {
    endOwnSessions(event.locals.db, personOf(event.locals), which);
    return { ended };
  });
  return 'ended' in done ? done : fail(done.status, done.data);
}

export const actions: Actions = {
  password: async (event) => {
    const form = await event.request.formData();
    const done = await attempt(
      () =>
        changePassword(event.locals.db, personOf(event.locals), {
          current: String(form.get('current') ?? ''),
          next: String(form.get('next') ?? ''),
          keep: sessionTokenOf(event) ?? ''
        }).then(() => ({ changed: true })),
      event
    );
    return 'changed' in done ? done : fail(done.status, done.data);
  },
  endSession: async (event) => {
    const form = await event.request.formData();
    return end(event, { id: String(form.get('id') ?? '') }, 'The session has ended.');
  },
  endOthers: (event) => end(event, { allBut: sessionTokenOf(event) ?? '' }, 'All other sessions have ended.')
};
