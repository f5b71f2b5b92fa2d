import type { Declared } from './declared.ts';
import { gateNames, listGates, type GateName } from './gates/gate.ts';
import { count, percent, proportion } from '../stats/writing/figures.ts';

export const gateTitles: Record<GateName, { title: string; means: string }> = {
  agreement: { title: 'Agreement', means: 'its lower end reaches the target, allowing for the choice of the best' },
  precision: { title: 'Precision', means: 'its lower end reaches the preregistered precision of reported issues' },
  recall: { title: 'Recall', means: 'its lower end reaches the preregistered recall of valid issues' },
  people: { title: 'People', means: 'it does as well as one of the people (Alternative Annotator Test)' },
  unanimous: { title: 'People of one mind', means: 'for each answer, agreement there is not below the floor' },
  bias: { title: 'Bias', means: 'none for length or own maker, after Holm' },
  consistency: { title: 'Self-consistency', means: 'asked again, the judges say the same' },
  order: { title: 'Order of systems', means: 'judges put the systems in the same order' },
  queries: { title: 'Queries', means: 'enough for intervals by query' },
  items: { title: 'Items', means: 'enough were compared' }
};

/** A declaration as pairs of a name and its value, for people to read. */
export function declaredInWords(
  declared: Declared,
  nameOf: (judgeId: string) => string
): { key: keyof Declared; term: string; value: string }[] {
  const lists = declared.precision !== undefined || declared.recall !== undefined;
  const left = gateNames.filter((name) => !declared.gates.includes(name) && (lists || !listGates.includes(name)));
  return [
    { key: 'judges', term: 'Judges', value: declared.judges.map(nameOf).join(', ') },
    { key: 'target', term: 'Target', value: `${proportion(declared.target)}, by the lower end of the interval` },
    { key: 'floor', term: 'Floor', value: `${proportion(declared.floor)} where people are of one mind` },
    {
      key: 'confidence',
      term: 'Confidence',
      value: percent(declared.confidence, declared.confidence * 100 === Math.round(declared.confidence * 100) ? 0 : 1)
    },
    {
      key: 'delta',
      term: 'Margin δ',
      value: `${proportion(declared.delta)}: how far a candidate may be below the best, or the judges below a single annotator, and count as not worse`
    },
    {
      key: 'lambda',
      term: 'Cost λ',
      value:
        declared.lambda === 0
          ? 'agreement alone; of equals the cheaper'
          : `${proportion(declared.lambda)} of agreement per dollar and 1,000 items`
    },
    { key: 'epsilon', term: 'ε', value: proportion(declared.epsilon, 2) },
    {
      key: 'ties',
      term: 'Evenly split',
      value: declared.ties === 'half' ? 'each of their answers counts its share' : 'the item is left out'
    },
    { key: 'consistency', term: 'Self-consistency', value: proportion(declared.consistency) },
    { key: 'order', term: 'Order of systems', value: `τ ${proportion(declared.order)}` },
    { key: 'queries', term: 'Queries', value: `at least ${count(declared.queries)}` },
    { key: 'items', term: 'Items', value: `at least ${count(declared.items)}` },
    ...(declared.precision === undefined
      ? []
      : [
          {
            key: 'precision' as const,
            term: 'Precision',
            value: `${proportion(declared.precision)} of reported issues, by the lower end of the interval`
          }
        ]),
    ...(declared.recall === undefined
      ? []
      : [
          {
            key: 'recall' as const,
            term: 'Recall',
            value: `${proportion(declared.recall)} of valid issues, by the lower end of the interval`
          }
        ]),
    {
      key: 'gates',
      term: 'Gates',
      value:
        left.length === 0
          ? 'all required'
          : `all required but ${left.map((name) => gateTitles[name].title.toLowerCase()).join(', ')}`
    }
  ];
}
