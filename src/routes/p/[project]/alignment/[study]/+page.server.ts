import type { PageServerLoad } from './$types';
import { escalationInWords } from '$lib/alignment/ensembles/escalation-words.ts';
import { metricWordIn } from '$lib/scorer/suites/metric-words.ts';
import { candidatePlace, placeOfChosen, placeToOpen, shownPlaces } from '$lib/alignment/ensembles/shown-candidates.ts';
import { byAgreement } from '$lib/alignment/ensembles/candidate-order.ts';
import { withoutItems } from '$lib/alignment/items/items.ts';
import { plannerAddress } from '$lib/alignment/planner/inputs.ts';
import { analysisPlanInWords } from '$lib/alignment/preregistration/analysis-plan-words.ts';
import { planWordsIn } from '$lib/alignment/preregistration/plan-words.ts';
import { verdictIn, verdictLeadIn } from '$lib/alignment/procedure/verdict-in-words.ts';
import { ensembleInFewWordsIn, judgesInFewWordsIn, ruleIn } from '$lib/alignment/report/ensemble-in-words.ts';
import { metricOf } from '$lib/alignment/units/metric.ts';
import { candidateTable } from '$lib/components/alignment/ensembles/candidate-columns.ts';
import { reportHeads, type ShownReport } from '$lib/components/alignment/report/report-heads.ts';

import { filesOfReport } from '$lib/exchange/export/alignment/alignment-files.server.ts';
import { selfJudgingSaid } from '$lib/scorer/judges/self-judging.ts';
import { runsScoring } from '$lib/scorer/runs/runs.server.ts';
import { dayIn } from '$lib/messages/dates.ts';
import { paragraphIn, sayIn } from '$lib/messages/say-in.ts';
import { messagesIn } from '$lib/messages/words.ts';
import type { Db } from '$lib/server/db/client.ts';
import { listStudies } from '$lib/studies/planning/studies.server.ts';
import { listsIssues } from '$lib/studies/study/study-of-run.server.ts';
import { answer } from '../../../../answer.ts';
import { decisionsShown } from '../decisions.ts';
import { askedAlignment, type AskedStudy, crumbsOf } from './asked.ts';
import { figureNames } from './figure-names.ts';
import { headlineWordsIn } from './heads-in.ts';
import { notesFor } from './notes.ts';
import { consensusOnFirstPage } from './shown-consensus.ts';
import { gatesHead, shownChoice, shownGates, shownPopulations } from './shown-procedure.ts';
import { procedureSteps, whenPreregistered } from './steps.ts';
import { textsIn } from '$lib/messages/library-text.ts';

export const load: PageServerLoad = (event) =>
  answer(async () => {
    const asked = await askedAlignment(event, 'read-results');
    const { study, report: whole, header, procedure, state, reading } = asked;
    const { db, language } = event.locals;
    const report = withoutItems(whole);
    const { scope, people, judges, method, candidates } = report;
    const studies = listStudies(db, reading, { archived: true });
    const decisions = decisionsShown(db, reading, study.metric, studies, state.preregistrations, language);
    const query = event.url.searchParams;
    const best = placeOfChosen(whole, procedure);
    const adopted = candidatePlace(whole, decisions.ensemble);
    const selected = placeToOpen(whole, query.get('candidate'), best);
    const places = query.has('all') ? byAgreement(whole.candidates) : shownPlaces(whole, [best, adopted, selected]);
    const metric = metricOf(method.scale);
    const { number, name, status, overlap } = study;
    return {
      crumbs: crumbsOf(asked, language),
      study: { number, name, metric: study.metric, metricWord: metricWordIn(language, study.metric), status, overlap },
      progress: { done: 0, total: 0, ...studies.find(({ id }) => id === study.id) },
      run: header.run,
      ...runsOffered(db, asked),
      file: header.file ?? null,
      ...{ scope, people, judges, method: whole.method },
      decidable: header.run !== null && candidates.some(({ agreement }) => agreement.value !== null),
      decision: decisions.current && {
        ...decisions.current,
        earlierFigures: decisions.current.study?.number === number && decisions.inputHash !== asked.procedureHash
      },
      decided: decisions.current !== null && query.get('decided') === decisions.current.id,
      history: decisions.earlier,
      steps: procedureSteps(db, asked, 'unblind', language),
      verdict: { lead: verdictLeadIn(language, procedure.verdict), text: verdictIn(language, procedure.verdict) },
      unanswered: procedure.verdict.unanswered,
      planner:
        procedure.verdict.outcome === 'collect-more-labels' && !procedure.verdict.unanswered
          ? plannerAddress(`/p/${event.params.project}`, { study: number }, 'chance')
          : null,
      analysisPlan: analysisPlanShown(asked, language),
      ...{ gates: shownGates(procedure, method.scale, language), gatesHead: gatesHead(procedure, language) },
      populations: shownPopulations(procedure, language),
      consensus: consensusOnFirstPage(whole, [best, adopted], language),
      choices: procedure.selection.candidates.length,
      chosen: shownChoice(procedure, judges, language).rows.find((row) => row.chosen)?.name ?? 'none',
      files: textsIn(language, filesOfReport(asked), ['title', 'holds']),
      escalation: procedure.escalation && escalationInWords(procedure.escalation, messagesIn(language, 'escalation')),
      warnings: warningsShown(asked, language),
      candidates: candidatesShown(report, places, language),
      ...{ best, adopted, selected },
      candidate: selected === null ? null : { words: ensembleInFewWordsIn(language, candidates[selected]!, judges) },
      onScores: metric.kind === 'kappa',
      together: metric.together,
      names: figureNames(language, method),
      says: notesFor(report, messagesIn(language, 'reportNotes')),
      heads: reportHeads(report, procedure, { open: selected, chosen: best }, headlineWordsIn(language))
    };
  });

const candidatesShown = (report: ShownReport, places: readonly number[], language: string) =>
  candidateTable(
    { ...report, method: { ...report.method, ...figureNames(language, report.method) } },
    places,
    messagesIn(language, 'candidateColumns'),
    {
      judges: (candidate) => judgesInFewWordsIn(language, candidate, report.judges),
      rule: (rule) => ruleIn(language, rule)
    }
  );

/** Limitations of the figures, each with the number of its items. */
const warningsShown = ({ report, header }: AskedStudy<'read-results'>, language: string) => [
  ...report.warnings.map(({ code, said, items }) => ({ code, text: sayIn(language, said), items: items.length })),
  ...selfJudgingSaid(header.selfJudging).map((note) => ({
    code: 'self-judging',
    text: paragraphIn(language, note),
    items: 0
  }))
];

/** The run from which the items were drawn, and the others whose judges can be compared with the same labels. */
function runsOffered(db: Db, { study, header, reading }: AskedStudy<'read-results'>) {
  // Issues that judges list are those of one run.
  const others = listsIssues(study)
    ? []
    : runsScoring(db, reading, study.metric).filter(({ id }) => id !== study.runId);
  return {
    ownRun: header.carriedOver ? header.carriedOver.from : header.run,
    otherRuns: others.map(({ number, name }) => ({ number, name }))
  };
}

/** The preregistered values, or the usual ones in their place, in words. */
function analysisPlanShown({ procedure, preregistration, report }: AskedStudy<'read-results'>, language: string) {
  const whenWords = messagesIn(language, 'preregistered');
  const nameOf = (id: string): string => report.judges.find((judge) => judge.id === id)?.name ?? id;
  const onScores = metricOf(report.method.scale).kind === 'kappa';
  const words = analysisPlanInWords(procedure.analysisPlan, nameOf, planWordsIn(language), preregistration?.assumed);
  return {
    by: preregistration?.by ?? null,
    when: preregistration
      ? whenWords.onDay({
          day: dayIn(language, preregistration.at),
          when: whenPreregistered(preregistration, whenWords)
        })
      : null,
    revision: preregistration?.revision ?? 0,
    // On scores there are no ties to decide on.
    words: words.filter(({ key }) => key !== 'ties' || !onScores)
  };
}
