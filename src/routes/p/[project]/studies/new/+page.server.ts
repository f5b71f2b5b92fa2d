import { randomInt } from 'node:crypto';
import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad, RequestEvent } from './$types';
import { refuse } from '$lib/errors.ts';
import { metricsOf, runByNumber } from '$lib/scorer/runs.server.ts';
import { listRuns } from '$lib/scorer/run-progress.server.ts';
import { metricByName } from '$lib/scorer/suites/index.ts';
import { listMembers, type Member } from '$lib/server/projects.ts';
import { kindsFor, studyKinds } from '$lib/studies/kinds/index.ts';
import { scaleInWords } from '$lib/studies/label-scale.ts';
import { planStudy } from '$lib/studies/planning.server.ts';
import { createStudy } from '$lib/studies/studies.server.ts';
import { answer, attempt } from '../../../../answer.ts';
import { grantFor } from '../../../../grants.ts';
import { studyCrumbs } from '../crumbs.ts';
import { hasEnded } from '../ended.ts';
import { inputOf, typedIn, type Typed } from './plan-form.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { db } = event.locals;
    const { project, grant } = grantFor(event, 'manage');
    const reading = grantFor(event, 'read-results').grant;
    const runs = listRuns(db, reading)
      .filter(hasEnded)
      .map(({ id, number, name, status, judges, unscored }) => ({
        number: String(number),
        name,
        status,
        judges,
        unscored,
        metrics: metricsOf(db, id).map(({ metric }) => metric)
      }));
    const people = listMembers(db, grant).map((member) => ({
      userId: member.userId,
      name: member.name,
      email: member.email,
      obstacle: obstacleOf(member)
    }));
    const able = people.filter(({ obstacle }) => obstacle === null).map(({ userId }) => userId);
    const asked = event.url.searchParams.get('run');
    const run = runs.find(({ number }) => number === asked) ?? runs[0];
    const defaults: Typed = {
      name: '',
      run: run?.number ?? '',
      metric: run?.metrics[0] ?? '',
      kind: 'checklist-item',
      dimensions: false,
      multiSelect: false,
      maskNames: true,
      sampling: 'one',
      items: '',
      allAgree: '',
      someDiffer: '',
      by: 'category',
      each: '',
      people: able,
      overlap: able.length > 1 ? '2' : '1',
      seed: String(randomInt(1, 1_000_000)),
      reveal: 'after-report',
      guideline: ''
    };
    return {
      crumbs: studyCrumbs(project, 'Plan a study'),
      runs,
      metrics: [...new Set(runs.flatMap(({ metrics }) => metrics))]
        .map(metricByName)
        .map(({ name, title, question, protocol }) => ({
          name,
          title,
          question,
          kinds: kindsFor(protocol).map((kind) => kind.name)
        })),
      kinds: Object.values(studyKinds).map(({ name, title, about, dimensions, multiSelect, judges, scale }) => ({
        ...{ name, title, about, dimensions, multiSelect },
        labels: scaleInWords(scale),
        unjudged: judges.from === 'nothing' ? judges.why : null
      })),
      people,
      defaults
    };
  });

/** Why a member can not judge blind; null where they can. */
function obstacleOf({ roles, admin }: Member): string | null {
  if (admin) return 'is an admin and can read the results, so the verdicts would not be blind';
  if (roles.includes('lead')) return 'is a lead and can read the results, so the verdicts would not be blind';
  return roles.includes('annotator') ? null : 'is not an annotator of this project';
}

function inputFor(event: RequestEvent, typed: Typed) {
  const { grant } = grantFor(event, 'manage');
  const reading = grantFor(event, 'read-results').grant;
  if (!/^[1-9]\d{0,8}$/.test(typed.run))
    refuse.invalid('No study without a run.', [{ row: null, column: 'run', reason: 'Choose a run.' }]);
  return { grant, input: inputOf(typed, runByNumber(event.locals.db, reading, Number(typed.run)).id) };
}

export const actions: Actions = {
  preview: async (event) => {
    const typed = typedIn(await event.request.formData());
    const done = await attempt(() => {
      const { grant, input } = inputFor(event, typed);
      return { plan: planStudy(event.locals.db, grant, input) };
    });
    return 'plan' in done ? { typed, plan: done.plan } : fail(done.status, { ...done.data, typed });
  },
  create: async (event) => {
    const typed = typedIn(await event.request.formData());
    const done = await attempt(() => {
      const { grant, input } = inputFor(event, typed);
      return createStudy(event.locals.db, grant, input);
    });
    if (!('id' in done)) return fail(done.status, { ...done.data, typed });
    redirect(303, `/p/${event.params.project}/studies/${done.number}?created`);
  }
};
