import { batchesOfRun } from '$lib/scorer/store/batches.server.ts';
import { sayingsOf } from '$lib/messages/sayings.ts';
import { fail, redirect } from '@sveltejs/kit';
import { refuse } from '$lib/errors.ts';
import { listIn } from '$lib/messages/lists.ts';
import { messagesIn } from '$lib/messages/words.ts';
import type { Actions, PageServerLoad, RequestEvent } from './$types';
import { filesOfRun } from '$lib/exchange/export/run/run-figures.server.ts';
import { pinRun, unpinRun } from '$lib/scorer/runs/pinned-run.server.ts';
import { noticesIn } from '$lib/scorer/report/shown/text-notices.server.ts';
import { noticeWords } from '$lib/scorer/report/shown/notices.ts';
import { madeInWords } from '$lib/scorer/judges/self-judging.ts';
import { selfJudgingIn } from '$lib/scorer/judges/self-judging.server.ts';
import { formatLimits } from '$lib/scorer/judges/models/limits.ts';
import { leaderboardOf, metricsIn } from '$lib/scorer/leaderboard/leaderboard.server.ts';
import { judgesAsked, metricsAsked } from '$lib/scorer/runs/asked-of-judges.server.ts';
import { unscoredReasons } from '$lib/scorer/runs/run-verdicts.server.ts';
import { verdictGaps } from '$lib/scorer/runs/run-state.server.ts';
import { servedVersions } from '$lib/scorer/runs/served-versions.server.ts';
import { baselineOf, type Run, runByNumber } from '$lib/scorer/runs/runs.server.ts';
import type { ProjectGrant } from '$lib/server/auth/authorize.ts';
import type { Db } from '$lib/server/db/client.ts';
import { subsetIn } from '$lib/scorer/runs/subset/run-subset.server.ts';
import { subsetInWords } from '$lib/scorer/runs/subset/run-subset.ts';
import { searchesIn } from '$lib/scorer/search/run-searches.server.ts';
import { searchesOfRunInWords } from '$lib/scorer/search/words.ts';
import { readCitedPages } from '$lib/scorer/suites/index.ts';
import { metricsTitledIn, metricTitleIn } from '$lib/scorer/suites/metric-words.ts';
import { failedSearchesIn, notFetchedIn } from '$lib/scorer/web/pages/fetching-again.server.ts';
import { allUnreached } from '$lib/scorer/web/pages/pages.server.ts';
import { searchingIn } from '$lib/scorer/web/pages/web-search.server.ts';
import { searchingInWords } from '$lib/scorer/web/pages/web-search.ts';
import { versionById } from '$lib/verification/release/versions.server.ts';
import { type LibraryText, libraryTextIn, noticeTextsIn, reasonsInWords } from '$lib/messages/library-text.ts';
import { answer, attempt } from '../../../../answer.ts';
import { runInWords } from '../../../../run-in-words.ts';
import { grantFor } from '../../../../grants.ts';
import { changedSince } from './changed.ts';
import { boardOf, reportsOfSystem } from '../../leaderboard/board.ts';

const leadSays = sayingsOf('leadRefusals');

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'read-results');
    const { db, driver, language } = event.locals;
    const runs = messagesIn(language, 'oneRun');
    const run = runByNumber(db, grant, Number(event.params.run));
    const progress = driver.progress(run.id);
    const metrics = metricsIn(db, run);
    const titleOf = (name: string): string => metricTitleIn(language, name);
    const say = libraryTextIn(language);
    const own = selfJudgingIn(db, run);
    const { reports: noticed, unread } = noticesIn(db, run);
    const searched = searchesIn(db, run);
    const served = servedVersions(db, grant, { runId: run.id });
    const version = versionById(db, grant, run.versionId);
    const { number, name, origin, createdAt, pinnedAt } = run;
    return {
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        { label: runs.runs, href: `/p/${project.slug}/runs` },
        { label: runs.run({ number: String(number) }) }
      ],
      manage: `run/${run.id}`,
      run: {
        number,
        name,
        origin,
        createdAt,
        pinnedAt,
        options: { ...run.options, limits: formatLimits(run.options.limits) }
      },
      version: version && { number: version.number, hash: version.contentHash },
      ...runInWords(language, { progress, live: driver.live(run.id) }),
      ...troublesOf(db, grant, run, progress.state, language),
      changed: progress.status === 'done' ? changedSince(db, grant, run, version, language) : '',
      webSearch: searchingInWords(searchingIn(db, run), titleOf, messagesIn(language, 'webSearch')),
      couldSearch: origin === 'scored' && metrics.some(({ searches }) => searches),
      search: searched && say(searchesOfRunInWords(searched)),
      subset: textOrNull(subsetInWords(subsetIn(db, run), titleOf), say),
      judges: judgesAsked(db, run, (model) => driver.destination(model)).map((judge) => ({
        ...judge,
        served: served.filter(({ judgeId }) => judgeId === judge.id),
        kin: own.find((one) => one.judge === judge.name)?.systems ?? [],
        made: listIn(language, madeInWords(own.find((one) => one.judge === judge.name) ?? {}).map(say))
      })),
      metrics: metricsTitledIn(language, metricsAsked(db, run)),
      board: boardOf(leaderboardOf(db, grant, run), {
        sort: '',
        baseline: baselineOf(db, run.id),
        hrefOf: reportsOfSystem(project.slug, run),
        language
      }),
      notices: { reports: noticed.map((one) => ({ ...one, words: noticeWords(one).map(say) })), unread },
      unreached: allUnreached(db, grant, run),
      cites: readCitedPages(metrics),
      unscored: unscoredInWords(unscoredReasons(db, grant, run), language),
      // Figures of suites are beside their tables on the leaderboard, which computes them of all verdicts.
      files: Object.values(filesOfRun([])).flatMap((files) => files ?? [])
    };
  });

/** Batches, missing verdicts, pages that were not fetched and searches that failed, with their problems in a language. */
const troublesOf = (db: Db, grant: ProjectGrant<'read-results'>, run: Run, state: string, language: string) =>
  noticeTextsIn(
    language,
    {
      batches: batchesOfRun(db, run.id),
      gaps: state === 'incomplete' ? verdictGaps(db, grant, run) : null,
      notFetched: notFetchedIn(db, run.id),
      searchesFailed: failedSearchesIn(db, run.id)
    },
    ['problem', 'words', 'note']
  );

const textOrNull = (text: string | null, say: LibraryText): string | null => (text === null ? null : say(text));

/** Why units are unscored, in the words of the reader. */
const unscoredInWords = <Row extends { reason: string; metric: string }>(
  rows: readonly Row[],
  language: string
): Row[] => reasonsInWords(language, rows).map((row) => ({ ...row, metric: metricTitleIn(language, row.metric) }));

export const actions: Actions = {
  start: (event) => changeRun(event, (grant, run) => event.locals.driver.start(grant, run.id)),
  /** Makes the searches again that failed. */
  search: (event) => changeRun(event, (grant, run) => event.locals.driver.fetchAgain(grant, run.id, null)),
  pin: (event) => changeRun(event, (grant, run) => pinRun(event.locals.db, grant, run.id)),
  unpin: (event) => changeRun(event, (grant, run) => unpinRun(event.locals.db, grant, run.id)),
  budget: async (event) => {
    const typed = String((await event.request.formData()).get('budget') ?? '').trim();
    return changeRun(event, (grant, run) => {
      const budget = typed === '' ? null : Number(typed);
      if (budget !== null && !(budget > 0)) refuse.invalid(leadSays('budgetForm'));
      event.locals.driver.setBudget(grant, run.id, budget);
      event.locals.driver.start(grant, run.id);
    });
  },
  cancel: (event) => changeRun(event, (grant, run) => event.locals.driver.cancel(grant, run.id))
};

async function changeRun(event: RequestEvent, change: (grant: ProjectGrant<'manage'>, run: Run) => unknown) {
  const done = await attempt(async () => {
    const { grant } = grantFor(event, 'manage');
    await change(grant, runByNumber(event.locals.db, grantFor(event, 'read-results').grant, Number(event.params.run)));
    return { done: true };
  });
  if (!('done' in done)) return fail(done.status, done.data);
  redirect(303, event.url.pathname);
}
