import type { Call } from '../../call.ts';
import { JudgeCallError } from '../../judge.ts';
import type { Sample } from '../../sample.ts';
import { readReport } from '../../report/read-report.ts';
import type { Structure } from '../../report/structure/parts.ts';
import { languageIsCorrect, structureIsClear } from './beyond-code.ts';
import { citationsAtClauseEnds } from './citations/citations-at-clause-ends.ts';
import { citationsListed } from './citations/citations-listed.ts';
import { entriesCited } from './citations/entries-cited.ts';
import { abstain } from './reading/finding.ts';
import type { Check, Finding } from './reading/finding.ts';
import { formattingValid } from './form/formatting-valid.ts';
import { numberingUnbroken } from './citations/numbering-unbroken.ts';
import { oneCitationStyle } from './citations/one-citation-style.ts';
import { oneSortedList } from './form/one-sorted-list.ts';
import { pointwiseAnswer, ratingAnswer } from './pointwise-answer.ts';
import { sourceAnswer } from './citations/source-checks.ts';
import { tablesComplete } from './form/tables-complete.ts';

/** The checks by key of the presentation checklist (after LiveResearchBench, Table 2). */
export const presentationChecks = {
  p1: structureIsClear,
  p2: languageIsCorrect,
  p3: entriesCited,
  p4: citationsListed,
  p5: oneSortedList,
  p6: oneCitationStyle,
  p7: citationsAtClauseEnds,
  p8: tablesComplete,
  p9: formattingValid,
  p10: numberingUnbroken
} as const satisfies Record<string, Check>;

/** What the judge says, by the name of the schema in which it is to say it. */
const sayings: Record<string, (call: RuleQuestion) => string> = {
  checklist_verdicts: ({ about }) => JSON.stringify(checklistAnswer(about)),
  issues: ({ about }) => JSON.stringify(pointwiseAnswer(about)),
  pairwise_points: () => pairwiseAbstention(),
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
  const rationale = 'Whether the report meets this takes reading for meaning, which is beyond code.';
  return { criteria: criteria.map(({ key: id }) => ({ id, label: 'abstain', rationale, quotes: [] })) };
}

/** What a call is about, as far as the judge reads it. */
export type RuleQuestion = Pick<Call, 'about' | 'material' | 'schema'>;

/** The text of the judge's reply. */
export function saying(call: RuleQuestion): string {
  const { name } = call.schema;
  const say = Object.hasOwn(sayings, name) ? sayings[name] : undefined;
  if (!say) throw new JudgeCallError(`The rules judge knows no reply of the form ${name}.`, { retryable: false });
  return say(call);
}

function checklistAnswer(about: Sample): { items: ({ id: string } & Finding)[] } {
  const report = about.metric === 'presentation' ? readReport(about.report.markdown).structure : null;
  return { items: about.items.map(({ key }) => ({ id: key, ...findingOf(report, key) })) };
}

function findingOf(report: Structure | null, key: string): Finding {
  if (report === null) return abstain('Whether the report says this takes reading for meaning, which is beyond code.');
  const check = Object.hasOwn(presentationChecks, key)
    ? presentationChecks[key as keyof typeof presentationChecks]
    : null;
  return check ? check(report) : abstain(`There is no rule for the item ${key}.`);
}

/** A reply on a pair: how deep an analysis goes is not for code to say. */
export const pairwiseAbstention = (): string =>
  JSON.stringify({
    abstains: 'Which of two reports goes deeper takes reading for meaning, which is beyond code.'
  });
