import { fail, type RequestEvent } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { messagesIn } from '$lib/messages/words.ts';
import { resetLink } from '$lib/server/auth/accounts/invitations.ts';
import { disablePerson, enablePerson, setAdmin } from '$lib/server/auth/accounts/standing.ts';
import { asksSecondFactor, askSecondFactor } from '$lib/server/auth/second-factor/asking.ts';
import { resetSecondFactor } from '$lib/server/auth/second-factor/lost-device.ts';
import { listAccounts } from '$lib/server/people.ts';
import { answer, attempt } from '../answer.ts';
import { adminGrant, personOf } from '../grants.ts';

export const load: PageServerLoad = ({ locals }) =>
  answer(() => ({
    crumbs: [{ label: messagesIn(locals.language, 'accounts').title }],
    self: personOf(locals).id,
    asked: asksSecondFactor(locals.db),
    accounts: listAccounts(locals.db, adminGrant(locals))
  }));

/** An act on one account, by its id; the message `said` is shown afterwards. */
const act =
  (
    change: (db: App.Locals['db'], grant: ReturnType<typeof adminGrant>, id: string) => void,
    said: 'disabled' | 'enabled' | 'promoted' | 'demoted' | 'factorReset'
  ) =>
  async ({ locals, request }: RequestEvent) => {
    const form = await request.formData();
    const done = await attempt(() => {
      change(locals.db, adminGrant(locals), String(form.get('id') ?? ''));
      return { changed: messagesIn(locals.language, 'accounts')[said] };
    });
    return 'changed' in done ? done : fail(done.status, done.data);
  };

export const actions: Actions = {
  disable: act(disablePerson, 'disabled'),
  enable: act(enablePerson, 'enabled'),
  promote: act((db, grant, id) => setAdmin(db, grant, id, true), 'promoted'),
  forgetFactor: act(resetSecondFactor, 'factorReset'),
  ask: async ({ locals, request }) => {
    const form = await request.formData();
    const done = await attempt(() => {
      askSecondFactor(locals.db, adminGrant(locals), form.get('asked') === 'yes');
      return { changed: messagesIn(locals.language, 'accounts').asking };
    });
    return 'changed' in done ? done : fail(done.status, done.data);
  },
  demote: act((db, grant, id) => setAdmin(db, grant, id, false), 'demoted'),
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
