import { createHash } from 'node:crypto';
import { isLong, readLongReport } from '../report/aside/long-reports.ts';
import { readReport } from '../report/read-report.ts';
import type { Structure } from '../report/structure.ts';
import { type Call, type Judge, JudgeCallError, type Sample } from '../pipeline.ts';
import { pairwiseAbstention } from '../protocols/pairwise/pairwise-reply.ts';
import { languageIsCorrect, structureIsClear } from './rules/beyond-code.ts';
import { citationsAtClauseEnds } from './rules/citations/citations-at-clause-ends.ts';
import { citationsListed } from './rules/citations/citations-listed.ts';
import { entriesCited } from './rules/citations/entries-cited.ts';
import { abstain } from './rules/finding.ts';
import type { Check, Finding } from './rules/finding.ts';
import { formattingValid } from './rules/form/formatting-valid.ts';
import { numberingUnbroken } from './rules/citations/numbering-unbroken.ts';
import { oneCitationStyle } from './rules/citations/one-citation-style.ts';
import { oneSortedList } from './rules/form/one-sorted-list.ts';
import { pointwiseAnswer, ratingAnswer } from './rules/pointwise-answer.ts';
import { sourceAnswer } from './rules/citations/source-checks.ts';
import { tablesComplete } from './rules/form/tables-complete.ts';

/** Raise with every change that can change a verdict: replies are cached under it. */
export const RULES_VERSION = '2';

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

/**
 * The judge made of code: decides from `call.about` and `call.material` what code can decide, abstains with the reason from
 * everything else, and answers in the reply format of each protocol, which it knows by the name of the reply's schema.
 * Same report, same reply.
 */
export const rulesJudge: Judge = {
  spec: 'rules',
  provider: 'rules',
  contextTokens: null,
  fingerprint: createHash('sha256').update(`rules@${RULES_VERSION}`).digest('hex'),
  abstains: true,
  ask: async (call) => ({
    text: await sayingAside(call),
    ending: 'complete',
    usage: null,
    model: `rules@${RULES_VERSION}`
  })
};

/** What the judge says, by the name of the schema in which it is to say it. */
const sayings: Record<string, (call: Asked) => string> = {
  checklist_verdicts: ({ about }) => JSON.stringify(checklistAnswer(about)),
  issues: ({ about }) => JSON.stringify(pointwiseAnswer(about)),
  pairwise_points: () => pairwiseAbstention(),
  rating: () => JSON.stringify(ratingAnswer()),
  source_relevance: fromMaterial,
  claim_support: fromMaterial
};

function fromMaterial({ material, schema }: Asked): string {
  if (!material) throw new JudgeCallError(`${schema.name} was asked without a page.`, { retryable: false });
  return JSON.stringify(sourceAnswer(material));
}

/** What a call is about, as far as the judge reads it. */
type Asked = Pick<Call, 'about' | 'material' | 'schema'>;

/** The text of the judge's reply. */
export function saying(call: Asked): string {
  const { name } = call.schema;
  const say = Object.hasOwn(sayings, name) ? sayings[name] : undefined;
  if (!say) throw new JudgeCallError(`The rules judge knows no reply of the form ${name}.`, { retryable: false });
  return say(call);
}

/** The same, in a process of its own where a long report has to be read. */
async function sayingAside({ about, material, schema }: Call): Promise<string> {
  const asked: Asked = { about, schema, ...(material === undefined ? {} : { material }) };
  const reads = about.metric === 'presentation' || about.metric === 'citation-association';
  return reads && isLong(about.report.markdown) ? readLongReport('saying', asked) : saying(asked);
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
