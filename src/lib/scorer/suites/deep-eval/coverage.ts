import type { Metric } from '../../metric.ts';
import { checklist, reportFirstChecklist } from '../../protocols/checklist/checklist.ts';
import { coveragePrompt } from './prompts/coverage-1.ts';
import { averaged } from './average.ts';

/** arXiv 2510.14240, appendix A.3: each query brings its own checklist; an item is met in full or not at all. */
export const coverage: Metric = {
  name: 'coverage',
  title: 'Coverage',
  question: 'Does the report deliver everything that the query’s checklist asks for?',
  protocol: checklist,
  items: null,
  prompt: coveragePrompt,
  versions: [coveragePrompt, reportFirstChecklist(coveragePrompt, '2')],
  settings: {},
  scale: { min: 0, max: 100, better: 'higher' },
  aggregation: { by: 'mean', pooled: { units: true, counted: 'items' } },
  values: '% of items',
  average: averaged,
  rejected: null
};
