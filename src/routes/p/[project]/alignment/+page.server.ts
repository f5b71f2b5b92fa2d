import type { PageServerLoad } from './$types';
import { currentAdoption, listAdoptions } from '$lib/alignment/adoptions.server.ts';
import { alignmentReport } from '$lib/alignment/report.server.ts';
import { ensembleInFewWords } from '$lib/components/alignment/rater-names.ts';
import { listStudies } from '$lib/studies/studies.server.ts';
import { answer } from '../../../answer.ts';
import { grantFor } from '../../../grants.ts';
import { shownDecision } from './decisions.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'read-results');
    const { db } = event.locals;
    const studies = listStudies(db, grant);
    const adoptions = listAdoptions(db, grant);
    const metrics = [...new Set([...studies, ...adoptions].map(({ metric }) => metric))].sort();
    return {
      crumbs: [
        { label: 'Projects', href: '/' },
        { label: project.name, href: `/p/${project.slug}` },
        { label: 'Alignment' }
      ],
      metrics: metrics.map((metric) => {
        const current = currentAdoption(db, grant, metric);
        return {
          metric,
          decision: current && shownDecision(current, studies, current.validity),
          earlier: Math.max(0, adoptions.filter((one) => one.metric === metric).length - 1)
        };
      }),
      studies: studies.map(({ id, number, name, metric, status, run, done, total, items, people }) => ({
        number,
        name,
        metric,
        status,
        run: run.number,
        done,
        total,
        items,
        people,
        ...best(alignmentReport(db, grant, id, { resamples: 1 }).report)
      }))
    };
  });

/** The list shows no bootstrapped interval, so that one resample will do. */
function best(report: ReturnType<typeof alignmentReport>['report']) {
  const { standing, best: place } = report.recommendation;
  const candidate = place === null ? null : report.candidates[place]!;
  return {
    standing,
    target: report.method.target,
    best: candidate && {
      name: ensembleInFewWords(candidate, report.judges),
      value: candidate.common.value,
      low: candidate.common.low,
      high: candidate.common.high,
      n: candidate.common.n
    }
  };
}
