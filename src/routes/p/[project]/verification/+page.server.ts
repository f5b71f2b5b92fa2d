import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { messagesIn } from '$lib/messages/words.ts';
import { authorize, may, onlyViews } from '$lib/server/auth/authorize.ts';
import { nextAssignment } from '$lib/verification/assignments/assignments.server.ts';
import { beforeTheStages } from '$lib/verification/proposals/before-the-stages.server.ts';
import { openComparisons } from '$lib/verification/proposals/talks/task-picks.server.ts';
import { listFlags } from '$lib/verification/work/flags.server.ts';
import { listGuidelines } from '$lib/verification/rounds/guidelines.server.ts';
import { listRounds, roundByNumber } from '$lib/verification/rounds/rounds.server.ts';
import { listVersions } from '$lib/verification/release/versions.server.ts';
import { answer, attempt } from '../../../answer.ts';
import { grantFor, personOf } from '../../../grants.ts';
import { verificationCrumbs } from './crumbs.ts';
import { pageOfStage, ownWork } from './rooms.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { db } = event.locals;
    const { project, grant } = grantFor(event, 'enter');
    const person = personOf(event.locals);
    const common = {
      crumbs: verificationCrumbs(event.locals.language, project),
      work: ownWork(db, person, grant.resource),
      /** Of those who may read them: blind annotators may not. */
      versions: may(person, grant.resource, 'read-benchmark')
        ? listVersions(db, authorize(person, grant.resource, 'read-benchmark'))
            .slice(0, 5)
            .map(({ number, queries, items, frozenAt, contentHash }) => ({
              number,
              queries,
              items,
              frozenAt,
              contentHash
            }))
        : null,
      comparisons: may(person, grant.resource, 'annotate')
        ? openComparisons(db, authorize(person, grant.resource, 'annotate'))
        : [],
      finished: event.url.searchParams.has('finished'),
      after: event.url.searchParams.get('after'),
      own: {
        views: onlyViews(person, project.id),
        leads: person.roles.get(project.id)?.[0] === 'lead',
        role: messagesIn(event.locals.language, 'roles').name({ role: person.roles.get(project.id)?.[0] ?? 'admin' })
      }
    };
    if (!may(person, grant.resource, 'manage')) return { ...common, lead: null };
    const manage = authorize(person, grant.resource, 'manage');
    return {
      ...common,
      lead: {
        before: beforeTheStages(db, manage),
        rounds: listRounds(db, manage).map((round) => ({
          ...round,
          questions: listFlags(db, manage, round.id, { open: true }).length
        })),
        guideline: listGuidelines(db, manage)[0]?.number ?? null
      }
    };
  });

export const actions: Actions = {
  /** Takes the person's next query in a stage, and goes there. */
  next: async (event) => {
    const form = await event.request.formData();
    const done = await attempt(() => {
      const { project } = grantFor(event, 'enter');
      const stage = String(form.get('stage'));
      const room = `/p/${project.slug}/verification`;
      if (stage !== 'annotation' && stage !== 'review' && stage !== 'inspection') return { to: room };
      const { grant } = grantFor(event, stage === 'annotation' ? 'annotate' : 'review');
      const round = roundByNumber(event.locals.db, grant, Number(form.get('round')));
      const next = nextAssignment(event.locals.db, grant, round, stage);
      return { to: next ? `${room}/${pageOfStage[stage]}/${next}` : `${room}?finished=${stage}` };
    });
    if (!('to' in done)) return fail(done.status, done.data);
    redirect(303, done.to);
  }
};
