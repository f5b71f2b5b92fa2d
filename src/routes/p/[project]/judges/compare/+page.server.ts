import { redirect } from '@sveltejs/kit';
import type { PageServerLoad } from './$types';
import { withoutItems } from '$lib/alignment/items/items.ts';
import { embargoedStudies } from '$lib/alignment/preregistration/preregistrations.server.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { metricWordIn } from '$lib/scorer/suites/metric-words.ts';
import { metricsOf, runsOf } from '$lib/scorer/runs/runs.server.ts';
import { sayIn } from '$lib/messages/say-in.ts';
import { fitSaid } from '$lib/studies/labels/label-fit.ts';
import { listStudies } from '$lib/studies/planning/studies.server.ts';
import { answer } from '../../../../answer.ts';
import { grantFor } from '../../../../grants.ts';
import { comparisonIn } from './asked.ts';

/** Flips beyond so many are in the files only. */
const MOST_FLIPS = 200;

export const load: PageServerLoad = (event) =>
  answer(async () => {
    const { project, grant } = grantFor(event, 'read-results');
    const { db, language } = event.locals;
    const base = `/p/${project.slug}`;
    const studies = listStudies(db, grant).filter(({ done }) => done > 0);
    const asked = comparisonIn(event.url);
    const embargoed = embargoedStudies(db, grant);
    const study = studies.find(({ number }) => number === asked?.study);
    if (study && embargoed.has(study.id)) {
      const next = encodeURIComponent(event.url.pathname + event.url.search);
      redirect(303, `${base}/alignment/${study.number}/unblind?next=${next}`);
    }
    const compared = asked && (await event.locals.aside.ask('compared-runs', grant, asked.study, asked));
    return {
      crumbs: [
        { label: project.name, href: base },
        { label: messagesIn(language, 'rooms').judges, href: `${base}/judges` },
        { label: messagesIn(language, 'compareJudges').title }
      ],
      studies: studies.map(({ number, name, metric }) => ({
        ...{ number, name, metric, metricWord: metricWordIn(language, metric) }
      })),
      runs: runsOf(db, grant).map(({ id, number, name }) => ({
        ...{ number, name, metrics: metricsOf(db, id).map(({ metric }) => metric) }
      })),
      asked,
      search: event.url.search,
      compared: compared && {
        ...compared,
        runs: compared.runs.map(({ fit, ...run }) => ({ ...run, fit: sayIn(language, fitSaid(fit)) })),
        judges: compared.judges.map((judge) => withoutItems(judge)),
        flips: compared.flips && compared.flips.slice(0, MOST_FLIPS),
        moreFlips: Math.max(0, (compared.flips?.length ?? 0) - MOST_FLIPS)
      }
    };
  });
