import { humanPairs } from '../agreement/pairs.ts';
import { candidateFigures, commonUnits } from '../ensembles/candidates.ts';
import { ensembleName } from '../ensembles/ensembles.ts';
import { chosenIn } from '../ensembles/selection.ts';
import type { Gate, GatePart, GateState } from '../gates/gate.ts';
import { gateTitles } from '../preregistration/analysis-plan-words.ts';
import { planWordsIn } from '../preregistration/plan-words.ts';
import { adoptionProcedure } from '../procedure/procedure.ts';
import type { Figure } from '../units/figure.ts';
import { metricOf } from '../units/metric.ts';
import { ratedUnits, unequalSampling } from '../units/units.ts';
import { ratingsOfEvidence, type CardEvidence } from './evidence.ts';

const titles = gateTitles(planWordsIn('en').gates);

/** A figure of a card with what it rests on; intervals by query at the confidence of the plan. */
export interface CardFigure {
  key: string;
  name: string;
  value: number | null;
  low: number | null;
  high: number | null;
  n: number;
  clusters: number;
  /** Why there is no value, or no interval. */
  reason?: string;
}

type CardGatePart = Omit<GatePart, 'items' | 'need'>;

export interface CardGate extends Omit<Gate, 'items' | 'parts'> {
  title: string;
  /** Whether the analysis plan requires it. */
  required: boolean;
  parts: CardGatePart[];
}

export interface CardFigures {
  /** The ensemble that the procedure chose, of which corrected bound and gates speak; null if it chose none. */
  chosen: string | null;
  candidates: number;
  figures: CardFigure[];
  gates: CardGate[];
}

/** Every figure of a card, computed from its evidence alone by the functions that the product uses. */
export function cardFigures(evidence: CardEvidence): CardFigures {
  const ratings = ratingsOfEvidence(evidence);
  const { plan, facts, resampling, ensemble } = evidence;
  const procedure = adoptionProcedure(ratings, plan, facts, resampling);
  const units = ratedUnits(ratings, plan.ties);
  const nameOf = (id: string): string => evidence.judges.find((judge) => judge.id === id)!.name;
  const name = ensembleName(ensemble, nameOf);
  const candidate = candidateFigures(units, ensemble, name, new Set(commonUnits(units)), plan);
  const { selection, gates } = procedure;
  const metric = metricOf(units.scale);
  const { corrected } = selection;
  const onShares = metric.kind === 'mean';
  const measure = onShares ? 'Agreement' : 'Quadratic-weighted κ';
  const repeats = gates.find((gate) => gate.name === 'consistency');
  const unequal = unequalSampling(units);
  const ofRun = (name: string): string => (unequal ? `${name}, weighted to the run` : name);
  /** A figure of the sample, which says so if that of the run differs. */
  const sampled = (key: string, name: string, figure: Figure): CardFigure =>
    figureOf(key, unequal ? `${name}, as sampled` : name, figure);
  const figures: (CardFigure | null)[] = [
    sampled('agreement', `${measure} with annotators`, candidate.agreement),
    unequal ? figureOf('weighted', `${measure} with annotators, weighted to the run`, candidate.weighted) : null,
    {
      ...{ key: 'corrected', name: ofRun('Corrected for selection') },
      ...{ value: corrected.value, low: corrected.low, high: corrected.high },
      ...{ n: selection.units.length, clusters: selection.clusters },
      ...(corrected.reason ? { reason: corrected.reason } : {})
    },
    onShares ? sampled('kappa', metric.kappa, candidate.kappa) : null,
    candidate.ac1 && metric.ac ? sampled('ac', metric.ac, candidate.ac1) : null,
    candidate.sensitivity && sampled('sensitivity', 'Sensitivity', candidate.sensitivity),
    candidate.specificity && sampled('specificity', 'Specificity', candidate.specificity),
    sampled('one-annotator', `${measure} with single annotators`, candidate.withOnePerson),
    sampled('coverage', 'Items with an answer', candidate.coverage),
    repeats && repeats.value !== null
      ? {
          ...{ key: 'consistency', name: ofRun('Test–retest consistency') },
          ...{ value: repeats.value, low: repeats.low, high: repeats.high, n: repeats.n, clusters: repeats.clusters }
        }
      : null,
    sampled(
      'annotators',
      `Annotators with one another${onShares ? '' : ', quadratic-weighted κ'} (human ceiling)`,
      humanPairs(units, plan).pooled.agreement
    )
  ];
  return {
    chosen: chosenIn(selection)?.name ?? null,
    candidates: selection.candidates.length,
    figures: figures.filter((figure) => figure !== null),
    gates: gates.map(({ items: _, parts, ...gate }) => ({
      ...gate,
      title: titles[gate.name].title,
      required: plan.gates.includes(gate.name),
      parts: parts.map(({ items: _items, need: _need, ...part }) => part)
    }))
  };
}

const figureOf = (key: string, name: string, { value, low, high, n, clusters, ...rest }: Figure): CardFigure => {
  const reason = rest.reason ?? rest.intervalReason;
  return { key, name, value, low, high, n, clusters, ...(reason ? { reason } : {}) };
};

/** The title of a gate in a language; as it was signed if this version of the software has another. */
export function gateTitleIn(language: string, { name, title }: Pick<CardGate, 'name' | 'title'>): string {
  return title === titles[name].title ? gateTitles(planWordsIn(language).gates)[name].title : title;
}

/** Gates of the plan that passed or cannot apply, and all that the plan requires. */
export const gatesMet = (gates: readonly CardGate[]): { met: number; required: number } => {
  const required = gates.filter((gate) => gate.required);
  return { met: required.filter(({ state }) => isMet(state)).length, required: required.length };
};

export const isMet = (state: GateState): boolean => state === 'pass' || state === 'not-applicable';

/** A number of two computations of a card that is not the same. */
export interface FigureDifference {
  /** The figure or gate, and which number of it. */
  where: string;
  stated: number | string | null;
  computed: number | string | null;
}

/** Largest relative difference of two computations of the same figure on different machines. */
const ROUNDING = 1e-9;

/** Whether two computations gave the same number, up to rounding, or the same text. */
export const sameNumber = (a: unknown, b: unknown): boolean =>
  typeof a === 'number' && typeof b === 'number'
    ? Math.abs(a - b) <= ROUNDING * Math.max(1, Math.abs(a), Math.abs(b))
    : a === b;

/** Numbers and states in which two computations differ, and how many figures, gates and parts of gates were compared. */
export function compareCardFigures(
  stated: CardFigures,
  computed: CardFigures
): { compared: number; differences: FigureDifference[] } {
  const differences: FigureDifference[] = [];
  const look = (where: string, a: object | undefined, b: object | undefined, keys: readonly string[]): void => {
    for (const key of keys) {
      const [x, y] = [a, b].map((one) => (one as Record<string, number | string | null> | undefined)?.[key] ?? null);
      if (!sameNumber(x, y)) differences.push({ where: `${where}, ${key}`, stated: x!, computed: y! });
    }
  };
  look('Result', stated, computed, ['chosen', 'candidates']);
  let compared = 0;
  const numbers = ['value', 'low', 'high', 'n', 'clusters'];
  const all = <T extends { name: string }>(
    before: readonly T[],
    after: readonly T[],
    keyOf: (one: T) => string,
    keys: readonly string[],
    within = ''
  ): void => {
    for (const key of new Set([...before, ...after].map(keyOf))) {
      compared++;
      const [a, b] = [before, after].map((list) => list.find((one) => keyOf(one) === key));
      if (!a || !b)
        differences.push({
          where: `${within}${key}`,
          stated: a ? 'there' : 'missing',
          computed: b ? 'there' : 'missing'
        });
      else look(`${within}${a.name}`, a, b, keys);
    }
  };
  all(stated.figures, computed.figures, ({ key }) => key, [...numbers, 'name']);
  all(stated.gates, computed.gates, ({ name }) => name, [...numbers, 'state', 'threshold', 'finding', 'title']);
  for (const gate of stated.gates) {
    const other = computed.gates.find(({ name }) => name === gate.name);
    if (other)
      all(gate.parts, other.parts, ({ name }) => name, [...numbers, 'p', 'state', 'threshold'], `${gate.title}: `);
  }
  return { compared, differences };
}
