import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad, RequestEvent } from './$types';
import { adoptedPrompts, defaultJudges, type AdoptedPrompt } from '$lib/alignment/adoption/decisions.server.ts';
import { selfJudgingOf } from '$lib/scorer/judges/self-judging.ts';
import { formatCallOptions, judgeLine } from '$lib/scorer/judges/index.ts';
import { printPenaltyTable } from '$lib/scorer/protocols/penalties.ts';
import { announcedEnds } from '$lib/scorer/judges/models/shutdowns.ts';
import { formatLimits } from '$lib/scorer/judges/models/limits.ts';
import { formatPrices } from '$lib/scorer/engine/costs/prices.ts';
import { checkPlaceholders, reportsWithDates } from '$lib/scorer/runs/texts/placeholder-check.server.ts';
import { needsSearch } from '$lib/scorer/search/needed.ts';
import { formatSearchPrice } from '$lib/scorer/search/prices.ts';
import { searchAdvice } from '$lib/scorer/search/providers.ts';
import { createRun } from '$lib/scorer/runs/new-run.server.ts';
import {
  baselineOf,
  configOf,
  judgesById,
  judgesOf,
  metricsOf,
  runByNumber,
  specsUsed,
  systemsIn,
  type Run
} from '$lib/scorer/runs/runs.server.ts';
import type { Suite } from '$lib/scorer/suite.ts';
import { suites, unitNamed } from '$lib/scorer/suites/index.ts';
import { listIn } from '$lib/messages/lists.ts';
import { sayIn } from '$lib/messages/say-in.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { rubricSuite } from '$lib/scorer/suites/rubrics/rubrics.server.ts';
import { authorize } from '$lib/server/auth/authorize.ts';
import { listReports } from '$lib/verification/benchmark/reports.server.ts';
import { listSystems } from '$lib/verification/benchmark/systems.server.ts';
import { currentContent } from '$lib/verification/release/versions.server.ts';
import type { VersionContent } from '$lib/verification/release/versions.ts';
import { answer, attempt } from '../../../../answer.ts';
import { estimateInWords } from '../../../../run-in-words.ts';
import { grantFor } from '../../../../grants.ts';
import { subsetIn } from '$lib/scorer/runs/subset/run-subset.server.ts';
import { planOf as planOfRun } from '$lib/scorer/runs/tasks.server.ts';
import type { Metric } from '$lib/scorer/metric.ts';
import { ownSettingsIn } from '$lib/scorer/own-settings.ts';
import { type StoredPrompt, storedVersions } from '$lib/scorer/prompts/prompt-versions.server.ts';
import { libraryTextIn, noticeTextsIn, textsIn } from '$lib/messages/library-text.ts';
import { metricsTitledIn, metricTitleIn } from '$lib/scorer/suites/metric-words.ts';
import { estimateName } from './estimate-name.ts';
import { readRunForm, wishOf, type RunForm } from './run-form.ts';
import { runFromForm } from './run-from-form.ts';
import { lackOf, usualMetrics } from './usual-metrics.ts';
import { shortened } from '$lib/messages/shortened.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'manage');
    const { db, driver, language } = event.locals;
    const words = messagesIn(language, 'runForm');
    const reading = authorize(grant.actor, grant.resource, 'read-results');
    const offered: Suite[] = [...Object.values(suites), ...[rubricSuite(db, project.id) ?? []].flat()];
    const metrics = offered.flatMap((suite) => suite.metrics);
    const say = libraryTextIn(language);
    const kept = storedVersions(db, project.id);
    const content = currentContent(db, grant);
    const { judgeIds, adopted, reopened } = defaultJudges(db, reading, metrics);
    const prompts = adoptedPrompts(
      db,
      reading,
      metrics.map(({ name }) => name)
    );
    const lines = [...new Set(judgesById(db, project.id, judgeIds).map((judge) => judgeLine(configOf(judge))))];
    const from = event.url.searchParams.get('from');
    const wanted = wantedPrompt(event.url.searchParams.get('prompt'), metrics, kept);
    return {
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        { label: words.runs, href: `/p/${project.slug}/runs` },
        { label: words.title }
      ],
      again: from === null ? null : formOf(event, runByNumber(db, reading, Number(from))),
      suites: offered.map((suite) => ({
        title: Object.hasOwn(suites, suite.name) ? say(suite.title) : suite.title,
        metrics: suite.metrics.map((metric) => ({
          ...metricOffered(language, metric, { kept, queries: content.queries, adopted: prompts[metric.name] ?? null }),
          ...(wanted?.metric === metric.name && { version: wanted.version })
        }))
      })),
      ownCriteria: offered.length > Object.keys(suites).length,
      capped: cappedIn(language, metrics),
      ownSettings: textsIn(language, ownSettingsIn(metricsTitledIn(language, metrics)), ['title', 'about']),
      systems: listSystems(db, grant).map(({ name, reports }) => ({ name, reports })),
      ...textsOf(event, offered, content),
      ...(wanted && { usual: [wanted.metric] }),
      judges: lines.length > 0 ? lines : ['rules'],
      byAdoption: adopted,
      reopened: reopened.map(({ title, changed }) => ({ title: say(title), changed: changed.map((one) => sayIn(language, one)) })), // prettier-ignore
      known: [...new Set(['rules', ...specsUsed(db, reading)])],
      ends: announcedEnds(),
      keys: driver.keys(),
      search: { ...driver.searchProviders(), advice: say(searchAdvice) },
      ...{ servers: driver.servers(grant.resource.id), models: driver.models(grant.resource.id) }
    };
  });

/** A metric as the form offers it. */
function metricOffered(
  language: string,
  metric: Metric,
  of: { kept: readonly StoredPrompt[]; queries: VersionContent['queries']; adopted: AdoptedPrompt | null }
) {
  const { name, question, protocol, settings, rejected, searches, prompt } = metric;
  const say = libraryTextIn(language);
  return {
    ...{ name, title: metricTitleIn(language, name) },
    question: say(question),
    rejected: rejected && say(rejected),
    versions: textsIn(language, versionsOf(metric, of.kept), ['about']),
    adopted: of.adopted,
    version: of.adopted?.version ?? prompt.version,
    lacks: lackOf(metric, of.queries),
    compares: protocol.compares === true,
    searches: searches === true,
    needsSearch: needsSearch([metric]),
    ...rolesIn(language, protocol.roles),
    penalties: settings.penalties ? printPenaltyTable(settings.penalties) : null
  };
}

/** Roles of a metric in the reader’s language, as `extractor (finds the claims) and voter (votes; several models may)`, and the first. */
function rolesIn(language: string, roles: Readonly<Record<string, { about: string; many?: boolean }>> = {}) {
  const words = messagesIn(language, 'suiteMetrics');
  const say = libraryTextIn(language);
  const named = Object.entries(roles).map(([name, { about, many }]) =>
    words.role({ name, about: say(about), many: many ? 'yes' : 'no' })
  );
  return { roles: named.length === 0 ? '' : listIn(language, named), firstRole: Object.keys(roles)[0] ?? '' };
}

export const actions: Actions = {
  start: async (event) => {
    const input = readRunForm(await event.request.formData());
    const done = await attempt(() => {
      const { project, grant } = grantFor(event, 'manage');
      const { db, driver } = event.locals;
      const run = createRun(
        db,
        grant,
        runFromForm(event.locals, grant, input, (config) => driver.name(config))
      );
      driver.start(grant, run.id);
      return { to: `/p/${project.slug}/runs/${run.number}` };
    });
    if (!('to' in done)) return fail(done.status, { ...done.data, input });
    redirect(303, done.to);
  },
  estimate: async (event) => {
    const input = readRunForm(await event.request.formData());
    const done = await attempt(async () => {
      const { grant } = grantFor(event, 'manage');
      const { aside, driver } = event.locals;
      const plan = runFromForm(event.locals, grant, input, (config) => driver.describe(config));
      const estimate = await aside.estimate(
        {
          ...driver.planEstimate(grant, plan),
          ...(/^[1-9]\d{0,8}$/.test(input.from) && { since: Number(input.from) })
        },
        estimateName(grant, input.once)
      );
      const systems = listSystems(event.locals.db, grant).filter(({ name }) => input.systems.includes(name));
      return {
        estimate: estimateInWords(event.locals.language, estimate),
        kin: selfJudgingOf(
          plan.judges.map(({ spec }) => ({ name: spec, spec })),
          systems
        ).filter((one) => one.systems.length > 0),
        dated: [...new Set(Object.values(plan.options?.prices ?? {}).flatMap(({ asOf }) => asOf ?? []))]
      };
    });
    if (!('estimate' in done)) return fail(done.status, { ...done.data, input });
    return { ...done, input };
  },
  test: async (event) => {
    const input = readRunForm(await event.request.formData());
    const done = await attempt(async () => {
      const { grant } = grantFor(event, 'manage');
      const { db, driver } = event.locals;
      const systems = new Map(listSystems(db, grant).map(({ name, id }) => [name, id]));
      const { configs, options } = wishOf(input, systems, driver);
      return {
        trials: noticeTextsIn(event.locals.language, await driver.testJudges(grant, configs, options), ['problem'])
      };
    });
    if (!('trials' in done)) return fail(done.status, { ...done.data, input });
    return { ...done, input };
  }
};

/** Titles of the metrics that can judge some of a report's units only, as a list in a sentence. */
const cappedIn = (language: string, metrics: readonly Metric[]): string =>
  listIn(
    language,
    metrics
      .filter(({ protocol }) => unitNamed(protocol.unit.kind).capped)
      .map(({ name }) => metricTitleIn(language, name))
  );

/** The versions of a metric's prompt that a run can choose: those that ship with the program, then those of the project, newest first. */
const versionsOf = (
  { name, prompt, versions = [prompt] }: Metric,
  kept: readonly StoredPrompt[]
): { version: string; about: string }[] => [
  ...versions.map(({ version, about = '' }) => ({ version, about })),
  ...kept
    .filter(({ metric }) => metric === name)
    .reverse()
    .map(({ version, reason }) => ({ version, about: shortened(reason, 79) }))
];

/** The version of a prompt for which the form was opened, written METRIC@VERSION in its address, or METRIC for its usual one; null if there is no such version. */
function wantedPrompt(
  asked: string | null,
  metrics: readonly Metric[],
  kept: readonly StoredPrompt[]
): { metric: string; version: string } | null {
  const [name, version] = asked?.split('@') ?? [];
  const metric = metrics.find((one) => one.name === name);
  const found = metric && versionsOf(metric, kept).find((one) => one.version === (version ?? metric.prompt.version));
  return found ? { metric: metric.name, version: found.version } : null;
}

/**
 * Facts for a run on the texts as they are: `usual` metrics; reports without a date that they need; and whether there is a wording
 * without placeholders.
 */
function textsOf(event: Parameters<PageServerLoad>[0], offered: readonly Suite[], content: VersionContent) {
  const { grant } = grantFor(event, 'manage');
  const { db, driver } = event.locals;
  const metrics = Object.values(suites).flatMap((suite) => suite.metrics);
  return {
    usual: usualMetrics(offered, content.queries, driver.searchProviders().names.length > 0),
    undated: checkPlaceholders(content, reportsWithDates(db, grant.resource.id), metrics, {}).undated,
    hasFree: content.queries.some(
      (query) => query.placeholderFree != null || query.items.some((item) => item.placeholderFree != null)
    )
  };
}

const mapTexts = (values: Readonly<Record<string, number | string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

/** The form of a run that is to be made again, with what has changed since: new reports, supplied pages. */
function formOf(event: RequestEvent | Parameters<PageServerLoad>[0], run: Run): RunForm {
  const { db } = event.locals;
  const metrics = metricsOf(db, run.id);
  const { repeats, ensemble, concurrency, limits, budget, prices, useCache, calls = {} } = run.options;
  const configs = judgesOf(db, run.id).map(configOf);
  return {
    name: '',
    metrics: metrics.map(({ metric }) => metric),
    systems: systemsIn(db, run.id),
    baseline: baselineOf(db, run.id) ?? '',
    penalties: Object.fromEntries(
      metrics.flatMap(({ metric, settings }) =>
        settings.penalties ? [[metric, printPenaltyTable(settings.penalties)]] : []
      )
    ),
    prompts: Object.fromEntries(metrics.map(({ metric, promptVersion }) => [metric, promptVersion])),
    judges: configs.map(judgeLine).join('\n'),
    repeats: String(repeats),
    ensemble,
    concurrency: String(concurrency),
    limits: formatLimits(limits),
    deadline: formatCallOptions(configs, calls, 'deadlineSeconds'),
    tries: formatCallOptions(configs, calls, 'tries'),
    outage: run.options.outageMinutes === undefined ? '' : String(run.options.outageMinutes),
    batches: run.options.batches ?? '',
    budget: budget === null ? '' : String(budget),
    prices: [formatPrices(prices), formatSearchPrice(run.options)].filter(Boolean).join('\n'),
    fresh: !useCache,
    collected: run.options.collected ?? '',
    texts: run.options.texts ?? '',
    webSearch: run.options.webSearch ?? 'off',
    search: run.options.search?.split('@')[0] ?? '',
    queries: queriesTyped(event, run),
    own: Object.assign({}, ...metrics.map(({ settings }) => mapTexts(settings.own ?? {}))) as Record<string, string>,
    maxClaims: String(metrics.find(({ settings }) => settings.maxClaims !== undefined)?.settings.maxClaims ?? ''),
    from: String(run.number),
    once: ''
  };
}

/** The qids of a run's queries as the form takes them; empty if it judges all queries that its systems answer. */
function queriesTyped(event: RequestEvent | Parameters<PageServerLoad>[0], run: Run): string {
  const { grant } = grantFor(event, 'manage');
  const { db } = event.locals;
  const { queries } = subsetIn(db, run);
  if (queries.n === queries.of) return '';
  const own = new Set(planOfRun(db, run).reportIds);
  const qids = listReports(db, grant).flatMap(({ id, qid }) => (own.has(id) ? [qid] : []));
  return [...new Set(qids)].join(' ');
}
