import type { LabelScale } from '../../studies/labels/label-scale.ts';
import type { AnalysisPlan } from '../preregistration/analysis-plan.ts';
import type { Escalation } from '../ensembles/escalation.ts';
import type { GateName } from '../preregistration/gate-names.ts';
import type { Gate } from '../gates/gate.ts';
import { capital, counted, writtenFigure, listed } from '../gates/words.ts';
import { reachOf, type LabelNoise } from '../agreement/label-noise.ts';
import type { Need } from './needs.ts';
import { metricOf } from '../units/metric.ts';
import type { StudyOutcome } from '../units/outcomes.ts';
import type { Populations } from '../agreement/populations.ts';
import { reasonInWords } from '../items/english-reasons.ts';
import { byPlanInWords, looksWithoutPlan, unplannedInWords } from '../sequential/sequential-words.ts';
import type { SequentialState } from '../sequential/sequential-state.ts';
import type { LookTaken } from '../sequential/stopping-boundary.ts';
import type { Selection } from '../ensembles/selection.ts';

export interface ProcedureVerdict {
  outcome: StudyOutcome;
  /** One paragraph, as the results section of a paper states it. */
  text: string;
  /** What to collect, where more labels would decide it. */
  needs: Need[];
}

/**
 * The outcome that the required gates lead to. Every one passed, or without anything to check, and at least one passed:
 * adopt. Only agreement undecided, and the judges are reliable on items on which enough of them agree: adopt with escalation.
 * One failed: reject, also if it is agreement and escalation would be possible. Otherwise labels are missing.
 */
export function procedureOutcome(
  gates: readonly Gate[],
  analysisPlan: readonly GateName[],
  chosen: number | null,
  escalation: Escalation | null
): StudyOutcome {
  const required = gates.filter(({ name }) => analysisPlan.includes(name));
  const missed = required.filter(({ state }) => state !== 'pass' && state !== 'not-applicable');
  if (chosen === null) return 'collect-more-labels';
  if (missed.length === 0) return required.some(({ state }) => state === 'pass') ? 'adopt' : 'collect-more-labels';
  if (escalation !== null && missed.every(({ name, state }) => name === 'agreement' && state === 'undecided'))
    return 'adopt-with-escalation';
  return missed.some(({ state }) => state === 'fail') ? 'reject' : 'collect-more-labels';
}

interface Grounds {
  gates: readonly Gate[];
  selection: Selection;
  analysisPlan: AnalysisPlan;
  escalation: Escalation | null;
  needs: readonly Need[];
  /** The chosen ensemble in words: `the majority of A, B and C`. */
  words: string;
  metric: string;
  scale: LabelScale;
  populations: Populations;
  noise: LabelNoise;
  /** Revisions of the analysis plan, the first one first; none where nothing was preregistered. */
  plan: readonly PlanRevision[];
  /** Where the study is under its sequential plan; null with a fixed one. */
  sequential: SequentialState | null;
  /** Times at which the figures were seen while labels were to come. */
  looks: readonly LookTaken[];
}

/** One revision of the analysis plan: how much was known when it was written. */
export interface PlanRevision {
  revision: number;
  /** Whether the labels had been unblinded. */
  opened: boolean;
  /** Blind labels committed by then. */
  labels: number;
  /** What it changes in the revision before, in words. */
  changed: readonly string[];
}

/** The verdict with its paragraph, computed from nothing but the gates. */
export function procedureVerdict(grounds: Grounds): ProcedureVerdict {
  const { gates, selection, analysisPlan, escalation } = grounds;
  const outcome = procedureOutcome(gates, analysisPlan.gates, selection.chosen, escalation);
  const needs = outcome === 'collect-more-labels' ? [...grounds.needs] : [];
  return {
    outcome,
    needs,
    text: paragraphs[outcome](grounds)
      .filter((sentence) => sentence !== '')
      .join(' ')
  };
}

const paragraphs: Record<StudyOutcome, (grounds: Grounds) => string[]> = {
  adopt: (g) => [
    `${capital(g.words)} can replace human annotators on ${g.metric}.`,
    ...agreement(g),
    passed(g),
    extent(g),
    cheaper(g),
    ...limits(g)
  ],

  'adopt-with-escalation': (g) => {
    const { judges, of, coverage, upperBound } = g.escalation!;
    const agree =
      judges === of ? `all ${of} judges give its answer` : `at least ${judges} of ${of} judges give its answer`;
    return [
      `${capital(g.words)} can replace human annotators on ${g.metric} for items on which ${agree}: ${writtenFigure(coverage)} of the items, with an error rate of at most ${writtenFigure(Math.ceil(upperBound * 1000 - 1e-9) / 1000)} (upper bound).`,
      'Human annotators should judge the other items.',
      ...agreement(g),
      extent(g),
      ...limits(g)
    ];
  },

  'collect-more-labels': (g) =>
    g.selection.chosen === null
      ? [
          g.selection.units.length > 0
            ? 'No conclusion is possible yet: the labels of annotators and judges vary too little for a figure. Collect labels on other items.'
            : 'No conclusion is possible yet: no item has both a blind label and an answer of every judge. Collect labels first.'
        ]
      : [
          `It is undecided whether ${g.words} can replace human annotators on ${g.metric}.`,
          ...agreement(g),
          open(g).length > 0 ? `Undecided: ${listed(open(g).map((gate) => short[gate.name]))}.` : '',
          g.needs.length > 0 ? `To decide it, collect ${listed(g.needs.map(({ what }) => what))}.` : '',
          below(g),
          ...limits(g)
        ],

  reject: (g) => {
    const failed = g.gates.filter(({ name, state }) => state === 'fail' && g.analysisPlan.gates.includes(name));
    return [
      `${capital(g.words)}, the best candidate, should not replace human annotators on ${g.metric}.`,
      ...agreement(g),
      `Failed: ${listed(failed.map(({ name }) => short[name]))}.`,
      ...failed.filter(({ name }) => name !== 'agreement').map(({ finding }) => finding),
      'More labels are unlikely to change this result. Examine the errors of the judges, then change the prompt or the judges.',
      ...limits(g)
    ];
  }
};

const short: Record<GateName, string> = {
  agreement: 'agreement with annotators',
  precision: 'precision of reported issues',
  recall: 'recall of valid issues',
  people: 'non-inferiority to a single annotator',
  unanimous: 'agreement on unanimous items',
  bias: 'bias',
  consistency: 'test–retest consistency',
  order: 'order of the systems by each judge',
  queries: 'number of queries',
  items: 'number of items'
};

const open = ({ gates, analysisPlan }: Grounds): Gate[] =>
  gates.filter(
    ({ name, state }) => analysisPlan.gates.includes(name) && (state === 'undecided' || state === 'not-tested')
  );

/**
 * `Agreement with annotators was .930 (95% CI [.880, .960], n = 212 items in 24 queries), corrected for selecting the best of
 * 16 candidates.` The interval is the one that the gate uses; no other one of agreement is in the paragraph.
 */
function agreement({ selection, analysisPlan, scale, populations, plan, sequential }: Grounds): string[] {
  const { corrected, units, clusters } = selection;
  const compared = selection.candidates.filter((one) => one.agreement !== null).length;
  const { kind, kappa } = metricOf(scale);
  const what = kind === 'mean' ? 'Agreement with annotators' : `${capital(kappa)} with annotators`;
  const n = `n = ${counted(units.length, 'item')} in ${counted(clusters, 'query')}`;
  const ci =
    corrected.low === null || corrected.high === null
      ? `no interval: ${reasonInWords[corrected.reason ?? 'undefined-replicates']}; ${n}`
      : `${percentOf(analysisPlan.confidence)} CI ${ends(corrected)}, ${n}`;
  const selected = sequential
    ? byPlanInWords(sequential)
    : compared > 1
      ? `, corrected for selecting the best of ${compared} candidates`
      : '';
  const target = `The ${plan.length > 0 ? 'preregistered' : 'default'} target is ${writtenFigure(analysisPlan.target)}.`;
  return [
    `${what} was ${corrected.value === null ? 'undefined' : writtenFigure(corrected.value)} (${ci})${selected}.`,
    target,
    corrected.low === null ? '' : populationOf(populations, compared)
  ];
}

const percentOf = (confidence: number): string => `${Number((confidence * 100).toFixed(1))}%`;

/** Rounded outwards, so that no bound is promised that was not reached. */
const ends = ({ low, high }: { low: number | null; high: number | null }): string =>
  `[${writtenFigure(Math.floor(low! * 1000 + 1e-9) / 1000)}, ${writtenFigure(Math.ceil(high! * 1000 - 1e-9) / 1000)}]`;

/** What the interval is an interval of, and which population it speaks of. */
function populationOf({ raters, rows }: Populations, compared: number): string {
  const procedure =
    compared > 1
      ? `The interval is that of the selection procedure among ${compared} candidates, not of one ensemble fixed in advance. `
      : '';
  const like = rows.find(({ key }) => key === 'ensemble')?.like;
  const annotators = raters === 1 ? 'this one annotator' : `these ${raters} annotators`;
  return like && like.low !== null
    ? `${procedure}It speaks of ${annotators} and queries like these; for annotators like these it is ${ends(like)}.`
    : `${procedure}It speaks of ${annotators} and queries like these; variance between annotators is not included.`;
}

const below = ({ selection: { corrected }, analysisPlan: { target } }: Grounds): string =>
  corrected.value !== null && corrected.value < target
    ? 'The estimate is below the target, so more labels are more likely to show that the ensemble fails it.'
    : '';

function passed({ gates, analysisPlan }: Grounds): string {
  const required = gates.filter(({ name }) => analysisPlan.gates.includes(name));
  const idle = required.filter(({ state }) => state === 'not-applicable').map(({ name }) => short[name]);
  const ran = required.length - idle.length;
  return `All ${ran} required gates that apply are passed${idle.length > 0 ? `; not applicable: ${listed(idle)}` : ''}.`;
}

/** Gates that are not required are no part of the verdict, but a reader should know of them. */
function extent({ gates, analysisPlan }: Grounds): string {
  const left = gates.filter(({ name, state }) => !analysisPlan.gates.includes(name) && state !== 'pass');
  return left.length === 0 ? '' : `Not required, and not passed: ${listed(left.map(({ name }) => short[name]))}.`;
}

function cheaper({ selection: { candidates, chosen, cheapest }, analysisPlan }: Grounds): string {
  if (cheapest === null || cheapest === chosen) return '';
  return `${candidates[cheapest]!.name} costs less and is not worse by the margin δ: its agreement is at most δ = ${writtenFigure(analysisPlan.delta)} below the best candidate (one-sided 95% bound over all candidates).`;
}

/** What the result does not show: by the labels, by the plan, and beyond this study. */
const limits = ({ noise, analysisPlan, plan, sequential, looks }: Grounds): string[] => [
  reachOf(noise, analysisPlan.target) === 'out-of-reach'
    ? noise.unit === 'share'
      ? `With the estimated label noise, a perfect judge would agree on ${writtenFigure(noise.ceiling.value!)} of the items, so the target of ${writtenFigure(analysisPlan.target)} cannot be reached with these labels.`
      : `With the estimated label noise, a perfect judge would reach a κ of ${writtenFigure(noise.ceiling.value!)}, so the target of ${writtenFigure(analysisPlan.target)} cannot be reached with these labels.`
    : '',
  planInWords(plan),
  sequential ? unplannedInWords(sequential) : looksWithoutPlan(looks),
  'The result holds for the systems, queries and judge versions of this study. New systems, other queries, another metric, and a changed judge or prompt version need new labels.'
];

/** When the analysis plan was written and changed, where that weakens the result. */
function planInWords(plan: readonly PlanRevision[]): string {
  const [first] = plan;
  if (!first) return 'No analysis plan was preregistered; default values apply, so the result is exploratory.';
  if (first.opened) return 'The analysis plan was first written after unblinding, so the result is exploratory.';
  const late = plan.filter(({ opened }) => opened);
  if (late.length > 0)
    return `The analysis plan was changed after unblinding (${late
      .map(({ revision, changed }) => `revision ${revision}${changed.length > 0 ? `: ${listed(changed)}` : ''}`)
      .join('; ')}), so the result is exploratory.`;
  const last = plan.at(-1)!;
  return last.labels > 0
    ? `The analysis plan was ${plan.length > 1 ? 'last changed' : 'preregistered'} before unblinding, after ${counted(last.labels, 'label')} had been committed.`
    : '';
}

/**
 * A line on another target than the one of the analysis plan, chosen after the labels could be seen: it changes neither the
 * verdict nor a gate. Null where it is the same target.
 */
export function exploratoryTarget(
  { selection: { corrected }, analysisPlan }: { selection: Selection; analysisPlan: AnalysisPlan },
  target: number
): string | null {
  if (target === analysisPlan.target) return null;
  const { low } = corrected;
  const bound =
    low === null
      ? 'there is no corrected lower bound'
      : `the corrected ${percentOf(analysisPlan.confidence)} lower bound, ${writtenFigure(Math.floor(low * 1000 + 1e-9) / 1000)}, ${low >= target ? 'reaches it' : 'does not reach it'}`;
  return `Exploratory, not preregistered: against a target of ${writtenFigure(target)} instead of ${writtenFigure(analysisPlan.target)}, ${bound}. The verdict and the gates keep the target of ${writtenFigure(analysisPlan.target)}.`;
}
