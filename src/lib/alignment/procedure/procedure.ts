import { breakdownOf, type Breakdown } from '../agreement/breakdown.ts';
import type { AnalysisPlan } from '../preregistration/analysis-plan.ts';
import { ensembleName, judgeEnsembles } from '../ensembles/ensembles.ts';
import { escalationFor, type Escalation } from '../ensembles/escalation.ts';
import { agreementGate, sizeGates } from '../gates/agreement.ts';
import { biasGate, type BiasFacts } from '../gates/bias.ts';
import { consistencyGate, type RepeatFacts } from '../gates/consistency.ts';
import { gateNames } from '../preregistration/gate-names.ts';
import type { Gate } from '../gates/gate.ts';
import { issueGates } from '../gates/issues.ts';
import { orderGate } from '../gates/order.ts';
import { peopleGate } from '../gates/people.ts';
import { unanimousGate } from '../gates/unanimous.ts';
import { answeringJudges, scoresOf } from '../ensembles/candidates.ts';
import type { Resampling } from '../units/figure.ts';
import { judgeChecks, type JudgeCheck, type JudgeCheckFacts } from '../agreement/judges/judge-checks.ts';
import { labelNoiseOf, type LabelNoise } from '../agreement/label-noise.ts';
import { needsOf } from './needs.ts';
import { populationsOf, type Populations } from '../agreement/populations.ts';
import type { StudyRatings } from '../units/ratings.ts';
import { ensembleSaid } from './recommendation.ts';
import { largestSubset } from '../ensembles/ensembles.ts';
import { chooseEnsemble, type Selection } from '../ensembles/selection.ts';
import { ratedUnits, unequalSampling, type Units } from '../units/units.ts';
import { metricOf } from '../units/metric.ts';
import { sequentialState, type SequentialFacts, type SequentialState } from '../sequential/sequential-state.ts';
import { selectionUnderPlan } from '../sequential/selection-under-plan.ts';
import { procedureVerdict, type PlanRevision, type ProcedureVerdict } from './verdict.ts';

/** Data that the procedure needs besides labels and verdicts. Plain data, so that it can be sent to another thread. */
export interface ProcedureFacts {
  metric: string;
  /** US dollars per 1,000 items of each judge; null if unknown. */
  costs: Readonly<Record<string, number | null>>;
  /** Words of each report. */
  words: BiasFacts['words'];
  /** By judge: names of the systems built on a model of its maker. */
  ownFamily: Readonly<Record<string, readonly string[]>>;
  /** By judge: names of the systems of which that is unknown; absent if none. */
  unknownFamily?: Readonly<Record<string, readonly string[]>>;
  repeats: RepeatFacts;
  /** Revisions of the analysis plan, the first one first; none if nothing was preregistered. */
  plan?: readonly PlanRevision[];
  /** Number of the run that judged the items, if it was started after the labels had been unblinded. */
  lateRun?: number;
  /** Complete queries and looks, if a sequential plan is preregistered or the figures were seen early. */
  sequential?: SequentialFacts;
  /** Of comparisons, each judge's verdicts in either order of the two texts; absent if unknown. */
  orders?: JudgeCheckFacts['orders'];
}

/** The adoption procedure on one study: what was chosen, which gates it passes, and what follows. */
export interface Procedure {
  analysisPlan: AnalysisPlan;
  selection: Selection;
  /** Where the study is under its sequential plan; null with a fixed one. */
  sequential: SequentialState | null;
  gates: Gate[];
  escalation: Escalation | null;
  verdict: ProcedureVerdict;
  /** The chosen ensemble apart by category and query; null if none was chosen. */
  breakdown: Breakdown | null;
  /** Every preregistered judge on its own. */
  judges: JudgeCheck[];
  /** Agreement for these annotators, and for annotators like these. */
  populations: Populations;
  /** How far errors in the reference labels limit the agreement that can be reached. */
  noise: LabelNoise;
}

/**
 * Goes through the adoption procedure as preregistered: enumerates the ensembles of the preregistered judges, chooses one, corrects its
 * agreement for having been chosen, compares it with every gate, and says what follows. Equal input gives an equal result.
 *
 * @param tell told between the steps that take time about which share of the work is done, in [0, 1].
 */
export function adoptionProcedure(
  ratings: StudyRatings,
  analysisPlan: AnalysisPlan,
  facts: ProcedureFacts,
  resampling: Resampling,
  tell: (share: number) => void = () => {}
): Procedure {
  const candidates = ratings.judges.filter(({ id }) => analysisPlan.judges.includes(id));
  const units = ratedUnits({ ...ratings, judges: candidates }, analysisPlan.ties);
  const answering = answeringJudges(units);
  const ids = answering.map(({ id }) => id);
  const nameOf = (id: string): string => answering.find((judge) => judge.id === id)!.name;
  const { level } = units.scale;
  const ensembles = judgeEnsembles(ids, largestSubset(ids.length, level), level).map((ensemble) => ({
    ...ensemble,
    name: ensembleName(ensemble, nameOf)
  }));
  const within = { ...resampling, confidence: analysisPlan.confidence };
  const fixed = chooseEnsemble(units, ensembles, facts.costs, analysisPlan, resampling);
  const sequential = stateUnderPlan(units, fixed, analysisPlan, facts.sequential);
  const selection = sequential === null ? fixed : selectionUnderPlan(fixed, sequential);
  tell(0.6);
  const chosen = selection.chosen === null ? null : scoresOf(units, ensembles[selection.chosen]!);
  const populations = populationsOf(units, chosen, { ...selection.corrected, units: selection.units }, within);
  const noise = labelNoiseOf(units, selection.units, within);
  const judges = judgeChecks(units, facts);
  const ensemble = selection.chosen === null ? null : ensembles[selection.chosen]!;
  if (ensemble === null) {
    const gates = [
      agreementGate(units, selection, analysisPlan, sequential),
      ...sizeGates(units, selection, analysisPlan)
    ];
    const grounds = {
      gates,
      selection,
      analysisPlan,
      escalation: null,
      needs: [],
      answering: answering.length,
      ensemble: null,
      metric: facts.metric,
      scale: units.scale,
      weighted: unequalSampling(units),
      ...{
        populations,
        noise,
        plan: facts.plan ?? [],
        lateRun: facts.lateRun,
        sequential,
        looks: facts.sequential?.looks ?? []
      }
    };
    return {
      ...{
        analysisPlan,
        selection,
        sequential,
        gates,
        escalation: null,
        verdict: procedureVerdict(grounds),
        breakdown: null,
        judges
      },
      populations,
      noise
    };
  }

  const scores = scoresOf(units, ensemble);
  const inEnsemble = units.judges.filter(({ id }) => ensemble.judgeIds.includes(id));
  const bias: BiasFacts = {
    words: facts.words,
    ownFamily: inEnsemble.some(({ id }) => facts.ownFamily[id] === undefined)
      ? null
      : [...new Set(inEnsemble.flatMap(({ id }) => facts.ownFamily[id]!))],
    unknownFamily: [...new Set(inEnsemble.flatMap(({ id }) => facts.unknownFamily?.[id] ?? []))],
    judges: inEnsemble.map(({ id, name }) => ({ id, name })),
    ...(facts.orders ? { orders: facts.orders } : {})
  };
  const gates = [
    agreementGate(units, selection, analysisPlan, sequential),
    peopleGate(units, scores, analysisPlan, resampling),
    unanimousGate(units, scores, analysisPlan),
    biasGate(units, scores, bias, analysisPlan),
    consistencyGate(units, ensemble, facts.repeats, analysisPlan),
    orderGate(units, ensemble.judgeIds.length > 1 ? ensemble.judgeIds : ids, analysisPlan, resampling),
    ...(ratings.issues ? issueGates(units, ratings.issues, ensemble, analysisPlan) : []),
    ...sizeGates(units, selection, analysisPlan)
  ].sort((a, b) => gateNames.indexOf(a.name) - gateNames.indexOf(b.name));
  tell(0.9);
  const escalation = escalationFor(units, scores, ids, analysisPlan, ensembles.length);
  const required = gates.filter(({ name }) => analysisPlan.gates.includes(name));
  const needs = needsOf(required, units, selection, scores, analysisPlan);
  return {
    analysisPlan,
    selection,
    sequential,
    gates,
    escalation,
    breakdown: breakdownOf(units, scores),
    judges,
    populations,
    noise,
    verdict: procedureVerdict({
      gates,
      selection,
      analysisPlan,
      escalation,
      needs,
      answering: answering.length,
      ensemble: ensembleSaid(ensemble, units.judges, units.scale),
      metric: facts.metric,
      scale: units.scale,
      weighted: unequalSampling(units),
      ...{
        populations,
        noise,
        plan: facts.plan ?? [],
        lateRun: facts.lateRun,
        sequential,
        looks: facts.sequential?.looks ?? []
      }
    })
  };
}

/** Null without a sequential plan, or if agreement is no mean over items. */
function stateUnderPlan(
  units: Units,
  { candidates, costUnit }: Selection,
  analysisPlan: AnalysisPlan,
  facts: SequentialFacts | undefined
): SequentialState | null {
  const { sequential, lambda } = analysisPlan;
  if (!sequential || metricOf(units.scale).kind !== 'mean') return null;
  const prices = costUnit === 'dollars' && lambda > 0 ? candidates.map(({ cost }) => lambda * cost) : undefined;
  return sequentialState(units, candidates, { ...analysisPlan, sequential }, facts ?? { complete: [], looks: [] }, {
    prices,
    withInterval: true
  });
}
