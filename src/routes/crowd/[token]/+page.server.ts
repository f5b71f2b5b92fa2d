import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { deviceTokenOf, sessionTokenOf, setDeviceCookie, setSessionCookie } from '$lib/server/auth/sign-in/cookies.ts';
import { endSession } from '$lib/server/auth/sign-in/sessions.ts';
import { refuse, worded } from '$lib/errors.ts';
import { enterCrowd, readCrowdLink } from '$lib/studies/crowd/crowd-entry.server.ts';
import { participantIn } from '$lib/studies/crowd/crowd-rules.ts';
import { answer, attempt } from '../../answer.ts';
import { visitorOf } from '../../visitor.ts';

/** Opening the link changes nothing: a place is taken by the button. */
export const load: PageServerLoad = ({ locals, params, url }) =>
  answer(() => {
    const { link, project } = readCrowdLink(locals.db, params.token);
    const participant = participantIn(url.searchParams.get(link.parameter));
    const signedInAs = locals.actor && !locals.actor.crowd ? locals.actor.name : null;
    return { project: project.name, participant, parameter: link.parameter, signedInAs };
  });

export const actions: Actions = {
  default: async (event) => {
    const { actor, db } = event.locals;
    const done = await attempt(() => {
      // A member who tries the link keeps their own session.
      if (actor && !actor.crowd) refuse.conflict(worded('crowdSignedIn'));
      const { link } = readCrowdLink(db, event.params.token);
      const participant = event.url.searchParams.get(link.parameter);
      return enterCrowd(db, event.params.token, { participant, device: deviceTokenOf(event), ...visitorOf(event) });
    }, event);
    if (!('token' in done)) return fail(done.status, done.data);
    const before = sessionTokenOf(event);
    if (before !== null) endSession(db, before);
    setSessionCookie(event, done);
    setDeviceCookie(event, done.device);
    redirect(303, `/p/${done.slug}`);
  }
};
