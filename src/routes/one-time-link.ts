import { fail, redirect, type RequestEvent } from '@sveltejs/kit';
import { refuse } from '$lib/errors.ts';
import { acceptInvitation, readInvitation } from '$lib/server/auth/accounts/invitations.ts';
import { projectById } from '$lib/server/projects.ts';
import { attempt } from './answer.ts';
import { enterOrAsk } from './enter.ts';

type Link = ReturnType<typeof readInvitation>;

/** The link of the address, refused if it is used up or was made for something else. */
export function readLink(locals: App.Locals, token: string | undefined, purpose: Link['purpose']): Link {
  const link = readInvitation(locals.db, token ?? '');
  return link.purpose === purpose ? link : refuse.linkUsed();
}

/** Uses a link by its form: makes or changes an account, signs the person in, and shows them where they are. */
export const useLink = (purpose: Link['purpose']) => async (event: RequestEvent<{ token: string }>) => {
  const form = await event.request.formData();
  const text = (field: string): string => String(form.get(field) ?? '');
  const typed = { name: text('name'), email: text('email') };
  const { db, actor } = event.locals;
  const made = await attempt(() => {
    readLink(event.locals, event.params.token, purpose);
    const input = purpose === 'join' && actor ? { userId: actor.id } : { ...typed, password: text('password') };
    return acceptInvitation(db, event.params.token, input);
  });
  if (!('userId' in made)) return fail(made.status, { ...made.data, ...typed });
  // Setting a password ends every session, also the one that asks.
  const next = made.projectId ? `/p/${projectById(db, made.projectId).slug}` : '/';
  if (actor?.id !== made.userId || purpose === 'reset') enterOrAsk(event, made.userId, next);
  redirect(303, next);
};
