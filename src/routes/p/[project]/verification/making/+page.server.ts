import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { formatLimits } from '$lib/scorer/judges/models/limits.ts';
import { makers } from '$lib/scorer/making/makers.ts';
import { createMaking, makerOf, makingRuns } from '$lib/scorer/making/making-runs.server.ts';
import { limitsOfServer } from '$lib/scorer/runs/trial/server-limits.server.ts';
import { sourcesOf } from '$lib/verification/proposals/made-decisions.server.ts';
import { domainsToMake, unitsToMake } from '$lib/verification/proposals/made-sources.server.ts';
import { answer, attempt } from '../../../../answer.ts';
import { grantFor } from '../../../../grants.ts';
import { estimateName } from '../../runs/new/estimate-name.ts';
import { verificationCrumbs } from '../crumbs.ts';
import { makingOf, modelsToAsk, readMakingForm } from './making-form.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'manage');
    const { db, driver } = event.locals;
    const units = (source: 'draft' | 'query') => ({
      all: unitsToMake(db, grant, { source }).length,
      without: unitsToMake(db, grant, { source, withoutChecklist: true }).length
    });
    return {
      crumbs: verificationCrumbs(project, { label: 'Making' }),
      runs: makingRuns(db, grant).map((run) => {
        const { state, tasks, tasksDone, unscored, spend } = driver.progress(run.id);
        const { maker } = makerOf(db, run);
        return {
          ...{ number: run.number, name: run.name, maker: maker.title, createdAt: run.createdAt },
          ...{ state, tasks, tasksDone, unmade: unscored, spent: spend.known, unpriced: spend.unpriced }
        };
      }),
      makers: makers
        .filter(({ name }) => sourcesOf(name).some((source) => source === 'draft' || source === 'query'))
        .map(({ name, title, about }) => ({ name, title, about })),
      units: { draft: units('draft'), query: units('query') },
      domains: domainsToMake(db, grant),
      judges: modelsToAsk(driver, 1),
      limits: formatLimits(limitsOfServer(db)),
      keys: driver.keys().map(({ variable, set }) => ({ variable, set }))
    };
  });

export const actions: Actions = {
  start: async (event) => {
    const input = readMakingForm(await event.request.formData());
    const done = await attempt(() => {
      const { project, grant } = grantFor(event, 'manage');
      const { db, driver } = event.locals;
      const run = createMaking(
        db,
        grant,
        makingOf(db, grant, driver, input, (config) => driver.name(config))
      );
      driver.start(grant, run.id);
      return { to: `/p/${project.slug}/verification/making/${run.number}` };
    });
    if (!('to' in done)) return fail(done.status, { ...done.data, input });
    redirect(303, done.to);
  },
  estimate: async (event) => {
    const input = readMakingForm(await event.request.formData());
    const done = await attempt(async () => {
      const { grant } = grantFor(event, 'manage');
      const { aside, db, driver } = event.locals;
      const plan = makingOf(db, grant, driver, input, (config) => driver.describe(config));
      const estimate = await aside.estimate(driver.planMaking(grant, plan), estimateName(grant, input.run.once));
      return {
        ...{ estimate, units: plan.units.length },
        dated: [...new Set(Object.values(plan.options?.prices ?? {}).flatMap(({ asOf }) => asOf ?? []))]
      };
    });
    if (!('estimate' in done)) return fail(done.status, { ...done.data, input });
    return { ...done, input };
  }
};
