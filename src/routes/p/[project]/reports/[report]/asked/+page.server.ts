import type { PageServerLoad } from './$types';
import { noticeTextIn } from '$lib/messages/library-text.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { refuse } from '$lib/errors.ts';
import { metricsIn } from '$lib/scorer/leaderboard/leaderboard.server.ts';
import { estimateTokens } from '$lib/scorer/report/split-report.ts';
import { type SentQuestion, sentQuestions } from '$lib/scorer/runs/sent/sent-questions.server.ts';
import { runsOfReport } from '$lib/scorer/runs/runs.server.ts';
import { getReport } from '$lib/verification/benchmark/reports.server.ts';
import { metricsTitledIn, metricTitleIn } from '$lib/scorer/suites/metric-words.ts';
import { answer } from '../../../../../answer.ts';
import { grantFor } from '../../../../../grants.ts';

/**
 * The calls of a run about this report under one metric, as they were sent; `n` in the address opens one of them, `find` lists
 * only those whose message or reply has these words.
 */
export const load: PageServerLoad = (event) =>
  answer(async () => {
    const { project, grant } = grantFor(event, 'manage');
    const read = grantFor(event, 'read-results').grant;
    const { db, driver } = event.locals;
    const { report, query, system } = getReport(db, read, event.params.report);
    const asked = event.url.searchParams;
    const runs = runsOfReport(db, read, report.id);
    const run = runs.find(({ number }) => number === Number(asked.get('run'))) ?? runs[0] ?? refuse.notFound('run');
    const metrics = metricsIn(db, run);
    const metric = metrics.find(({ name }) => name === asked.get('metric')) ?? metrics[0] ?? refuse.notFound('metric');
    const { sent, lost, reasons } = await sentQuestions(
      db,
      grant,
      { run, reportId: report.id, metric: metric.name },
      (config) => driver.facts([config])[0]!
    );
    const find = asked.get('find') ?? '';
    const listed = sent.flatMap((one, at) => (hasWords(one, find) ? [at + 1] : []));
    const wanted = Math.floor(Number(asked.get('n') ?? listed[0] ?? 1)) || 1;
    const n = Math.min(Math.max(1, wanted), Math.max(1, sent.length));
    const home = `/p/${project.slug}/reports`;
    return {
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        {
          label: messagesIn(event.locals.language, 'rooms').reports,
          href: `${home}?system=${encodeURIComponent(system.name)}`
        },
        {
          label: messagesIn(event.locals.language, 'reportPage').title({ system: system.name, qid: query.qid }),
          href: `${home}/${report.id}?run=${run.number}&metric=${metric.name}`
        },
        { label: messagesIn(event.locals.language, 'promptsSent').title }
      ],
      about: {
        system: system.name,
        qid: query.qid,
        run: run.number,
        metric: metricTitleIn(event.locals.language, metric.name)
      },
      runs: runs.map(({ number }) => number),
      metrics: metricsTitledIn(event.locals.language, metrics).map(({ name, title }) => ({ name, title })),
      metric: metric.name,
      find,
      all: sent.length,
      rows: listed.map((at) => {
        const { judge, model, role, repeat, trial, answer: said } = sent[at - 1]!;
        const { outcome, inputTokens, modelVersion } = said;
        return { at, judge, model, role, repeat, trial, outcome, inputTokens, modelVersion };
      }),
      n,
      chosen: sent[n - 1] ? shown(sent[n - 1]!) : null,
      lost: lost.map(({ judge, repeat, key, answer: { outcome, reply, at } }) => ({
        ...{ judge, repeat, key, outcome, reply, at }
      })),
      reasons: reasons.map(noticeTextIn(event.locals.language))
    };
  });

/** Words as they stand in a message; a reply is JSON, in which quotes and breaks are escaped. */
const hasWords = ({ user, answer: { reply } }: SentQuestion, words: string): boolean =>
  words === '' || user.includes(words) || (reply ?? '').includes(JSON.stringify(words).slice(1, -1));

const shown = ({ schema, settings, ...question }: SentQuestion) => ({
  ...question,
  schema: { name: schema.name, json: JSON.stringify(schema.json, null, 1) },
  settings: Object.entries(settings).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : JSON.stringify(value)
  })),
  tokens: estimateTokens(question.system) + estimateTokens(question.user)
});
