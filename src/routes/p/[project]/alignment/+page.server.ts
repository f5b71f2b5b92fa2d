import type { PageServerLoad } from './$types';
import { currentDecision, listDecisions } from '$lib/alignment/adoption/decisions.server.ts';
import { embargoedStudies } from '$lib/alignment/preregistration/preregistrations.server.ts';
import { hasPeopleCorrelation } from '$lib/alignment/reported/people-correlation.server.ts';
import { hasMetaEvaluation } from '$lib/alignment/accuracy/meta-evaluation.server.ts';
import { hasValidation } from '$lib/alignment/reported/report-bench-validation.server.ts';
import type { StudyProcedure } from '$lib/alignment/procedure/procedure.server.ts';
import type { Figures } from '$lib/alignment/workers/aside.server.ts';
import { chosenIn } from '$lib/alignment/ensembles/selection.ts';
import { ensembleInFewWordsIn } from '$lib/alignment/report/ensemble-in-words.ts';
import type { ProjectGrant } from '$lib/server/auth/authorize.ts';
import { messagesIn } from '$lib/messages/words.ts';
import type { Db } from '$lib/server/db/client.ts';
import { listStudies } from '$lib/studies/planning/studies.server.ts';
import { answer } from '../../../answer.ts';
import { grantFor } from '../../../grants.ts';
import { askedList, listingOf } from '../../../paging.ts';
import { metricsToChoose, studiesAddress, studiesAsked } from '../studies/studies-asked.ts';
import { metricTitleIn, metricWordIn } from '$lib/scorer/suites/metric-words.ts';
import { decisionHead, shownDecision } from './decisions.ts';

export const load: PageServerLoad = (event) =>
  answer(async () => {
    const { project, grant } = grantFor(event, 'read-results');
    const { db, language } = event.locals;
    const words = messagesIn(language, 'alignmentList');
    const studies = listStudies(db, grant);
    const question = askedList(event.url, studiesAddress);
    // Figures are computed for the studies of the page alone.
    const found = studiesAsked(studies, question);
    const decisions = listDecisions(db, grant);
    const embargoed = embargoedStudies(db, grant);
    // Nothing can be decided on labels that were given elsewhere.
    const decidable = [...studies.filter(({ run }) => run !== null), ...decisions];
    const metrics = [...new Set(decidable.map(({ metric }) => metric))].sort();
    const figures = await withinAMoment(
      found.rows
        .filter(({ id }) => !embargoed.has(id))
        .map(({ id }) => [id, event.locals.aside.figures(grant, id, quick)])
    );
    const decided = decisionsInForce(db, grant, metrics);
    const broughtIn = Number(event.url.searchParams.get('broughtIn'));
    return {
      broughtIn: Number.isInteger(broughtIn) && broughtIn > 0 ? broughtIn : null,
      crumbs: [{ label: project.name, href: `/p/${project.slug}` }, { label: words.title }],
      ...comparisonsWith(db, grant),
      decided: decided.map(({ metric, current }) => {
        const decision = shownDecision(current, studies, current.validity, language);
        return {
          metric,
          decision: { ...decision, head: decisionHead(decision, metricWordIn(language, metric), words) },
          earlier: decisions.filter((one) => one.metric === metric).length - 1
        };
      }),
      undecided: metrics
        .filter((metric) => decided.every((one) => one.metric !== metric))
        .map((metric) => ({ title: metricTitleIn(language, metric), word: metricWordIn(language, metric) })),
      all: studies.length,
      studyMetrics: metricsToChoose(language, studies),
      list: listingOf(event.url, studiesAddress, question, found),
      studies: found.rows.map(({ id, number, name, metric, status, run, file, done, total, items, people }) => {
        const study = figures.get(id);
        return {
          number,
          name,
          metric: run ? metricTitleIn(language, metric) : metric,
          status,
          run: run?.number ?? null,
          file,
          done,
          total,
          items,
          people,
          embargoed: embargoed.has(id),
          computing: !embargoed.has(id) && !study,
          ...(study ? chosen(study, language) : unseen)
        };
      })
    };
  });

/** The current decision of each metric that has one. */
const decisionsInForce = (db: Db, grant: ProjectGrant<'read-results'>, metrics: readonly string[]) =>
  metrics.flatMap((metric) => {
    const current = currentDecision(db, grant, metric);
    return current ? [{ metric, current }] : [];
  });

/** Which pages compare judges with people as publications did. */
const comparisonsWith = (db: Db, grant: ProjectGrant<'read-results'>) => ({
  validation: hasValidation(db, grant),
  correlation: hasPeopleCorrelation(db, grant),
  metaEvaluation: hasMetaEvaluation(db, grant)
});

/** The list shows no bootstrapped figure of the reports, so that one resample will do. */
const quick = { resamples: 1 };

/** The figures that are there or come within 300 ms; the others are shown as being computed. */
async function withinAMoment(asked: readonly (readonly [string, Figures])[]): Promise<Map<string, StudyProcedure>> {
  const found = new Map<string, StudyProcedure>();
  const all = asked.map(async ([id, figures]) => void found.set(id, figures.ready ?? (await figures.whenReady)));
  let timer: NodeJS.Timeout | undefined;
  const moment = new Promise<void>((resolve) => (timer = setTimeout(resolve, 300)));
  await Promise.race([Promise.all(all), moment]).finally(() => clearTimeout(timer));
  return new Map(found);
}

const unseen = { outcome: null, unanswered: false, best: null };

/** Result of the procedure for a study. */
function chosen({ report, procedure: { selection, verdict } }: StudyProcedure, language: string) {
  const { corrected, units } = selection;
  const candidate = chosenIn(selection);
  return {
    outcome: report.scope.rated.length > 0 && !verdict.unanswered ? verdict.outcome : null,
    unanswered: report.scope.rated.length > 0 && verdict.unanswered,
    best: candidate && {
      name: ensembleInFewWordsIn(language, candidate, report.judges),
      value: corrected.value,
      low: corrected.low,
      high: corrected.high,
      n: units.length
    }
  };
}
