import { createHash } from 'node:crypto';
import { readStructure } from '../report/structure.ts';
import type { Structure } from '../report/structure.ts';
import type { Call, Judge, Reply } from '../pipeline.ts';
import { languageIsCorrect, structureIsClear } from './rules/beyond-code.ts';
import { citationsAtClauseEnds } from './rules/citations-at-clause-ends.ts';
import { citationsListed } from './rules/citations-listed.ts';
import { entriesCited } from './rules/entries-cited.ts';
import { abstain } from './rules/finding.ts';
import type { Check, Finding } from './rules/finding.ts';
import { formattingValid } from './rules/formatting-valid.ts';
import { numberingUnbroken } from './rules/numbering-unbroken.ts';
import { oneCitationStyle } from './rules/one-citation-style.ts';
import { oneSortedList } from './rules/one-sorted-list.ts';
import { tablesComplete } from './rules/tables-complete.ts';

/** Raise with every change that can change a verdict: replies are cached under it. */
export const RULES_VERSION = '1';

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
 * The judge made of code: decides from `call.about` what code can decide of a report's presentation, abstains with the
 * reason from everything else, and answers in the reply format of the checklist protocol. Same report, same reply.
 */
export const rulesJudge: Judge = {
  spec: 'rules',
  provider: 'rules',
  contextTokens: null,
  fingerprint: createHash('sha256').update(`rules@${RULES_VERSION}`).digest('hex'),
  abstains: true,
  ask: (call) => Promise.resolve(answer(call))
};

function answer({ about }: Call): Reply {
  const report = about.metric === 'presentation' ? readStructure(about.report.markdown) : null;
  const items = about.items.map(({ key }) => ({ id: key, ...findingOf(report, key) }));
  return { text: JSON.stringify({ items }), ending: 'complete', usage: null, model: `rules@${RULES_VERSION}` };
}

function findingOf(report: Structure | null, key: string): Finding {
  if (report === null) return abstain('Whether the report says this takes reading for meaning, which is beyond code.');
  const check = Object.hasOwn(presentationChecks, key)
    ? presentationChecks[key as keyof typeof presentationChecks]
    : null;
  return check ? check(report) : abstain(`There is no rule for the item ${key}.`);
}
