import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad, RequestEvent } from './$types';
import { improvableStudies, planImprovement } from '$lib/alignment/improvement/improvement-plans.server.ts';
import {
  endImprovement,
  improvementView,
  listImprovements,
  openImprovement
} from '$lib/alignment/improvement/improvements.server.ts';
import { refuse } from '$lib/errors.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { metricByName } from '$lib/scorer/suites/index.ts';
import type { ProjectGrant } from '$lib/server/auth/authorize.ts';
import { metricTitleIn } from '$lib/scorer/suites/metric-words.ts';
import { answer, attempt } from '../../../../../../answer.ts';
import { grantFor } from '../../../../../../grants.ts';

/** The improvement of a prompt against a study's labels: the training side item by item, the held-out side in figures. */
export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'manage');
    const { db, language } = event.locals;
    const metric = metricByName(event.params.metric);
    const asked = event.url.searchParams;
    const all = listImprovements(db, grant, metric.name);
    const improvement = all.find(({ number }) => number === Number(asked.get('number'))) ?? all[0] ?? null;
    const view = improvement && improvementView(db, grant, improvement, Number(asked.get('run')));
    const home = `/p/${project.slug}/judges`;
    return {
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        { label: messagesIn(language, 'rooms').judges, href: home },
        { label: messagesIn(language, 'prompts').title, href: `${home}/prompts` },
        { label: metricTitleIn(language, metric.name), href: `${home}/prompts/${metric.name}` },
        { label: messagesIn(language, 'improvement').crumb }
      ],
      metric: { name: metric.name, title: metricTitleIn(language, metric.name) },
      numbers: all.map(({ number }) => number),
      studies: improvableStudies(db, grant, metric.name),
      view: view && {
        ...{ judge: view.judge, left: view.left, level: view.level, chosen: view.chosen, obstacle: view.obstacle },
        ...{ over: view.over, anchored: view.anchored, finds: view.finds, heldOutItems: view.heldOutItems },
        number: view.improvement.number,
        by: view.improvement.createdByName,
        at: view.improvement.createdAt,
        plannedOpenings: view.improvement.openings,
        ...{ step: view.improvement.step, splitHash: view.improvement.splitHash },
        heldOutQueries: view.improvement.heldOut.length,
        openings: view.openings.map(
          ({ number, promptVersion, passed, items, queries, before, after, low, high, at }) => ({
            ...{ number, promptVersion, passed, items, queries, before, after, low, high, at }
          })
        ),
        candidates: view.candidates.map(({ number, name, promptVersion }) => ({ number, name, promptVersion })),
        trainingItems: view.training.length,
        trainingQueries: view.trainingQueries,
        agreeing: {
          before: view.training.filter(({ before, majority }) => before === majority).length,
          after: view.training.filter(({ after, majority }) => after === majority).length
        },
        disagreements: view.training
          .filter(({ change }) => change !== 'agrees')
          .map(({ itemId, reportId, qid, system, text, humans, before, after, change }) => ({
            ...{ itemId, reportId, qid, system, text, humans, before, after, change }
          }))
      }
    };
  });

const improvementOf = (
  { locals, params }: Pick<RequestEvent, 'locals' | 'params'>,
  grant: ProjectGrant<'manage'>,
  number: number
) =>
  listImprovements(locals.db, grant, params.metric).find((one) => one.number === number) ??
  refuse.notFound('improvement');

const text = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
};

export const actions: Actions = {
  plan: async (event) => {
    const form = await event.request.formData();
    const input = { judge: text(form, 'judge'), openings: text(form, 'openings'), step: text(form, 'step'), seed: text(form, 'seed') }; // prettier-ignore
    const done = await attempt(() => {
      const { grant } = grantFor(event, 'manage');
      const [studyId = '', judgeId = ''] = input.judge.split(' ');
      const numberOf = (value: string): number => (value === '' ? Number.NaN : Number(value));
      const { number } = planImprovement(event.locals.db, grant, {
        ...{ studyId, judgeId, openings: numberOf(input.openings), step: numberOf(input.step) },
        seed: numberOf(input.seed)
      });
      return { number };
    });
    if (!('number' in done)) return fail(done.status, { ...done.data, input });
    redirect(303, `${event.url.pathname}?number=${done.number}`);
  },
  open: async (event) => {
    const form = await event.request.formData();
    const [number, run] = [Number(text(form, 'number')), Number(text(form, 'run'))];
    const done = await attempt(() => {
      const { grant } = grantFor(event, 'manage');
      return { opening: openImprovement(event.locals.db, grant, improvementOf(event, grant, number), run).number };
    });
    if (!('opening' in done)) return fail(done.status, done.data);
    redirect(303, `${event.url.pathname}?number=${number}&run=${run}`);
  },
  end: async (event) => {
    const number = Number(text(await event.request.formData(), 'number'));
    const done = await attempt(() => {
      const { grant } = grantFor(event, 'manage');
      endImprovement(event.locals.db, grant, improvementOf(event, grant, number));
      return { ended: number };
    });
    if (!('ended' in done)) return fail(done.status, done.data);
    redirect(303, `${event.url.pathname}?number=${number}`);
  }
};
