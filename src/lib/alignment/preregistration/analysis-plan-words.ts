import type { AnalysisPlan } from './analysis-plan.ts';
import { gateNames, listGates, type GateName } from './gate-names.ts';
import { sequentialPlanInWords } from './sequential-plan.ts';
import { confidenceLevel, proportion } from '../../stats/writing/figures.ts';

import type { Messages } from '../../messages/catalogues/en/index.ts';
import type { Words } from '../../messages/message.ts';

/** Words for analysis plans, in one language. */
export interface PlanWords {
  terms: Words<Messages['planTerms']>;
  gates: Words<Messages['gateTitles']>;
  stopping: Words<Messages['sequentialPlan']>;
}

export const gateTitles = (words: PlanWords['gates']): Record<GateName, { title: string; means: string }> => ({
  agreement: { title: words.agreement, means: words.agreementMeans },
  precision: { title: words.precision, means: words.precisionMeans },
  recall: { title: words.recall, means: words.recallMeans },
  people: { title: words.people, means: words.peopleMeans },
  unanimous: { title: words.unanimous, means: words.unanimousMeans },
  bias: { title: words.bias, means: words.biasMeans },
  consistency: { title: words.consistency, means: words.consistencyMeans },
  order: { title: words.order, means: words.orderMeans },
  queries: { title: words.queries, means: words.queriesMeans },
  items: { title: words.items, means: words.itemsMeans }
});

/** A preregistration as pairs of a name and its value, for people to read. */
export function analysisPlanInWords(
  analysisPlan: AnalysisPlan,
  nameOf: (judgeId: string) => string,
  { terms, gates, stopping }: PlanWords,

  assumed: readonly string[] = []
): { key: keyof AnalysisPlan; term: string; value: string }[] {
  const lists = analysisPlan.precision !== undefined || analysisPlan.recall !== undefined;
  const left = gateNames.filter((name) => !analysisPlan.gates.includes(name) && (lists || !listGates.includes(name)));
  return [
    { key: 'judges', term: terms.judges, value: analysisPlan.judges.map(nameOf).join(', ') },
    { key: 'target', term: terms.target, value: terms.targetValue({ target: proportion(analysisPlan.target) }) },
    { key: 'floor', term: terms.floor, value: terms.floorValue({ floor: proportion(analysisPlan.floor) }) },
    {
      key: 'confidence',
      term: terms.confidence,
      value: confidenceLevel(analysisPlan.confidence)
    },
    {
      key: 'delta',
      term: terms.delta,
      value: terms.deltaValue({ delta: proportion(analysisPlan.delta) })
    },
    {
      key: 'lambda',
      term: terms.lambda,
      value: analysisPlan.lambda === 0 ? terms.noCost : terms.lambdaValue({ lambda: proportion(analysisPlan.lambda) })
    },
    { key: 'epsilon', term: 'ε', value: proportion(analysisPlan.epsilon, 2) },
    {
      key: 'ties',
      term: terms.ties,
      value: analysisPlan.ties === 'half' ? terms.tiesHalf : terms.tiesOut
    },
    { key: 'consistency', term: terms.consistency, value: proportion(analysisPlan.consistency) },
    { key: 'order', term: terms.order, value: `τ ${proportion(analysisPlan.order)}` },
    ...(['severityMargin', 'positionMargin', 'lengthMargin', 'ownMakerMargin'] as const).map((key) => ({
      key,
      term: terms[key],
      value: (assumed.includes(key) ? terms.marginAssumed : terms.margin)({ margin: proportion(analysisPlan[key]) })
    })),
    { key: 'queries', term: terms.queries, value: terms.atLeast({ n: analysisPlan.queries }) },
    { key: 'items', term: terms.items, value: terms.atLeast({ n: analysisPlan.items }) },
    ...(analysisPlan.precision === undefined
      ? []
      : [
          {
            key: 'precision' as const,
            term: terms.precision,
            value: terms.precisionValue({ precision: proportion(analysisPlan.precision) })
          }
        ]),
    ...(analysisPlan.recall === undefined
      ? []
      : [
          {
            key: 'recall' as const,
            term: terms.recall,
            value: terms.recallValue({ recall: proportion(analysisPlan.recall) })
          }
        ]),
    ...(analysisPlan.sequential === undefined
      ? []
      : [
          {
            key: 'sequential' as const,
            term: terms.stops,
            value: sequentialPlanInWords(analysisPlan.sequential, stopping)
          }
        ]),
    {
      key: 'gates',
      term: terms.gates,
      value:
        left.length === 0
          ? terms.allRequired
          : terms.allExcept({ gates: left.map((name) => gateTitles(gates)[name].title.toLowerCase()).join(', ') })
    }
  ];
}
