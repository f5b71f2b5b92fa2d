import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { libraryTextIn } from '$lib/messages/library-text.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { may } from '$lib/server/auth/authorize.ts';
import { checkableVerdicts, drawSpotCheck, listSpotChecks } from '$lib/studies/spot-checks/spot-checks.server.ts';
import { loadRubrics } from '$lib/scorer/suites/rubrics/rubrics.server.ts';
import { answer, attempt } from '../../../answer.ts';
import { grantFor, personOf } from '../../../grants.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'read-results');
    const { db } = event.locals;
    loadRubrics(db);
    return {
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        { label: messagesIn(event.locals.language, 'rooms').studies, href: `/p/${project.slug}/studies` },
        { label: messagesIn(event.locals.language, 'spotChecks').title }
      ],
      checks: listSpotChecks(db, grant),
      reviews: may(personOf(event.locals), grant.resource, 'review'),
      choices: checkableVerdicts(db, grant).map((one) => ({
        value: [one.run.id, one.metric, one.unitKind, one.judge.id].join(' '),
        title: messagesIn(event.locals.language, 'spotChecks').choiceTitle({
          run: one.run.number,
          metric: libraryTextIn(event.locals.language)(one.title),
          judge: one.judge.spec
        }),
        available: one.available
      })),
      seed: Math.floor(Math.random() * 1_000_000)
    };
  });

export const actions: Actions = {
  default: async (event) => {
    const form = await event.request.formData();
    const text = (name: string): string => String(form.get(name) ?? '');
    const typed = { name: text('name'), of: text('of'), items: text('items'), seed: text('seed') };
    const done = await attempt(() => {
      const { project, grant } = grantFor(event, 'manage');
      const [runId = '', metric = '', unitKind = '', judgeId = ''] = typed.of.split(' ');
      const numbers = { items: Number(typed.items || Number.NaN), seed: Number(typed.seed || Number.NaN) };
      const input = { name: typed.name, runId, metric, unitKind, judgeId, ...numbers };
      return { number: drawSpotCheck(event.locals.db, grant, input).number, slug: project.slug };
    });
    if (!('number' in done)) return fail(done.status, { ...done.data, ...typed });
    redirect(303, `/p/${done.slug}/spot-checks/${done.number}`);
  }
};
