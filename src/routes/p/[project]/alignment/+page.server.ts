import type { PageServerLoad } from './$types';
import { currentDecision, listDecisions } from '$lib/alignment/adoptions.server.ts';
import { sealedStudies } from '$lib/alignment/declarations.server.ts';
import { studyProcedure, type StudyProcedure } from '$lib/alignment/procedure.server.ts';
import { ensembleInFewWords } from '$lib/components/alignment/rater-names.ts';
import { listStudies } from '$lib/studies/studies.server.ts';
import { answer } from '../../../answer.ts';
import { grantFor } from '../../../grants.ts';
import { decisionHead, shownDecision } from './decisions.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'read-results');
    const { db } = event.locals;
    const studies = listStudies(db, grant);
    const decisions = listDecisions(db, grant);
    const sealed = sealedStudies(db, grant);
    const metrics = [...new Set([...studies, ...decisions].map(({ metric }) => metric))].sort();
    return {
      crumbs: [
        { label: 'Projects', href: '/' },
        { label: project.name, href: `/p/${project.slug}` },
        { label: 'Alignment' }
      ],
      metrics: metrics.map((metric) => {
        const current = currentDecision(db, grant, metric);
        const decision = current && shownDecision(current, studies, current.validity);
        return {
          metric,
          decision: decision && { ...decision, head: decisionHead(decision, metric) },
          earlier: Math.max(0, decisions.filter((one) => one.metric === metric).length - 1)
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
        sealed: sealed.has(id),
        ...(sealed.has(id) ? unseen : chosen(studyProcedure(db, grant, id, { resamples: 1 })))
      }))
    };
  });

const unseen = { outcome: null, best: null };

/** What the procedure says of a study. The list shows no bootstrapped figure of the report, so that one resample will do. */
function chosen({ report, procedure: { selection, verdict } }: StudyProcedure) {
  const { outOfBag, naive, units } = selection;
  const candidate = selection.chosen === null ? null : selection.candidates[selection.chosen]!;
  return {
    outcome: report.scope.rated.length > 0 ? verdict.outcome : null,
    best: candidate && {
      name: ensembleInFewWords(candidate, report.judges),
      value: naive.value,
      low: outOfBag.low,
      high: outOfBag.high,
      n: units.length
    }
  };
}
