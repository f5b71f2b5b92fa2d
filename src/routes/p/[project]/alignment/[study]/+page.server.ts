import type { PageServerLoad } from './$types';
import { escalationInWords } from '$lib/alignment/ensembles/escalation-words.ts';
import { currentDecision, listDecisions } from '$lib/alignment/adoption/decisions.server.ts';
import type { AdoptedVersions } from '$lib/alignment/adoption/adoptions.ts';
import { chartsOf } from '$lib/alignment/charts/of-report.ts';
import { sameEnsemble } from '$lib/alignment/ensembles/ensembles.ts';
import { withoutItems } from '$lib/alignment/items/items.ts';
import { metricOf } from '$lib/alignment/units/metric.ts';
import { plannerAddress } from '$lib/alignment/planner/inputs.ts';
import type { AlignmentReport } from '$lib/alignment/report/report.ts';
import { candidateColumns, figuresOf } from '$lib/components/alignment/ensembles/candidate-columns.ts';
import { byAgreement, comparedPlaces, firstOf } from '$lib/alignment/ensembles/candidate-order.ts';
import type { CandidateRow } from '$lib/components/alignment/ensembles/CandidateTable.svelte';
import * as heads from '$lib/components/alignment/report/headlines.ts';
import { ensembleInFewWords, judgesInFewWords } from '$lib/alignment/report/rater-names.ts';
import { date } from '$lib/components/shared/format.ts';
import { alignmentFiles } from '$lib/exchange/export/alignment/alignment-files.server.ts';
import { selfJudgingNotes } from '$lib/scorer/judges/self-judging.ts';
import { listStudies } from '$lib/studies/planning/studies.server.ts';
import { answer } from '../../../../answer.ts';
import { decisionHead, shownDecision } from '../decisions.ts';
import { askedAlignment, crumbsOf } from './asked.ts';
import { askedPlace, choiceHead, chosenPlace } from './choices.ts';
import { singlesOf } from './singles.ts';
import { analysisPlanInWords } from './analysis-plan-words.ts';
import { notesFor } from './notes.ts';
import { gatesHead, shownChoice, shownGates, shownPopulations } from './shown-procedure.ts';
import { procedureSteps, whenPreregistered } from './steps.ts';

const mostCandidates = 24;

export const load: PageServerLoad = (event) =>
  answer(async () => {
    const asked = await askedAlignment(event, 'read-results');
    const { study, report: whole, header, procedure, procedureHash, preregistration, state } = asked;
    const { db } = event.locals;
    const report = withoutItems(whole);
    const studies = listStudies(db, asked.reading);
    const current = currentDecision(db, asked.reading, study.metric);
    const [newest, ...earlier] = listDecisions(db, asked.reading, study.metric);

    const { level } = report.method.scale;
    const onScores = metricOf(report.method.scale).kind === 'kappa';
    const best = chosenPlace(asked);
    const inForce = current?.ensemble ?? null;
    const adopted = inForce ? whole.candidates.findIndex((one) => sameEnsemble(one, adoptedEnsemble(inForce))) : -1;
    const shown = current && shownDecision(current, studies, current.validity, state.preregistrations);
    const nameOf = (id: string): string => report.judges.find((judge) => judge.id === id)?.name ?? id;
    const selected =
      askedPlace(event.url.searchParams.get('candidate'), whole) ?? best ?? (whole.candidates.length > 0 ? 0 : null);
    const order = byAgreement(whole.candidates);
    const rows = event.url.searchParams.has('all')
      ? order
      : firstOf(comparedPlaces(order, whole.candidates), mostCandidates, [best, adopted, selected]);
    const candidate = selected === null ? null : report.candidates[selected]!;
    const name = candidate ? ensembleInFewWords(candidate, report.judges) : '';
    const charts = chartsOf(whole, procedure);

    return {
      crumbs: crumbsOf(asked),
      study: {
        number: study.number,
        name: study.name,
        metric: study.metric,
        status: study.status,
        overlap: study.overlap
      },
      progress: { done: 0, total: 0, ...studies.find(({ id }) => id === study.id) },
      run: header.run,
      file: header.file ?? null,
      decidable: header.run !== null && whole.candidates.some(({ agreement }) => agreement.value !== null),
      decision: current &&
        shown && {
          ...shown,
          head: decisionHead(shown, study.metric),
          earlierFigures: current.studyId === study.id && current.figures.inputHash !== procedureHash
        },
      decided: newest !== undefined && event.url.searchParams.get('decided') === newest.id,
      history: earlier.map((one) => shownDecision(one, studies, null)),
      best,
      adopted: adopted < 0 ? null : adopted,
      selected,
      says: notesFor(level),
      together: {
        binary: 'the majority',
        preference: 'the majority',
        nominal: 'the majority',
        ordinal: 'the median',
        interval: 'the mean'
      }[level],
      steps: procedureSteps(db, asked, 'unblind'),
      verdict: { outcome: procedure.verdict.outcome, text: procedure.verdict.text },
      planner:
        procedure.verdict.outcome === 'collect-more-labels'
          ? plannerAddress(`/p/${event.params.project}`, { study: study.number }, 'chance')
          : null,
      analysisPlan: {
        by: preregistration?.by ?? null,
        when: preregistration ? `${date(preregistration.at)}, ${whenPreregistered(preregistration)}` : null,
        revision: preregistration?.revision ?? 0,
        words: analysisPlanInWords(procedure.analysisPlan, nameOf, preregistration?.assumed).filter(
          ({ key }) => key !== 'ties' || !onScores
        )
      },
      gates: shownGates(procedure),
      populations: shownPopulations(procedure),
      gatesHead: gatesHead(procedure),
      choices: procedure.selection.candidates.length,
      chosen: shownChoice(procedure, report.judges).rows.find((row) => row.chosen)?.name ?? '',
      files: Object.entries(alignmentFiles)
        .filter(([end]) => end !== 'issues.csv' || report.issues !== null)
        .filter(([end]) => !end.endsWith('.svg') || charts.some((chart) => end === `${chart.name}.svg`))
        .map(([end, { title, holds }]) => ({ end, title, holds })),
      escalation: procedure.escalation && escalationInWords(procedure.escalation),
      warnings: [
        ...report.warnings,
        ...selfJudgingNotes(header.selfJudging).map((text) => ({ code: 'self-judging', text, items: 0 }))
      ],
      method: whole.method,
      scope: report.scope,
      people: report.people,
      judges: report.judges,
      candidates: { total: order.length, rows: rows.map((place) => candidateRow(report, place)) },
      columns: candidateColumns(report),
      peopleRow: {
        agreement: report.humans.pooled.agreement,
        figures: figuresOf(report, report.humans.pooled, 'humans.pooled', report.humans.beside, 'humans')
      },
      onScores,
      names: { kappa: report.method.kappa, ac: report.method.ac },
      candidate: candidate && { words: name },
      preferences: report.preferences.n,
      heads: {
        choice: choiceHead(procedure.selection.candidates.length),
        candidates: heads.candidatesHead(
          whole.candidates.map(({ common }) => common),
          whole.method.target
        ),
        raters: heads.ratersHead(singlesOf(report), report.humans.pooled.agreement),
        errors: candidate
          ? heads.errorsHead(
              candidate.confusion,
              candidate.sensitivity,
              candidate.specificity,
              (
                {
                  binary: 'labels',
                  preference: 'labels',
                  nominal: 'categories',
                  ordinal: 'steps',
                  interval: 'ranges'
                } as const
              )[level]
            )
          : '',
        pairs: heads.pairsHead(
          report.humans.pooled.agreement,
          report.judgePairs.map(({ agreement }) => agreement),
          report.method.short
        ),
        either: heads.eitherHead(report.either.map(({ bothWrong }) => bothWrong)),
        issues: heads.issuesHead(report.issues, best === null ? null : report.candidates[best]!),
        strata: candidate ? heads.strataHead(candidate.strata) : '',
        breakdown: procedure.breakdown
          ? heads.breakdownHead(procedure.breakdown.categories, procedure.breakdown.queries)
          : '',
        checks: procedure.judges.length > 0 ? heads.checksHead(procedure.judges) : '',
        preferences: heads.preferencesHead(report.preferences.n, report.preferences.judges)
      }
    };
  });

type Shown = ReturnType<typeof withoutItems<AlignmentReport>>;

const adoptedEnsemble = ({ rule, judges }: AdoptedVersions) => ({
  rule,
  judgeIds: judges.map(({ judgeId }) => judgeId)
});

function candidateRow(report: Shown, place: number): CandidateRow {
  const candidate = report.candidates[place]!;
  return {
    place,
    judges: judgesInFewWords(candidate, report.judges),
    rule: candidate.rule,
    common: candidate.common,
    figures: figuresOf(report, candidate, `candidates.${place}`, candidate.beside)
  };
}
