import type { LabelScale } from '../studies/label-scale.ts';
import type { Declared } from './declared.ts';
import type { Escalation } from './escalation.ts';
import type { Gate, GateName } from './gates/gate.ts';
import { capital, counted, figure, listed, per100 } from './gates/words.ts';
import type { Need } from './needs.ts';
import { metricOf } from './metric.ts';
import type { Selection } from './selection.ts';

/** What may follow from a study: what is recommended, and what a lead decides. */
export const outcomes = ['adopt', 'adopt-with-escalation', 'collect-more-labels', 'reject'] as const;
export type Outcome = (typeof outcomes)[number];

export interface Verdict {
  outcome: Outcome;
  /** One paragraph for somebody who knows no statistics. */
  text: string;
  /** What to collect, where more labels would decide it. */
  needs: Need[];
}

export const adopts = (outcome: Outcome): boolean => outcome === 'adopt' || outcome === 'adopt-with-escalation';

/**
 * The outcome that the required gates lead to. Every one passed, or without anything to check, and at least one passed:
 * adopt. Only agreement undecided, and the judges are reliable on items on which enough of them agree: adopt with escalation.
 * One failed: reject, also if it is agreement and escalation would be possible. Otherwise labels are missing.
 */
export function outcomeOf(
  gates: readonly Gate[],
  declared: readonly GateName[],
  chosen: number | null,
  escalation: Escalation | null
): Outcome {
  const required = gates.filter(({ name }) => declared.includes(name));
  const missed = required.filter(({ state }) => state !== 'pass' && state !== 'not-applicable');
  if (chosen === null) return 'collect-more-labels';
  if (missed.length === 0) return required.some(({ state }) => state === 'pass') ? 'adopt' : 'collect-more-labels';
  if (escalation !== null && missed.every(({ name, state }) => name === 'agreement' && state === 'undecided'))
    return 'adopt-with-escalation';
  return missed.some(({ state }) => state === 'fail') ? 'reject' : 'collect-more-labels';
}

export interface Grounds {
  gates: readonly Gate[];
  selection: Selection;
  declared: Declared;
  escalation: Escalation | null;
  needs: readonly Need[];
  /** The chosen ensemble in words: `the majority of A, B and C`. */
  words: string;
  metric: string;
  scale: LabelScale;
}

/** The verdict with its paragraph, computed from nothing but the gates. */
export function verdictOf(grounds: Grounds): Verdict {
  const { gates, selection, declared, escalation } = grounds;
  const outcome = outcomeOf(gates, declared.gates, selection.chosen, escalation);
  const needs = outcome === 'collect-more-labels' ? [...grounds.needs] : [];
  return {
    outcome,
    needs,
    text: paragraphs[outcome](grounds)
      .filter((sentence) => sentence !== '')
      .join(' ')
  };
}

const paragraphs: Record<Outcome, (grounds: Grounds) => string[]> = {
  adopt: (g) => [`${capital(g.words)} may stand in for people on ${g.metric}.`, agreement(g), passed(g), extent(g)],

  'adopt-with-escalation': (g) => {
    const { judges, of, coverage, upperBound } = g.escalation!;
    const mind = judges === of ? `all ${of} judges give that answer` : `${judges} of ${of} judges give that answer`;
    return [
      `${capital(g.words)} may stand in for people on ${g.metric} wherever ${mind}, which is on ${per100(coverage)} items of 100; there at most ${Math.ceil(upperBound * 100 - 1e-9)} of 100 answers would be wrong.`,
      `The other ${100 - Number(per100(coverage))} of 100 should go to a person.`,
      agreement(g),
      extent(g)
    ];
  },

  'collect-more-labels': (g) =>
    g.selection.chosen === null
      ? [
          g.selection.units.length > 0
            ? 'Nothing can be said yet: what people and judges say varies too little for a figure. Collect labels on other items.'
            : 'Nothing can be said yet: no item has both a blind label and an answer of every judge. Collect labels first.'
        ]
      : [
          `It is not known yet whether ${g.words} may stand in for people on ${g.metric}.`,
          agreement(g),
          `Still open: ${listed(open(g).map((gate) => short[gate.name]))}.`,
          g.needs.length > 0 ? `To settle it, collect ${listed(g.needs.map(({ what }) => what))}.` : '',
          below(g)
        ],

  reject: (g) => {
    const failed = g.gates.filter(({ name, state }) => state === 'fail' && g.declared.gates.includes(name));
    return [
      `${capital(g.words)}, the best candidate, should not stand in for people on ${g.metric}.`,
      agreement(g),
      `Not passed: ${listed(failed.map(({ name }) => short[name]))}.`,
      ...failed.filter(({ name }) => name !== 'agreement').map(({ finding }) => finding),
      'More labels are unlikely to change that: look at what the judges get wrong, then change the prompt or the judges.'
    ];
  }
};

const short: Record<GateName, string> = {
  agreement: 'agreement with people',
  people: 'whether it does as well as one of the people',
  unanimous: 'agreement where people are of one mind',
  bias: 'bias',
  consistency: 'whether it says the same when asked again',
  order: 'whether judges put the systems in the same order',
  queries: 'enough queries',
  items: 'enough items'
};

const open = ({ gates, declared }: Grounds): Gate[] =>
  gates.filter(({ name, state }) => declared.gates.includes(name) && (state === 'undecided' || state === 'not-tested'));

/** `It agrees with people on about 93 items of 100. Allowing for luck and for the choice, on at least 88; declared were 90.` */
function agreement({ selection, declared, scale }: Grounds): string {
  const { naive, corrected, units, clusters } = selection;
  const compared = selection.candidates.filter((one) => one.agreement !== null).length;
  const luck = compared > 1 ? `for luck and for its being picked as the best of ${compared} candidates` : 'for luck';
  if (metricOf(scale).kind === 'kappa') {
    const wanted = `${figure(declared.target)} was declared`;
    const measured = `On the ${counted(units.length, 'item')} of ${counted(clusters, 'query')} that people and all judges judged, it comes to ${figure(naive.value ?? 0)} on a scale of agreement on which 1 is the same score everywhere and 0 is what chance would give`;
    if (corrected.low === null) return `${measured}; how sure that is can not be said; ${wanted}.`;
    return `${measured}; allowing ${luck}, to at least ${figure(Math.floor(corrected.low * 1000) / 1000)}; ${wanted}.`;
  }
  const wanted = `${per100(declared.target)} were declared`;
  const measured = `On the ${counted(units.length, 'item')} of ${counted(clusters, 'query')} that people and all judges judged, it agrees with people on about ${per100(naive.value ?? 0)} of 100`;
  if (corrected.low === null) return `${measured}; how sure that is can not be said; ${wanted}.`;
  return `${measured}; allowing ${luck}, on at least ${per100(corrected.low, 'down')}; ${wanted}.`;
}

const below = ({ selection: { corrected }, declared: { target } }: Grounds): string =>
  corrected.value !== null && corrected.value < target
    ? 'So far it is below what was declared, so that more labels are likelier to show that it falls short.'
    : '';

function passed({ gates, declared }: Grounds): string {
  const required = gates.filter(({ name }) => declared.gates.includes(name));
  const idle = required.filter(({ state }) => state === 'not-applicable').map(({ name }) => short[name]);
  const ran = required.length - idle.length;
  return `All ${ran} declared checks that apply are passed${idle.length > 0 ? `; there is nothing to check for ${listed(idle)}` : ''}.`;
}

/** Gates that were declared not to be required are no part of the verdict, but a reader should know of them. */
function extent({ gates, declared }: Grounds): string {
  const left = gates.filter(({ name, state }) => !declared.gates.includes(name) && state !== 'pass');
  return left.length === 0 ? '' : `Not required, and not passed: ${listed(left.map(({ name }) => short[name]))}.`;
}
