import type { CheckName } from '../../metric-rules.ts';
import type { Metric } from '../../metric.ts';
import type { Item } from '../../sample.ts';
import { checklist, reportFirstChecklist } from '../../protocols/checklist/checklist.ts';
import { presentationPrompt } from './prompts/presentation-1.ts';
import { averaged } from './average.ts';

/** The ten questions of arXiv 2510.14240, Table 2, worded anew; the numbers are the paper's. */
export const presentationItems: readonly Item[] = [
  {
    key: 'p1',
    text: 'Is the report arranged clearly and in a sensible order, so that a reader finds their way without effort and sees throughout how it answers the query?'
  },
  { key: 'p2', text: 'Is the report free of every mistake in grammar and spelling?' },
  { key: 'p3', text: 'Is each source in the reference list cited somewhere in the text?' },
  { key: 'p4', text: 'Does each citation in the text lead to an entry that the reference list really contains?' },
  {
    key: 'p5',
    text: 'Is there one and only one list of references, whatever it is called, and does it follow one recognisable order from its first entry to its last (by number, author, date or the like)?'
  },
  { key: 'p6', text: 'Does the whole report keep to one style of citation?' },
  {
    key: 'p7',
    text: 'Does each citation stand where a sentence or clause ends, so that it never breaks into a phrase or a word?'
  },
  {
    key: 'p8',
    text: 'Is each table filled with its data and does each figure show something? A report that has neither tables nor figures passes.'
  },
  {
    key: 'p9',
    text: 'Is the markup correct and used the same way throughout? In Markdown, for example, section titles are real headings (#, ## and so on) instead of ordinary lines, and each table has valid syntax and renders.'
  },
  {
    key: 'p10',
    text: 'Where citations are numbered, do the numbers run without a gap, does each number belong to one source only, and does each source have one number only? A report without numbered citations passes.'
  }
];

/** Subject of each item in a few words, beside its number if the question has no room. */
export const presentationItemNames: Readonly<Record<string, string>> = {
  p1: 'Structure',
  p2: 'Language',
  p3: 'Entries cited',
  p4: 'Citations listed',
  p5: 'One ordered list',
  p6: 'One citation style',
  p7: 'Place of citations',
  p8: 'Tables and figures',
  p9: 'Markup',
  p10: 'Numbering'
};

/** The checks of code, item by item. */
export const presentationChecks: Readonly<Record<string, CheckName>> = {
  p1: 'structure-is-clear',
  p2: 'language-is-correct',
  p3: 'entries-cited',
  p4: 'citations-listed',
  p5: 'one-sorted-list',
  p6: 'one-citation-style',
  p7: 'citations-at-clause-ends',
  p8: 'tables-complete',
  p9: 'formatting-valid',
  p10: 'numbering-unbroken'
};

export const presentation: Metric = {
  name: 'presentation',
  title: 'Presentation and organization',
  question: 'Is the report well structured, correctly written and cleanly cited?',
  protocol: checklist,
  items: presentationItems,
  prompt: presentationPrompt,
  versions: [presentationPrompt, reportFirstChecklist(presentationPrompt, '2')],
  settings: {},
  scale: { min: 0, max: 100, better: 'higher' },
  aggregation: { by: 'mean', pooled: { units: true, counted: 'items' } },
  values: '% of its checks',
  hints: {
    yes: 'the report passes, without exception',
    no: 'at least one place in the report fails it'
  },
  average: averaged,
  rules: { items: presentationChecks },
  rejected: null
};
