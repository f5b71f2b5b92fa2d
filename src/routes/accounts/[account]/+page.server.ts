import { redirect, type RequestEvent } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { messagesIn } from '$lib/messages/words.ts';
import { answer } from '../../answer.ts';
import { adminGrant } from '../../grants.ts';
import { changeThing, managedThing } from '../../managing.ts';

export const load: PageServerLoad = ({ locals, params }) =>
  answer(() => {
    const thing = managedThing(locals.language, locals.db, adminGrant(locals), 'account', params.account);
    return {
      crumbs: [{ label: messagesIn(locals.language, 'accounts').title, href: '/accounts' }, { label: thing.label }],
      thing
    };
  });

const act =
  (name: 'rename' | 'archive' | 'restore' | 'delete') =>
  async ({ locals, params, request }: RequestEvent<{ account: string }>) => {
    const form = await request.formData();
    const open = () => ({ db: locals.db, grant: adminGrant(locals), kind: 'account' as const, id: params.account });
    const done = await changeThing(open, name, form, locals.language);
    if ('deleted' in done) redirect(303, '/accounts');
    return done;
  };

export const actions: Actions = {
  rename: act('rename'),
  archive: act('archive'),
  restore: act('restore'),
  delete: act('delete')
};
