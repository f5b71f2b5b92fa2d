import type { MetricRules } from '../../metric-rules.ts';
import type { Call } from '../../call.ts';
import { JudgeCallError } from '../../judge.ts';
import type { PenaltyTable } from '../../metric.ts';
import type { Sample } from '../../sample.ts';
import { readReport } from '../../report/read-report.ts';
import { reportChecks } from './checks.ts';
import { sourceAnswer } from './citations/source-checks.ts';
import { pointwiseAnswer, ratingAnswer } from './pointwise-answer.ts';
import { abstain, type Finding } from './reading/finding.ts';
import { ruleWords } from './reading/rule-words.ts';

/** Subject of a call, as far as the judge reads it, and the rules of the metric. */
export type RuleQuestion = Pick<Call, 'about' | 'material' | 'schema'> & {
  rules?: MetricRules;
  /** The metric's own table, if it has one. */
  penalties?: PenaltyTable;
};

/** Replies of the judge, by the name of the schema of the reply. */
const sayings: Record<string, (asked: RuleQuestion) => string> = {
  checklist_verdicts: ({ about, rules }) => JSON.stringify(checklistAnswer(about, rules)),
  issues: ({ about, rules, penalties }) => JSON.stringify(pointwiseAnswer(about, rules, penalties)),
  pairwise_points: ({ rules }) => pairwiseAbstention(rules?.abstains),
  rating: () => JSON.stringify(ratingAnswer()),
  rubric_verdicts: ({ material }) => JSON.stringify(rubricAnswer(material)),
  source_relevance: fromMaterial,
  claim_support: fromMaterial
};

function fromMaterial({ material, schema }: RuleQuestion): string {
  if (!material || material.kind === 'criteria')
    throw new JudgeCallError(`${schema.name} was asked without a page.`, { retryable: false });
  return JSON.stringify(sourceAnswer(material));
}

/** Criteria of a rubric take reading for meaning: code abstains from each. */
function rubricAnswer(material: Call['material']): object {
  const criteria = material?.kind === 'criteria' ? material.criteria : [];
  const rationale = ruleWords.beyondCode({ subject: ruleWords.meetsThis });
  return { criteria: criteria.map(({ key: id }) => ({ id, label: 'abstain', rationale, quotes: [] })) };
}

/** The text of the judge's reply. */
export function saying(asked: RuleQuestion): string {
  const { name } = asked.schema;
  const say = Object.hasOwn(sayings, name) ? sayings[name] : undefined;
  if (!say) throw new JudgeCallError(`The rules judge knows no reply of the form ${name}.`, { retryable: false });
  return say(asked);
}

function checklistAnswer({ items, report }: Sample, rules: MetricRules = {}): { items: ({ id: string } & Finding)[] } {
  const reads = Object.values(rules.items ?? {}).some((rule) => typeof rule === 'string');
  const structure = reads ? readReport(report.markdown).structure : null;
  return {
    items: items.map(({ key }) => {
      if (rules.items === undefined)
        return {
          id: key,
          ...abstain(rules.abstains ?? ruleWords.beyondCode({ subject: ruleWords.saysThis }))
        };
      const rule = Object.hasOwn(rules.items, key) ? rules.items[key] : undefined;
      const finding =
        typeof rule === 'function'
          ? rule(report.markdown)
          : rule && structure
            ? reportChecks[rule](structure)
            : abstain(ruleWords.noRule({ given: key }));
      return { id: key, ...finding };
    })
  };
}

/** A reply on a pair: which of two reports is better is not for code to say. */
export const pairwiseAbstention = (abstains = ruleWords.beyondCode({ subject: ruleWords.isBetter })): string =>
  JSON.stringify({ abstains });
