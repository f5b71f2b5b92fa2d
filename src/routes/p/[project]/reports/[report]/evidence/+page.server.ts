import type { PageServerLoad } from './$types';
import { verdictWordsIn } from '$lib/messages/rationale-text.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { metricTitleIn } from '$lib/scorer/suites/metric-words.ts';
import { getReport } from '$lib/verification/benchmark/reports.server.ts';
import { answer } from '../../../../../answer.ts';
import { grantFor } from '../../../../../grants.ts';
import { evidenceAsked } from './evidence-asked.ts';

/** How one verdict on the report came about; the address names it by run, metric, judge, repeat and the unit's key. */
export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'read-results');
    const { report, query, system } = getReport(event.locals.db, grant, event.params.report);
    const { run, metric, judge, repeat, chain, verdict } = evidenceAsked(
      event,
      grant,
      report.id,
      event.locals.language
    );
    const home = `/p/${project.slug}/reports`;
    const reportHref = `${home}/${report.id}?run=${run.number}&metric=${encodeURIComponent(metric)}`;
    const find = new URLSearchParams({ run: String(run.number), metric, find: chain.wording });
    return {
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        {
          label: messagesIn(event.locals.language, 'rooms').reports,
          href: `${home}?system=${encodeURIComponent(system.name)}`
        },
        {
          label: messagesIn(event.locals.language, 'reportPage').title({ system: system.name, qid: query.qid }),
          href: reportHref
        },
        { label: messagesIn(event.locals.language, 'evidencePage').claim({ number: chain.number }) }
      ],
      about: {
        metric: metricTitleIn(event.locals.language, metric),
        ...{ qid: query.qid, system: system.name, run: run.number, judge, repeat },
        words: verdictWordsIn(event.locals.language)(
          verdict.state,
          verdict.state === 'unscored' ? verdict.reason : verdict.rationale
        )
      },
      chain,
      reportHref,
      // Prompts as sent exist only if this server asked.
      asked: run.origin === 'scored' ? `${home}/${report.id}/asked?${find}` : null,
      json: `${home}/${report.id}/evidence/export.json${event.url.search}`
    };
  });
