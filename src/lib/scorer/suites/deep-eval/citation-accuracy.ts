import type { Metric } from '../../metric.ts';
import { rubricTree } from '../../protocols/rubric-tree/rubric-tree.ts';
import { citationAccuracyPrompt } from './prompts/citation-accuracy-1.ts';

/** arXiv 2510.14240, section 4.2 and appendix E: do the cited pages exist, matter, and bear out what cites them? */
export const citationAccuracy: Metric = {
  name: 'citation-accuracy',
  title: 'Citation accuracy',
  question: 'Do the web pages that the report cites support its claims?',
  protocol: rubricTree,
  items: null,
  prompt: citationAccuracyPrompt,
  settings: {},
  scale: { min: 0, max: 100, better: 'higher' },
  values: '% of citations supported',
  rejected: null,
  // The only metric whose judge arXiv 2510.14240 (section 4.2) gives web access.
  searches: true
};
