import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { adoptionsInForce } from '$lib/alignment/card/adoptions-in-force.server.ts';
import { decideSuccession, successionsOf } from '$lib/alignment/succession/succession-decisions.server.ts';
import { isRefusal } from '$lib/errors.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { metricTitleIn } from '$lib/scorer/suites/metric-words.ts';
import { may } from '$lib/server/auth/authorize.ts';
import { answer, attempt } from '../../../../answer.ts';
import { grantFor, personOf } from '../../../../grants.ts';
import { refusalForReader } from '../../../../refusal-for-reader.ts';
import { askedComparison, askedMetric } from './asked.ts';
import { shownSuccession } from './shown-succession.ts';

export const load: PageServerLoad = (event) =>
  answer(async () => {
    const { project, grant } = grantFor(event, 'read-results');
    const { db, language } = event.locals;
    const say = messagesIn(language, 'succession');
    const base = `/p/${project.slug}`;
    const asked = event.url.searchParams;
    const adoptions = adoptionsInForce(db, grant);
    const metric = askedMetric(adoptions, asked);
    const titleOf = (name: string): string => metricTitleIn(language, name);
    const about = {
      crumbs: [
        { label: project.name, href: base },
        { label: messagesIn(language, 'rooms').judges, href: `${base}/judges` },
        { label: say.title }
      ],
      manages: may(personOf(event.locals), grant.resource, 'manage'),
      justDecided: asked.get('decided'),
      metrics: adoptions.map((one) => ({ name: one.metric, title: titleOf(one.metric) }))
    };
    if (metric === null) return { ...about, why: null, open: null };
    try {
      const { margin, candidate } = askedComparison(asked);
      const { found, chosen, detail } = await event.locals.aside.ask('succession', grant, metric, margin, candidate);
      return {
        ...about,
        why: null,
        open: {
          ...shownSuccession(found, chosen, detail, language),
          /** No decision is due, and the address names no candidate. */
          settled: found.adoption.validity.valid && candidate === null,
          decided: successionsOf(db, grant, metric).map(({ decision, result, reason, decidedByName, decidedAt }) => ({
            ...{ decision, result, reason, by: decidedByName, at: decidedAt }
          }))
        }
      };
    } catch (error) {
      if (!isRefusal(error) || asked.get('margin') !== null) throw error;
      return { ...about, why: refusalForReader(error).message, open: null };
    }
  });

export const actions: Actions = {
  decide: async (event) => {
    const form = await event.request.formData();
    const text = (name: string): string => String(form.get(name) ?? '');
    const done = await attempt(() => {
      const { project, grant } = grantFor(event, 'manage');
      decideSuccession(event.locals.db, grant, {
        ...{ metric: text('metric'), candidate: text('candidate'), margin: Number(text('margin')) },
        ...{ decision: text('decision'), reason: text('reason'), seen: text('seen') }
      });
      return {
        to: `/p/${project.slug}/judges/succession?metric=${encodeURIComponent(text('metric'))}&decided=${encodeURIComponent(text('decision'))}`
      };
    });
    if (!('to' in done)) return fail(done.status, { ...done.data, reason: text('reason') });
    redirect(303, done.to);
  }
};
