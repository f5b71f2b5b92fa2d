import { sayingsOf } from '../../messages/sayings.ts';
import { usualLists, type AnalysisPlan } from '../preregistration/analysis-plan.ts';
import type { JudgeEnsemble } from '../ensembles/ensembles.ts';
import type { Figure } from '../units/figure.ts';
import { issueFigures } from '../ensembles/issue-figures.ts';
import type { IssueFacts } from '../units/ratings.ts';
import type { Units } from '../units/units.ts';
import { surelyReaches, type Gate, type GatePart } from './gate.ts';
import { withFinding, namedPart } from './said.ts';
import { lowerBound, proportion } from '../../stats/writing/figures.ts';

const finding = sayingsOf('gateFindings');
const partPhrase = sayingsOf('gateParts');
const dash = sayingsOf('gateDashes');

/**
 * Precision and recall of the ensemble's list of issues, each by the lower end of its interval by query: a list may neither invent
 * issues nor miss most of them. Recall is that of all valid issues that any judge reports; if annotators have listed issues
 * themselves, recall of those stands beside it.
 */
export function issueGates(
  units: Units,
  facts: IssueFacts,
  ensemble: JudgeEnsemble,
  analysisPlan: AnalysisPlan
): Gate[] {
  const { candidates } = issueFigures(units, facts, [ensemble], { confidence: analysisPlan.confidence });
  const { precision, recall, probed } = candidates[0]!;
  return [
    gateOf('precision', precision, analysisPlan.precision ?? usualLists.precision, []),
    gateOf('recall', recall, analysisPlan.recall ?? usualLists.recall, probed ? [probedPart(probed)] : [])
  ];
}

const probedPart = ({ value, low, high, n, items }: Figure): GatePart => ({
  ...namedPart(partPhrase('probed')),
  ...(value === null ? { why: dash('noneListed') } : {}),
  ...{ value, low, high, n, p: null, state: 'not-applicable' },
  items: [...items]
});

const measures = {
  precision: 'Share of the reported issues that annotators find valid',
  recall: 'Share of the valid issues that the ensemble reports'
};

function gateOf(
  name: 'precision' | 'recall',
  { value, low, high, n, clusters, items }: Figure,
  threshold: number,
  parts: GatePart[]
): Gate {
  return {
    name,
    state: value === null ? 'not-tested' : surelyReaches(low, high, threshold),
    measure: measures[name],
    ...{ value, low, high, threshold, n, clusters, parts },
    unit: 'share',
    ...withFinding(
      value === null
        ? finding(name === 'precision' ? 'noListed' : 'noValid')
        : finding(name, {
            value: proportion(value),
            bound: low === null ? 'no' : 'yes',
            low: low === null ? '' : lowerBound(low),
            n
          })
    ),
    items: [...items]
  };
}
