import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { currentAdoption } from '$lib/alignment/adoptions.server.ts';
import { judgeLine, parseJudgeLine } from '$lib/scorer/judges/index.ts';
import { configOf, createRun, judgesById, specsUsed } from '$lib/scorer/runs.server.ts';
import { metrics } from '$lib/scorer/suites/index.ts';
import { authorize } from '$lib/server/auth/authorize.ts';
import { listReports } from '$lib/verification/reports.server.ts';
import { listSystems } from '$lib/verification/systems.server.ts';
import { freezeVersion } from '$lib/verification/versions.server.ts';
import { answer, attempt } from '../../../../answer.ts';
import { grantFor } from '../../../../grants.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'manage');
    const { db, driver } = event.locals;
    const reading = authorize(grant.actor, grant.resource, 'read-results');
    const adoptions = metrics.flatMap(({ name, title }) => {
      const adoption = currentAdoption(db, reading, name);
      return adoption ? [{ metric: name, title, adoption }] : [];
    });
    const adopted = adoptions
      .filter(({ adoption }) => adoption.validity.valid)
      .flatMap(({ adoption }) =>
        judgesById(
          db,
          project.id,
          adoption.ensemble.judges.map((j) => j.judgeId)
        )
      );
    const lines = [...new Set(adopted.map((judge) => judgeLine(configOf(judge))))];
    return {
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        { label: 'Runs', href: `/p/${project.slug}/runs` },
        { label: 'New run' }
      ],
      metrics: metrics.map(({ name, title, question }) => ({
        name,
        title,
        question,
        adopted: adoptions.some((a) => a.metric === name)
      })),
      systems: listSystems(db, grant).map(({ name, reports }) => ({ name, reports })),
      judges: lines.length > 0 ? lines : ['rules'],
      byAdoption: adoptions
        .filter(({ adoption }) => adoption.validity.valid)
        .map(({ title, adoption }) => ({ title, by: adoption.decidedByName, at: adoption.decidedAt })),
      reopened: adoptions
        .filter(({ adoption }) => !adoption.validity.valid)
        .map(({ title, adoption }) => ({ title, changed: adoption.validity.changed })),
      known: [...new Set(['rules', ...specsUsed(db, reading)])],
      keys: driver.keys()
    };
  });

export const actions: Actions = {
  default: async (event) => {
    const form = await event.request.formData();
    const input = {
      name: String(form.get('name') ?? ''),
      metrics: form.getAll('metric').map(String),
      systems: form.getAll('system').map(String),
      judges: String(form.get('judges') ?? ''),
      concurrency: Number(form.get('concurrency') ?? 4),
      useCache: form.get('fresh') !== 'on'
    };
    const done = await attempt(() => {
      const { project, grant } = grantFor(event, 'manage');
      const { db, driver } = event.locals;
      const lines = input.judges
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '');
      const judges = lines.map((line) => driver.name(parseJudgeLine(line)));
      const reports = listReports(db, grant).filter(({ system }) => input.systems.includes(system));
      const { version } = freezeVersion(db, grant);
      const run = createRun(db, grant, {
        name:
          input.name.trim() || `${input.metrics.join(', ')}: ${input.systems.length} systems, ${lines.length} judges`,
        versionId: version.id,
        metrics: input.metrics,
        judges,
        reportIds: reports.map(({ id }) => id),
        options: {
          concurrency: Math.min(64, Math.max(1, Math.trunc(input.concurrency) || 4)),
          useCache: input.useCache
        }
      });
      driver.start(grant, run.id);
      return { to: `/p/${project.slug}/runs/${run.number}` };
    });
    if (!('to' in done)) return fail(done.status, { ...done.data, input });
    redirect(303, done.to);
  }
};
