import { fail, redirect } from '@sveltejs/kit';
import { refuse } from '$lib/errors.ts';
import type { Actions, PageServerLoad } from './$types';
import { figureFiles } from '$lib/exchange/export/run/run-figures.server.ts';
import { runFiles } from '$lib/exchange/export/run/run-files.server.ts';
import { noticesIn } from '$lib/scorer/report/shown/text-notices.server.ts';
import { noticeWords } from '$lib/scorer/report/shown/notices.ts';
import { selfJudgingIn } from '$lib/scorer/judges/self-judging.server.ts';
import { leaderboardOf } from '$lib/scorer/leaderboard/leaderboard.server.ts';
import { notFetchedIn } from '$lib/scorer/web/pages/fetching-again.server.ts';
import { printPenaltyTable } from '$lib/scorer/protocols/penalties.ts';
import { allUnreached } from '$lib/scorer/web/pages/pages.server.ts';
import { unscoredReasons } from '$lib/scorer/runs/run-verdicts.server.ts';
import { distinctModels, judgeLine, judgeSpec } from '$lib/scorer/judges/index.ts';
import { configOf, judgeNames, judgesOf, metricsOf, runByNumber } from '$lib/scorer/runs/runs.server.ts';
import { failuresInWords } from '$lib/scorer/runs/run-state.ts';
import { statedRuns, supersededBy } from '$lib/scorer/runs/run-state.server.ts';
import { formatLimits } from '$lib/scorer/judges/models/limits.ts';
import { metricByName, unitNamed } from '$lib/scorer/suites/index.ts';
import { searchingIn } from '$lib/scorer/web/pages/web-search.server.ts';
import { searchesIn } from '$lib/scorer/search/run-searches.server.ts';
import { searchesOfRunInWords } from '$lib/scorer/search/words.ts';
import { subsetIn } from '$lib/scorer/runs/subset/run-subset.server.ts';
import { subsetInWords } from '$lib/scorer/runs/subset/run-subset.ts';
import { searchingInWords } from '$lib/scorer/web/pages/web-search.ts';
import { listSystems } from '$lib/verification/benchmark/systems.server.ts';
import { listVersions } from '$lib/verification/release/versions.server.ts';
import { answer, attempt } from '../../../../answer.ts';
import { grantFor } from '../../../../grants.ts';
import { boardOf } from '../../leaderboard/board.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'read-results');
    const { db, driver } = event.locals;
    const run = runByNumber(db, grant, Number(event.params.run));
    const progress = driver.progress(run.id);
    const all = progress.state === 'incomplete' ? statedRuns(db, grant) : [];
    const stated = all.find(({ id }) => id === run.id);
    const systems = listSystems(db, grant);
    const metrics = metricsOf(db, run.id);
    const judges = judgesOf(db, run.id);
    const names = judgeNames(judges);
    const own = selfJudgingIn(db, run);
    const notices = noticesIn(db, run);
    const baseline = metrics.flatMap(({ settings }) => settings.baseline ?? [])[0];
    const board = boardOf(leaderboardOf(db, grant, run), {
      sort: '',
      baseline: systems.find(({ id }) => id === baseline)?.name ?? null,
      hrefOf: (system) => `/p/${project.slug}/runs/${run.number}/reports?system=${encodeURIComponent(system)}`
    });
    const searched = searchesIn(db, run);
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
        origin: run.origin,
        createdAt: run.createdAt,
        options: { ...run.options, limits: formatLimits(run.options.limits) }
      },
      version: version ? { number: version.number, hash: version.contentHash } : null,
      progress,
      failures: stated ? failuresInWords(progress.failures) : null,
      supersededBy: stated ? supersededBy(db, stated, all) : null,
      live: driver.live(run.id),
      webSearch: searchingInWords(searchingIn(db, run), (name) => metricByName(name).title),
      search: searched ? searchesOfRunInWords(searched) : null,
      subset: subsetInWords(subsetIn(db, run), (name) => metricByName(name).title),
      couldSearch: run.origin === 'scored' && metrics.some(({ metric }) => metricByName(metric).searches),
      judges: judges.map(({ spec, fingerprint, settings }, at) => ({
        spec,
        fingerprint,
        settings: Object.entries(settings)
          .map(([k, v]) => `${k} ${v}`)
          .join(', '),
        models: distinctModels(configOf(judges[at]!)).map((model) => ({
          line: judgeLine(model),
          price: run.options.prices[judgeSpec(model)] ?? null,
          call: run.options.calls?.[judgeSpec(model)] ?? null,
          destination: run.origin === 'scored' ? driver.destination(model) : null
        })),
        kin: own.find(({ judge }) => judge === names[at])?.systems ?? []
      })),
      metrics: metrics.map(({ metric, promptName, promptVersion, promptHash, settings }) => ({
        name: metric,
        title: metricByName(metric).title,
        prompt: `${promptName}@${promptVersion}`,
        promptHash,
        penalties: settings.penalties ? printPenaltyTable(settings.penalties) : null,
        baseline: systems.find(({ id }) => id === settings.baseline)?.name ?? null
      })),
      board,
      notices: { ...notices, reports: notices.reports.map((one) => ({ ...one, words: noticeWords(one) })) },
      unreached: allUnreached(db, grant, run),
      notFetched: notFetchedIn(db, run.id),
      cites: metrics.some(({ metric }) => unitNamed(metricByName(metric).protocol.unit.kind).pages),
      unscored: unscoredReasons(db, grant, run),
      files: [...Object.keys(runFiles), ...figureFiles(db, run)]
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
  budget: async (event) => {
    const typed = String((await event.request.formData()).get('budget') ?? '').trim();
    const done = await attempt(() => {
      const { grant } = grantFor(event, 'manage');
      const run = runByNumber(event.locals.db, grantFor(event, 'read-results').grant, Number(event.params.run));
      const budget = typed === '' ? null : Number(typed);
      if (budget !== null && !(budget > 0))
        refuse.invalid('A budget is US dollars above 0; leave it empty for no cap.');
      event.locals.driver.setBudget(grant, run.id, budget);
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
