import { fail, type RequestEvent } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { resetLink } from '$lib/server/auth/accounts/invitations.ts';
import { disablePerson, enablePerson, setAdmin } from '$lib/server/auth/accounts/standing.ts';
import { listAccounts } from '$lib/server/people.ts';
import { answer, attempt } from '../answer.ts';
import { adminGrant, personOf } from '../grants.ts';

export const load: PageServerLoad = ({ locals }) =>
  answer(() => ({
    crumbs: [{ label: 'Projects', href: '/' }, { label: 'Accounts' }],
    self: personOf(locals).id,
    accounts: listAccounts(locals.db, adminGrant(locals))
  }));

/** An act on one account, by its id; `said` is shown afterwards. */
const act =
  (change: (db: App.Locals['db'], grant: ReturnType<typeof adminGrant>, id: string) => void, said: string) =>
  async ({ locals, request }: RequestEvent) => {
    const form = await request.formData();
    const done = await attempt(() => {
      change(locals.db, adminGrant(locals), String(form.get('id') ?? ''));
      return { changed: said };
    });
    return 'changed' in done ? done : fail(done.status, done.data);
  };

export const actions: Actions = {
  disable: act(disablePerson, 'The account is disabled. Its sessions and links have ended.'),
  enable: act(enablePerson, 'The account is enabled. The person signs in with the password that they had.'),
  promote: act((db, grant, id) => setAdmin(db, grant, id, true), 'The person is now an admin of this instance.'),
  demote: act((db, grant, id) => setAdmin(db, grant, id, false), 'The person is no longer an admin.'),
  link: async ({ locals, request, url }) => {
    const form = await request.formData();
    const email = String(form.get('email') ?? '');
    const done = await attempt(() => {
      const { token } = resetLink(locals.db, adminGrant(locals), email);
      return { link: `${url.origin}/reset/${token}`, email };
    });
    return 'link' in done ? done : fail(done.status, done.data);
  }
};
