import type { CheckName } from '../../metric-rules.ts';
import { citationsAtClauseEnds } from './citations/citations-at-clause-ends.ts';
import { citationsListed } from './citations/citations-listed.ts';
import { entriesCited } from './citations/entries-cited.ts';
import { numberingUnbroken } from './citations/numbering-unbroken.ts';
import { oneCitationStyle } from './citations/one-citation-style.ts';
import { formattingValid } from './form/formatting-valid.ts';
import { oneSortedList } from './form/one-sorted-list.ts';
import { tablesComplete } from './form/tables-complete.ts';
import { abstain, type Check } from './reading/finding.ts';
import { ruleWords } from './reading/rule-words.ts';

/** The checks that a metric can name for the items of its checklist (`Metric.rules`). */
export const reportChecks: Readonly<Record<CheckName, Check>> = {
  // A clear structure and correct language take a reader.
  'structure-is-clear': () => abstain(ruleWords.structureTakesReader),
  'language-is-correct': () => abstain(ruleWords.languageTakesReader),
  'entries-cited': entriesCited,
  'citations-listed': citationsListed,
  'one-sorted-list': oneSortedList,
  'one-citation-style': oneCitationStyle,
  'citations-at-clause-ends': citationsAtClauseEnds,
  'tables-complete': tablesComplete,
  'formatting-valid': formattingValid,
  'numbering-unbroken': numberingUnbroken
};
