import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { runFiles } from '$lib/exchange/run-files.server.ts';
import { reportScores, systemScores, unscoredReasons } from '$lib/scorer/run-results.server.ts';
import { judgesOf, metricsOf, runByNumber } from '$lib/scorer/runs.server.ts';
import { runProgress } from '$lib/scorer/run-progress.server.ts';
import { metricByName } from '$lib/scorer/suites/index.ts';
import { listVersions } from '$lib/verification/versions.server.ts';
import { answer, attempt } from '../../../../answer.ts';
import { grantFor } from '../../../../grants.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'read-results');
    const { db, driver } = event.locals;
    const run = runByNumber(db, grant, Number(event.params.run));
    const scores = reportScores(db, grant, run);
    const version = listVersions(db, grant).find(({ id }) => id === run.versionId);
    return {
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        { label: 'Runs', href: `/p/${project.slug}/runs` },
        { label: `Run ${run.number}` }
      ],
      run: {
        number: run.number,
        name: run.name,
        createdAt: run.createdAt,
        concurrency: run.options.concurrency,
        useCache: run.options.useCache
      },
      version: version ? { number: version.number, hash: version.contentHash } : null,
      progress: runProgress(db, run.id),
      live: driver.live(run.id),
      judges: judgesOf(db, run.id).map(({ spec, fingerprint, settings }) => ({
        spec,
        fingerprint,
        settings: Object.entries(settings)
          .map(([k, v]) => `${k} ${v}`)
          .join(', ')
      })),
      metrics: metricsOf(db, run.id).map(({ metric, promptName, promptVersion, promptHash }) => ({
        name: metric,
        title: metricByName(metric).title,
        prompt: `${promptName}@${promptVersion}`,
        promptHash,
        systems: systemScores(scores.filter((s) => s.metric === metric)),
        reports: scores
          .filter((s) => s.metric === metric)
          .map(({ reportId, qid, system, judges, ensemble }) => ({
            reportId,
            qid,
            system,
            judges: judges.map(({ judge, score }) => ({ judge, value: score?.value ?? null, n: score?.n ?? 0 })),
            value: ensemble?.value ?? null,
            reason: ensemble?.reason ?? null,
            n: ensemble?.n ?? 0,
            unscored: ensemble?.unscored ?? 0
          }))
      })),
      unscored: unscoredReasons(db, grant, run),
      files: Object.keys(runFiles)
    };
  });

export const actions: Actions = {
  start: async (event) => {
    const done = await attempt(() => {
      const { grant } = grantFor(event, 'manage');
      const run = runByNumber(event.locals.db, grantFor(event, 'read-results').grant, Number(event.params.run));
      event.locals.driver.start(grant, run.id);
      return { done: true };
    });
    if (!('done' in done)) return fail(done.status, done.data);
    redirect(303, event.url.pathname);
  },
  cancel: async (event) => {
    const done = await attempt(async () => {
      const { grant } = grantFor(event, 'manage');
      const run = runByNumber(event.locals.db, grantFor(event, 'read-results').grant, Number(event.params.run));
      await event.locals.driver.cancel(grant, run.id);
      return { done: true };
    });
    if (!('done' in done)) return fail(done.status, done.data);
    redirect(303, event.url.pathname);
  }
};
