import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { confirmAdoption } from '$lib/alignment/adoption/confirmations.server.ts';
import { reopenedAdoptions } from '$lib/alignment/monitoring/reopened.server.ts';
import { projectJudges } from '$lib/alignment/monitoring/project-judges.server.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { daysUntil } from '$lib/scorer/judges/models/shutdowns.ts';
import { metricTitleIn, metricWordIn } from '$lib/scorer/suites/metric-words.ts';
import { may } from '$lib/server/auth/authorize.ts';
import { answer, attempt } from '../../../answer.ts';
import { grantFor, personOf } from '../../../grants.ts';
import { ways } from './ways.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'read-results');
    const person = personOf(event.locals);
    const { db, language } = event.locals;
    const now = Date.now();
    const confirmed = event.url.searchParams.get('confirmed');
    const offered = ways.filter(({ access }) => may(person, grant.resource, access));
    return {
      crumbs: [{ label: project.name, href: `/p/${project.slug}` }, { label: messagesIn(language, 'rooms').judges }],
      judges: projectJudges(db, grant).map(({ endings, adopted, ...judge }) => ({
        ...judge,
        adopted: adopted.map((one) => ({ ...one, title: metricTitleIn(language, one.metric) })),
        endings: endings.map((ending) => ({ ...ending, days: daysUntil(ending.on, now) }))
      })),
      reopened: reopenedAdoptions(db, grant, language),
      /** Questions before a decision that have a page. */
      evidence: offered.filter(({ evidence }) => evidence).map(({ way, to }) => ({ way, to })),
      confirmed: confirmed && metricWordIn(language, confirmed),
      ways: offered.map(({ way, to }) => ({ way, to }))
    };
  });

export const actions: Actions = {
  confirm: async (event) => {
    const form = await event.request.formData();
    const text = (name: string): string => String(form.get(name) ?? '');
    const metric = text('metric');
    const typed = { metric, reason: text('reason') };
    const done = await attempt(() => {
      const { grant } = grantFor(event, 'manage');
      confirmAdoption(event.locals.db, grant, { ...typed, seen: text('seen') });
      return { done: true };
    });
    if (!('done' in done)) return fail(done.status, { ...done.data, typed });
    redirect(303, `${event.url.pathname}?confirmed=${encodeURIComponent(metric)}`);
  }
};
