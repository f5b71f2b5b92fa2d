import { paragraphIn } from '../../messages/say-in.ts';
import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import { reaches } from '../../stats/numbers/without-rounding.ts';
import { confidenceLevel, lowerBound, proportion, upperBound } from '../../stats/writing/figures.ts';
import type { LabelScale } from '../../studies/labels/label-scale.ts';
import type { AnalysisPlan } from '../preregistration/analysis-plan.ts';
import type { Escalation } from '../ensembles/escalation.ts';
import { gateSaid, type GateName } from '../preregistration/gate-names.ts';
import type { Gate } from '../gates/gate.ts';
import { reachOf, type LabelNoise } from '../agreement/label-noise.ts';
import type { Need } from './needs.ts';
import { metricOf } from '../units/metric.ts';
import type { StudyOutcome } from '../units/outcomes.ts';
import type { Populations } from '../agreement/populations.ts';
import { reasonSaid } from '../items/english-reasons.ts';
import { looksWithoutPlan, outsidePlan } from '../sequential/sequential-words.ts';
import type { SequentialState } from '../sequential/sequential-state.ts';
import type { LookTaken } from '../sequential/stopping-boundary.ts';
import { stoppingRuleNames } from '../preregistration/sequential-plan.ts';
import { settingSaid } from '../preregistration/plan-settings.ts';
import type { Selection } from '../ensembles/selection.ts';

const say = sayingsOf('verdictText');
const sayExploratory = sayingsOf('alignmentDocument');

export interface ProcedureVerdict {
  outcome: StudyOutcome;
  /** One paragraph, as the results section of a paper states it, sentence by sentence. */
  said: Saying[];
  /** The same in English, for documents, exports and the command line. */
  text: string;
  /** Labels to collect, if more of them would decide it. */
  needs: Need[];
  /** No judge has answered an item: answers are missing first, not labels. */
  unanswered: boolean;
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
  /** Candidate judges that answered an item. */
  answering: number;
  /** The chosen ensemble: `the majority of A, B and C`; null if none was chosen. */
  ensemble: Saying | null;
  metric: string;
  scale: LabelScale;
  /** Whether items had unequal chances, so that figures are weighted to the run. */
  weighted: boolean;
  populations: Populations;
  noise: LabelNoise;
  /** Revisions of the analysis plan, the first one first; none if nothing was preregistered. */
  plan: readonly PlanRevision[];
  /** Number of the run whose judges are compared, if it was started after the labels had been unblinded. */
  lateRun: number | undefined;
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
  /** Settings that it changes in the revision before, as `settingSaid` knows them. */
  changed: readonly string[];
}

/** The verdict with its paragraph, computed from nothing but the gates. */
export function procedureVerdict(grounds: Grounds): ProcedureVerdict {
  const { gates, selection, analysisPlan, escalation } = grounds;
  const outcome = procedureOutcome(gates, analysisPlan.gates, selection.chosen, escalation);
  const needs = outcome === 'collect-more-labels' ? [...grounds.needs] : [];
  const said = paragraphs[outcome](grounds);
  return { outcome, needs, said, text: paragraphIn('en', said), unanswered: isUnanswered(grounds) };
}

const isUnanswered = ({ selection, answering }: Grounds): boolean =>
  selection.chosen === null && selection.units.length === 0 && answering === 0;

const paragraphs: Record<StudyOutcome, (grounds: Grounds) => Saying[]> = {
  adopt: (g) => [say('adopt', subject(g)), ...agreement(g), passed(g), ...extent(g), ...cheaper(g), ...limits(g)],

  'adopt-with-escalation': (g) => {
    const { judges, of, coverage, confidence } = g.escalation!;
    const bound = upperBound(g.escalation!.upperBound);
    const where = { judges: judges === of ? 'all' : judges, of, coverage: proportion(coverage) };
    return [
      say('escalate', { ...subject(g), ...where, bound, level: confidenceLevel(confidence) }),
      say('others'),
      ...agreement(g),
      ...extent(g),
      ...limits(g)
    ];
  },

  'collect-more-labels': (g) => {
    if (g.selection.chosen === null)
      return [say(isUnanswered(g) ? 'noJudges' : g.selection.units.length > 0 ? 'noVariation' : 'noItems')];
    const open = namesOf(g.gates.filter((gate) => isRequired(g, gate) && isOpen(gate)));
    return [
      say('undecided', subject(g)),
      ...agreement(g),
      ...(open.length > 0 ? [say('open', { gates: open })] : []),
      ...(g.needs.length > 0 ? [say('collect', { needs: g.needs.map(({ said }) => said) })] : []),
      ...below(g),
      ...limits(g)
    ];
  },

  reject: (g) => {
    const failed = g.gates.filter((gate) => gate.state === 'fail' && isRequired(g, gate));
    return [
      say('reject', subject(g)),
      ...agreement(g),
      say('failed', { gates: namesOf(failed) }),
      ...failed.filter(({ name }) => name !== 'agreement').flatMap(({ said }) => said),
      say('noRescue'),
      ...limits(g)
    ];
  }
};

const subject = ({ ensemble, metric }: Grounds) => ({ ensemble: ensemble!, metric });

const isRequired = ({ analysisPlan }: Grounds, { name }: Gate): boolean => analysisPlan.gates.includes(name);
const isOpen = ({ state }: Gate): boolean => state === 'undecided' || state === 'not-tested';
const namesOf = (gates: readonly Gate[]): Saying[] => gates.map(({ name }) => gateSaid(name));

/**
 * `Agreement with annotators was .930 (95% CI [.880, .960], n = 212 items in 24 queries), corrected for selecting the best of
 * 16 candidates.` The interval is the one that the gate uses; no other one of agreement is in the paragraph.
 */
function agreement({ selection, analysisPlan, scale, weighted, populations, plan, sequential }: Grounds): Saying[] {
  const { corrected, units, clusters } = selection;
  const compared = selection.candidates.filter((one) => one.agreement !== null).length;
  const of = {
    ...{ measure: metricOf(scale).kind === 'mean' ? 'share' : 'kappa', n: units.length, queries: clusters },
    weighted: weighted ? 'yes' : 'no'
  };
  const target = say('target', {
    plan: plan.length > 0 ? 'preregistered' : 'default',
    target: proportion(analysisPlan.target)
  });
  if (corrected.low === null || corrected.high === null) {
    const why = reasonSaid(corrected.reason ?? 'undefined-replicates');
    return [
      corrected.value === null
        ? say('agreementUndefined', { ...of, why })
        : say('agreementNoInterval', { ...of, value: proportion(corrected.value), why }),
      ...(sequential ? [say('byPlan', { rule: stoppingRuleNames[sequential.plan.rule], at: sequential.at ?? 0 })] : []),
      target
    ];
  }
  const level = confidenceLevel(analysisPlan.confidence);
  const found = { ...of, value: proportion(corrected.value!), level, ...ends(corrected) };
  return [
    sequential
      ? say('agreementByPlan', {
          ...found,
          ...{ rule: stoppingRuleNames[sequential.plan.rule], at: sequential.at ?? 0 }
        })
      : say('agreement', { ...found, compared }),
    ...(sequential?.interval ? [say('planStopped')] : []),
    target,
    ...populationOf(populations, compared, level)
  ];
}

const ends = ({ low, high }: { low: number | null; high: number | null }) => ({
  low: lowerBound(low!),
  high: upperBound(high!)
});

/** The statistic of the interval, and the population to which it applies. */
function populationOf({ raters, rows }: Populations, compared: number, level: string): Saying[] {
  const like = rows.find(({ key }) => key === 'ensemble')?.like;
  return [
    ...(compared > 1 ? [say('ofSelection', { n: compared })] : []),
    like && like.low !== null
      ? say('likeAnnotators', { n: raters, level, ...ends(like) })
      : say('theseAnnotators', { n: raters })
  ];
}

const below = ({ selection: { corrected }, analysisPlan: { target } }: Grounds): Saying[] =>
  corrected.value !== null && !reaches(corrected.value, target) ? [say('belowTarget')] : [];

function passed(grounds: Grounds): Saying {
  const required = grounds.gates.filter((gate) => isRequired(grounds, gate));
  const idle = required.filter(({ state }) => state === 'not-applicable');
  const n = required.length - idle.length;
  return idle.length > 0 ? say('passedIdle', { n, idle: namesOf(idle) }) : say('passed', { n });
}

/** Gates that are not required are no part of the verdict, but a reader should know of them. */
function extent(grounds: Grounds): Saying[] {
  const left = grounds.gates.filter((gate) => !isRequired(grounds, gate) && gate.state !== 'pass');
  return left.length === 0 ? [] : [say('extra', { gates: namesOf(left) })];
}

function cheaper({ selection: { candidates, chosen, cheapest }, analysisPlan }: Grounds): Saying[] {
  if (cheapest === null || cheapest === chosen) return [];
  return [say('cheaper', { candidate: candidates[cheapest]!.name, delta: proportion(analysisPlan.delta) })];
}

/** Limits of the result: by the labels, by the plan, and beyond this study. */
const limits = ({ noise, analysisPlan, plan, lateRun, sequential, looks }: Grounds): Saying[] => [
  ...(reachOf(noise, analysisPlan.target) === 'out-of-reach'
    ? [
        say(noise.unit === 'share' ? 'noiseShare' : 'noiseKappa', {
          ceiling: proportion(noise.ceiling.value!),
          target: proportion(analysisPlan.target)
        })
      ]
    : []),
  ...planSaid(plan),
  ...(lateRun === undefined ? [] : [say('lateRun', { run: lateRun })]),
  ...(sequential ? outsidePlan(sequential) : looksWithoutPlan(looks)),
  say('scope')
];

/** When the analysis plan was written and changed, if that weakens the result. */
function planSaid(plan: readonly PlanRevision[]): Saying[] {
  const [first] = plan;
  if (!first) return [say('noPlan')];
  if (first.opened) return [say('planAfter')];
  const late = plan.filter(({ opened }) => opened);
  if (late.length > 0)
    return [
      say('planChanged'),
      ...late.map(({ revision, changed }) =>
        changed.length > 0
          ? say('revisionChanged', { revision, changed: changed.map(settingSaid) })
          : say('revisionLate', { revision })
      )
    ];
  const { labels } = plan.at(-1)!;
  return labels > 0 ? [say('planCommitted', { changes: plan.length > 1 ? 'yes' : 'no', n: labels })] : [];
}

/**
 * A line on another target than the one of the analysis plan, chosen after the labels could be seen: it changes neither the
 * verdict nor a gate. Null if it is the same target.
 */
export function exploratoryTarget(
  { selection: { corrected }, analysisPlan }: { selection: Selection; analysisPlan: AnalysisPlan },
  target: number
): Saying | null {
  if (target === analysisPlan.target) return null;
  const { low } = corrected;
  const targets = { target: proportion(target), planned: proportion(analysisPlan.target) };
  if (low === null) return sayExploratory('exploratoryUndefined', targets);
  return sayExploratory(reaches(low, target) ? 'exploratoryReached' : 'exploratoryMissed', {
    ...targets,
    level: confidenceLevel(analysisPlan.confidence),
    low: lowerBound(low)
  });
}
