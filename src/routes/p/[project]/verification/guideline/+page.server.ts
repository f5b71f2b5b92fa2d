import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { messagesIn } from '$lib/messages/words.ts';
import { may } from '$lib/server/auth/authorize.ts';
import { refuse } from '$lib/errors.ts';
import { listGuidelines, writeGuideline } from '$lib/verification/rounds/guidelines.server.ts';
import { answer, attempt } from '../../../../answer.ts';
import { grantFor, personOf } from '../../../../grants.ts';
import { readerFor } from '../reader.ts';
import { guidelineHtml, guidelineTyped } from '../guideline-page.ts';
import { verificationCrumbs } from '../crumbs.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = readerFor(event);
    const all = listGuidelines(event.locals.db, grant);
    const asked = event.url.searchParams.get('version');
    const shown =
      asked === null ? all[0] : (all.find(({ number }) => String(number) === asked) ?? refuse.notFound('guideline'));
    const markdown = shown?.markdown ?? messagesIn(event.locals.language, 'firstGuideline').markdown;
    return {
      crumbs: verificationCrumbs(event.locals.language, project, {
        label: messagesIn(event.locals.language, 'verificationGuideline').title
      }),
      number: shown?.number ?? null,
      newest: all[0]?.number ?? null,
      html: guidelineHtml(event.locals.language, markdown),
      markdown,
      versions: all.map(({ number, createdAt }) => ({ number, createdAt })),
      writes: may(personOf(event.locals), grant.resource, 'manage')
    };
  });

export const actions: Actions = {
  write: async (event) => {
    const { markdown, seen } = guidelineTyped(await event.request.formData());
    const done = await attempt(() => writeGuideline(event.locals.db, grantFor(event, 'manage').grant, markdown, seen));
    if (!('number' in done)) return fail(done.status, { ...done.data, markdown });
    redirect(303, `${event.url.pathname}?version=${done.number}`);
  }
};
