import { randomInt } from 'node:crypto';
import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { materialText } from '$lib/scorer/suites/material.ts';
import { listMembers, type Member } from '$lib/server/projects.ts';
import type { ProjectGrant, Role } from '$lib/server/auth/authorize.ts';
import type { Db } from '$lib/server/db/client.ts';
import { listQueries } from '$lib/verification/benchmark/benchmark.server.ts';
import { materialByQuery } from '$lib/verification/benchmark/material.server.ts';
import { openRound } from '$lib/verification/rounds/rounds.server.ts';
import { settingsProblems } from '$lib/verification/rounds/rounds.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { answer, attempt } from '../../../../answer.ts';
import { grantFor } from '../../../../grants.ts';
import { verificationCrumbs } from '../crumbs.ts';
import { defaultTyped, roundInput, typedRound } from '../round-form.ts';
import { planRound } from './round-plan.ts';

const groups = ['annotator', 'reviewer', 'adjudicator'] as const satisfies readonly Role[];

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { db } = event.locals;
    const { project, grant } = grantFor(event, 'manage');
    const members = listMembers(db, grant);
    const withRole = (role: Role): Member[] => members.filter(({ roles }) => roles.includes(role));
    const queries = listQueries(db, grant);
    return {
      crumbs: verificationCrumbs(event.locals.language, project, {
        label: messagesIn(event.locals.language, 'newRound').title
      }),
      queries: queries.length,
      domains: [...new Set(queries.flatMap(({ domain }) => (domain ? [domain] : [])))].sort(),
      people: groups.map((role) => ({
        role,
        people: withRole(role).map(({ userId, name, roles }) => ({ userId, name, several: roles.length > 1 }))
      })),
      defaults: defaultTyped(randomInt(1, 1_000_000), Math.max(1, Math.min(2, withRole('annotator').length)))
    };
  });

/** Queries with how much there is to rate of each. */
function queriesToPlan(db: Db, grant: ProjectGrant<'manage'>) {
  const material = materialByQuery(db, grant.resource.id);
  return listQueries(db, grant).map(({ id, qid, items }) => ({
    ...{ qid, items },
    material: Object.entries(material.get(id) ?? {}).filter(([suite, content]) => materialText(suite, content) !== null)
      .length
  }));
}

export const actions: Actions = {
  preview: async (event) => {
    const typed = typedRound(await event.request.formData());
    const done = await attempt(() => {
      const { grant } = grantFor(event, 'manage');
      const { settings, qids } = roundInput(typed);
      return {
        plan: planRound(settings, queriesToPlan(event.locals.db, grant), qids),
        problems: settingsProblems(settings)
      };
    });
    if (!('plan' in done)) return fail(done.status, { ...done.data, typed });
    if (done.plan) return { typed, plan: done.plan };
    const refused =
      done.problems.length > 0
        ? 'The round cannot start with these settings.'
        : 'None of these queries is in the project.';
    return fail(400, { refused, problems: done.problems, typed });
  },
  start: async (event) => {
    const typed = typedRound(await event.request.formData());
    const done = await attempt(() =>
      openRound(event.locals.db, grantFor(event, 'manage').grant, {
        ...roundInput(typed),
        materialText,
        language: event.locals.language
      })
    );
    if (!('number' in done)) return fail(done.status, { ...done.data, typed });
    redirect(303, `/p/${event.params.project}/verification/rounds/${done.number}?done=started`);
  }
};
