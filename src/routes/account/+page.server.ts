import { fail } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { changePassword } from '$lib/server/auth/accounts.ts';
import { sessionTokenOf } from '$lib/server/auth/cookies.ts';
import { attempt } from '../answer.ts';
import { personOf } from '../grants.ts';

export const load: PageServerLoad = ({ locals }) => {
  const { name, email } = personOf(locals);
  return { crumbs: [{ label: 'Projects', href: '/' }, { label: 'Account' }], name, email };
};

export const actions: Actions = {
  default: async (event) => {
    const { locals } = event;
    const form = await event.request.formData();
    const done = await attempt(() =>
      changePassword(locals.db, personOf(locals), {
        current: String(form.get('current') ?? ''),
        next: String(form.get('next') ?? ''),
        keep: sessionTokenOf(event) ?? ''
      }).then(() => ({ changed: true }))
    );
    return 'changed' in done ? done : fail(done.status, done.data);
  }
};
