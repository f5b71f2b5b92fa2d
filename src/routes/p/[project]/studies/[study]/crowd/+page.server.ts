import { fail, type RequestEvent } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { dayIn, momentIn } from '$lib/messages/dates.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { listCrowdLinks, makeCrowdLink, withdrawCrowdLink } from '$lib/studies/crowd/crowd-links.server.ts';
import { freePlaces } from '$lib/studies/crowd/crowd-places.server.ts';
import { listCrowd } from '$lib/studies/crowd/crowd-progress.server.ts';
import { crowdDays, usualParameters } from '$lib/studies/crowd/crowd-rules.ts';
import { studyByNumber } from '$lib/studies/planning/studies.server.ts';
import { authorize } from '$lib/server/auth/authorize.ts';
import { answer, attempt } from '../../../../../answer.ts';
import { grantFor } from '../../../../../grants.ts';

function opened(event: Pick<RequestEvent<{ project: string; study: string }>, 'locals' | 'params'>) {
  const { project, grant } = grantFor(event, 'manage');
  const read = authorize(grant.actor, grant.resource, 'read-results');
  return { project, grant, study: studyByNumber(event.locals.db, read, Number(event.params.study)) };
}

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant, study } = opened(event);
    const { db, language } = event.locals;
    const studies = `/p/${project.slug}/studies`;
    return {
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        { label: messagesIn(language, 'rooms').studies, href: studies },
        { label: study.name, href: `${studies}/${study.number}` },
        { label: messagesIn(language, 'crowd').title }
      ],
      open: study.status !== 'closed',
      free: freePlaces(db, study.id).length,
      links: listCrowdLinks(db, grant, study.id).map(({ createdAt, expiresAt, ...link }) => ({
        ...{ ...link, created: dayIn(language, createdAt), expires: dayIn(language, expiresAt) }
      })),
      people: listCrowd(db, grant, study.id).map(({ joinedAt, ...one }) => ({
        ...{ ...one, joined: momentIn(language, joinedAt) }
      })),
      parameters: [...usualParameters],
      days: [...crowdDays]
    };
  });

export const actions: Actions = {
  make: async (event) => {
    const form = await event.request.formData();
    const typed = {
      parameter: String(form.get('parameter') ?? '').trim(),
      completionCode: String(form.get('completionCode') ?? '').trim(),
      places: Number(form.get('places')),
      days: Number(form.get('days'))
    };
    const done = await attempt(() => {
      const { grant, study } = opened(event);
      const { token } = makeCrowdLink(event.locals.db, grant, study.id, typed);
      return { link: `${event.url.origin}/crowd/${token}?${typed.parameter}=`, parameter: typed.parameter };
    });
    return 'link' in done ? done : fail(done.status, { ...done.data, typed });
  },
  withdraw: async (event) => {
    const form = await event.request.formData();
    const done = await attempt(() => {
      withdrawCrowdLink(event.locals.db, opened(event).grant, String(form.get('id') ?? ''));
      return { withdrawn: true };
    });
    return 'withdrawn' in done ? done : fail(done.status, done.data);
  }
};
