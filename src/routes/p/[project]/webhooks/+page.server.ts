import { env } from '$env/dynamic/private';
import { fail } from '@sveltejs/kit';
import type { Actions, PageServerLoad, RequestEvent } from './$types';
import { projectEvents } from '$lib/exchange/events/project-events.ts';
import {
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  makeWebhook,
  redeliver
} from '$lib/exchange/webhooks/webhooks.server.ts';
import { momentIn } from '$lib/messages/dates.ts';
import { noticeTextsIn } from '$lib/messages/library-text.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { parseFetchAllow } from '$lib/scorer/web/fetching/allow-list.ts';
import { guardFor } from '$lib/scorer/web/fetching/guard.ts';
import type { ProjectGrant } from '$lib/server/auth/authorize.ts';
import { answer, attempt } from '../../../answer.ts';
import { grantFor } from '../../../grants.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'manage');
    const { db, language } = event.locals;
    return {
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        { label: messagesIn(language, 'rooms').people, href: `/p/${project.slug}/people` },
        { label: messagesIn(language, 'webhooks').title }
      ],
      events: [...projectEvents],
      webhooks: listWebhooks(db, grant).map(({ id, url, events, pausedAt }) => ({
        ...{ id, url, events, paused: pausedAt !== null }
      })),
      deliveries: noticeTextsIn(language, listDeliveries(db, grant), ['problem']).map(({ at, nextAt, ...one }) => ({
        ...{ ...one, at: momentIn(language, at) },
        next: one.state === 'waiting' ? momentIn(language, nextAt) : null
      }))
    };
  });

/** An act of the lead on the thing whose id the form names. */
async function act(
  event: RequestEvent,
  done: 'deleted' | 'queued',
  work: (grant: ProjectGrant<'manage'>, id: string) => void
) {
  const form = await event.request.formData();
  const result = await attempt(() => {
    work(grantFor(event, 'manage').grant, String(form.get('id') ?? ''));
    return { done };
  });
  return 'done' in result ? result : fail(result.status, result.data);
}

export const actions: Actions = {
  make: async (event) => {
    const form = await event.request.formData();
    const typed = { url: String(form.get('url') ?? ''), events: form.getAll('events').map(String) };
    const done = await attempt(() => {
      const guard = guardFor(parseFetchAllow(env.VOIRDIRE_FETCH_ALLOW));
      const { secret } = makeWebhook(event.locals.db, grantFor(event, 'manage').grant, typed, guard);
      return { secret };
    });
    return 'secret' in done ? done : fail(done.status, { ...done.data, typed });
  },
  delete: (event) => act(event, 'deleted', (grant, id) => deleteWebhook(event.locals.db, grant, id)),
  redeliver: (event) => act(event, 'queued', (grant, id) => redeliver(event.locals.db, grant, id))
};
