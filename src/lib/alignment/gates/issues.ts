import { usualLists, type AnalysisPlan } from '../preregistration/analysis-plan.ts';
import type { JudgeEnsemble } from '../ensembles/ensembles.ts';
import type { Figure } from '../units/figure.ts';
import { issueFigures } from '../ensembles/issue-figures.ts';
import type { IssueFacts } from '../units/ratings.ts';
import type { Units } from '../units/units.ts';
import { surelyReaches, type Gate, type GatePart } from './gate.ts';
import { counted, writtenFigure } from './words.ts';

/**
 * Precision and recall of the ensemble's list of issues, each by the lower end of its interval by query: a list may neither invent
 * issues nor miss most of them. Recall is that of all valid issues that any judge reports; where annotators have listed issues
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
    gateOf('precision', precision, analysisPlan.precision ?? usualLists.precision, [], {
      measure: 'Share of the reported issues that annotators find valid',
      of: 'issue that the ensemble reports'
    }),
    gateOf(
      'recall',
      recall,
      analysisPlan.recall ?? usualLists.recall,
      probed ? [part('Issues that annotators listed themselves', probed)] : [],
      { measure: 'Share of the valid issues that the ensemble reports', of: 'valid issue' }
    )
  ];
}

const part = (name: string, { value, low, high, n, items }: Figure): GatePart => ({
  ...{ name, value, low, high, n, p: null, state: 'not-applicable' },
  items: [...items]
});

function gateOf(
  name: 'precision' | 'recall',
  { value, low, high, n, clusters, items }: Figure,
  threshold: number,
  parts: GatePart[],
  { measure, of }: { measure: string; of: string }
): Gate {
  return {
    name,
    state: value === null ? 'not-tested' : surelyReaches(low, high, threshold),
    measure,
    ...{ value, low, high, threshold, n, clusters, parts },
    unit: 'share',
    finding:
      value === null
        ? `There is no ${of} with a blind label.`
        : `${name === 'precision' ? 'Precision' : 'Recall'} is ${writtenFigure(value)}${low === null ? '' : `, at least ${writtenFigure(low)} at the lower bound`} (${counted(n, of === 'valid issue' ? of : 'reported issue')}).`,
    items: [...items]
  };
}
