import { fail, redirect, type RequestEvent } from '@sveltejs/kit';
import { createMaking } from '$lib/scorer/making/making-runs.server.ts';
import { attempt } from '../../../../answer.ts';
import { estimateInWords } from '../../../../run-in-words.ts';
import { grantFor } from '../../../../grants.ts';
import { estimateName } from '../../runs/new/estimate-name.ts';
import { makingOf, readMakingForm } from './making-form.ts';

type Event = RequestEvent<{ project: string }>;

/**
 * Actions of a form that starts a making run: start it, or estimate it.
 *
 * @param addressOf the page of the run that was started
 */
export const makingActions = (addressOf: (slug: string, number: number) => string) => ({
  start: async (event: Event) => {
    const input = readMakingForm(await event.request.formData());
    const done = await attempt(async () => {
      const { project, grant } = grantFor(event, 'manage');
      const { db, driver } = event.locals;
      const plan = await makingOf(db, grant, driver, input, (config) => driver.name(config));
      const run = createMaking(db, grant, plan);
      driver.start(grant, run.id);
      return { to: addressOf(project.slug, run.number) };
    });
    if (!('to' in done)) return fail(done.status, { ...done.data, input });
    redirect(303, done.to);
  },
  estimate: async (event: Event) => {
    const input = readMakingForm(await event.request.formData());
    const done = await attempt(async () => {
      const { grant } = grantFor(event, 'manage');
      const { aside, db, driver } = event.locals;
      const plan = await makingOf(db, grant, driver, input, (config) => driver.describe(config));
      const estimate = await aside.estimate(driver.planMaking(grant, plan), estimateName(grant, input.run.once));
      return {
        ...{ estimate: estimateInWords(event.locals.language, estimate), units: plan.units.length },
        dated: [...new Set(Object.values(plan.options?.prices ?? {}).flatMap(({ asOf }) => asOf ?? []))]
      };
    });
    if (!('estimate' in done)) return fail(done.status, { ...done.data, input });
    return { ...done, input };
  }
});
