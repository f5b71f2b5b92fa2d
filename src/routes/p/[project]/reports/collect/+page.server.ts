import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { isRefusal } from '$lib/errors.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { reports } from '$lib/scorer/making/makers/reports.ts';
import { collections, createMaking } from '$lib/scorer/making/making-runs.server.ts';
import type { RunDriver } from '$lib/scorer/runs/driving/driver.server.ts';
import { domainsToMake, unitsToMake } from '$lib/verification/proposals/made-sources.server.ts';
import { answer, attempt } from '../../../../answer.ts';
import { refusalForReader } from '../../../../refusal-for-reader.ts';
import { estimateInWords } from '../../../../run-in-words.ts';
import { grantFor } from '../../../../grants.ts';
import { estimateName } from '../../runs/new/estimate-name.ts';
import { collectionOf, readCollectForm } from './collect-form.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'manage');
    const { db, driver, language } = event.locals;
    return {
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        { label: messagesIn(language, 'rooms').reports, href: `/p/${project.slug}/reports` },
        { label: messagesIn(language, 'collectPage').title }
      ],
      runs: collections(db, grant).map((run) => {
        const { state, tasks, tasksDone, unscored, spend } = driver.progress(run.id);
        return {
          ...{ number: run.number, name: run.name, createdAt: run.createdAt },
          ...{
            state,
            tasks,
            done: tasksDone - unscored,
            failed: unscored,
            spent: spend.known,
            unpriced: spend.unpriced
          }
        };
      }),
      queries: unitsToMake(db, grant, { source: 'query' }).length,
      domains: domainsToMake(db, grant),
      prompts: (reports.versions ?? []).map(({ version, system }) => ({ version, system })),
      missing: driver.keys().flatMap(({ variable, set }) => (set ? [] : [variable])),
      ...commandsOf(driver)
    };
  });

/** Commands of this server, or why its file of commands cannot be read. */
function commandsOf(driver: RunDriver): { commands: string[]; commandsProblem: string | null } {
  try {
    return { commands: driver.commands(), commandsProblem: null };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { commands: [], commandsProblem: refusalForReader(error).message };
  }
}

export const actions: Actions = {
  start: async (event) => {
    const input = readCollectForm(await event.request.formData());
    const done = await attempt(() => {
      const { project, grant } = grantFor(event, 'manage');
      const { db, driver } = event.locals;
      const run = createMaking(
        db,
        grant,
        collectionOf(db, grant, driver, input, (config) => driver.name(config))
      );
      driver.start(grant, run.id);
      return { to: `/p/${project.slug}/reports/collect/${run.number}` };
    });
    if (!('to' in done)) return fail(done.status, { ...done.data, input });
    redirect(303, done.to);
  },
  estimate: async (event) => {
    const input = readCollectForm(await event.request.formData());
    const done = await attempt(async () => {
      const { grant } = grantFor(event, 'manage');
      const { aside, db, driver } = event.locals;
      const plan = collectionOf(db, grant, driver, input, (config) => driver.describe(config));
      const estimate = await aside.estimate(driver.planMaking(grant, plan), estimateName(grant, input.run.once));
      return {
        ...{
          estimate: estimateInWords(event.locals.language, estimate),
          asked: plan.units.length * plan.judges.length * (plan.options?.repeats ?? 1)
        },
        dated: [...new Set(Object.values(plan.options?.prices ?? {}).flatMap(({ asOf }) => asOf ?? []))]
      };
    });
    if (!('estimate' in done)) return fail(done.status, { ...done.data, input });
    return { ...done, input };
  }
};
