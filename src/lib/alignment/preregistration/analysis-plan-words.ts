import { planNumbers, type AnalysisPlan } from './analysis-plan.ts';
import { gateNames, listGates, type GateName } from './gate-names.ts';
import { sequentialPlanInWords } from './sequential-plan.ts';
import { count, percent, proportion } from '../../stats/writing/figures.ts';

export const gateTitles: Record<GateName, { title: string; means: string }> = {
  agreement: { title: 'Agreement', means: 'the lower bound, corrected for selecting the best, reaches the target' },
  precision: { title: 'Precision', means: 'the lower bound reaches the preregistered precision of reported issues' },
  recall: { title: 'Recall', means: 'the lower bound reaches the preregistered recall of valid issues' },
  people: {
    title: 'Annotators',
    means: 'the ensemble may replace at least half of the annotators (Alternative Annotator Test, by query)'
  },
  unanimous: { title: 'Unanimous items', means: 'for each answer, the lower bound of agreement reaches the floor' },
  bias: {
    title: 'Bias',
    means: 'severity, position, length and self-preference within their margins (equivalence tests)'
  },
  consistency: { title: 'Test–retest consistency', means: 'the lower bound of equal answers to repeated questions' },
  order: { title: 'Ranking of systems', means: 'judges agree on the ranking of systems if queries are resampled' },
  queries: { title: 'Queries', means: 'at least the preregistered number' },
  items: { title: 'Items', means: 'at least the preregistered number compared' }
};

/** A preregistration as pairs of a name and its value, for people to read. */
export function analysisPlanInWords(
  analysisPlan: AnalysisPlan,
  nameOf: (judgeId: string) => string,
  assumed: readonly string[] = []
): { key: keyof AnalysisPlan; term: string; value: string }[] {
  const lists = analysisPlan.precision !== undefined || analysisPlan.recall !== undefined;
  const left = gateNames.filter((name) => !analysisPlan.gates.includes(name) && (lists || !listGates.includes(name)));
  return [
    { key: 'judges', term: 'Judges', value: analysisPlan.judges.map(nameOf).join(', ') },
    { key: 'target', term: 'Target', value: `${proportion(analysisPlan.target)}, for the lower bound of the interval` },
    { key: 'floor', term: 'Floor', value: `${proportion(analysisPlan.floor)} on unanimous items` },
    {
      key: 'confidence',
      term: 'Confidence',
      value: percent(
        analysisPlan.confidence,
        analysisPlan.confidence * 100 === Math.round(analysisPlan.confidence * 100) ? 0 : 1
      )
    },
    {
      key: 'delta',
      term: 'Margin δ',
      value: `${proportion(analysisPlan.delta)}: non-inferiority margin of a candidate to the best one, and of the judges to a single annotator`
    },
    {
      key: 'lambda',
      term: 'Cost λ',
      value:
        analysisPlan.lambda === 0
          ? 'agreement only; ties go to the cheaper candidate'
          : `${proportion(analysisPlan.lambda)} of agreement per dollar and 1,000 items`
    },
    { key: 'epsilon', term: 'ε', value: proportion(analysisPlan.epsilon, 2) },
    {
      key: 'ties',
      term: 'Tied items',
      value: analysisPlan.ties === 'half' ? 'each tied label counts its share' : 'the item is excluded'
    },
    { key: 'consistency', term: 'Test–retest consistency', value: proportion(analysisPlan.consistency) },
    { key: 'order', term: 'Ranking of systems', value: `τ ${proportion(analysisPlan.order)}` },
    ...(['severityMargin', 'positionMargin', 'lengthMargin', 'ownMakerMargin'] as const).map((key) => ({
      key,
      term: planNumbers[key].label,
      value: `±${proportion(analysisPlan[key])} of the scale’s range${assumed.includes(key) ? ' (default; the plan predates these margins)' : ''}`
    })),
    { key: 'queries', term: 'Queries', value: `at least ${count(analysisPlan.queries)}` },
    { key: 'items', term: 'Items', value: `at least ${count(analysisPlan.items)}` },
    ...(analysisPlan.precision === undefined
      ? []
      : [
          {
            key: 'precision' as const,
            term: 'Precision',
            value: `${proportion(analysisPlan.precision)} of reported issues, for the lower bound of the interval`
          }
        ]),
    ...(analysisPlan.recall === undefined
      ? []
      : [
          {
            key: 'recall' as const,
            term: 'Recall',
            value: `${proportion(analysisPlan.recall)} of valid issues, for the lower bound of the interval`
          }
        ]),
    ...(analysisPlan.sequential === undefined
      ? []
      : [{ key: 'sequential' as const, term: 'Stops', value: sequentialPlanInWords(analysisPlan.sequential) }]),
    {
      key: 'gates',
      term: 'Gates',
      value:
        left.length === 0
          ? 'all required'
          : `all required except ${left.map((name) => gateTitles[name].title.toLowerCase()).join(', ')}`
    }
  ];
}
