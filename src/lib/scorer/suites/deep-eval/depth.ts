import type { Metric } from '../../metric.ts';
import { depthAsked } from './depth-asked.ts';
import { depthDimensions } from './prompts/dimensions.ts';
import { pairwise } from '../../protocols/pairwise/pairwise.ts';
import { depthPrompt1 } from './prompts/depth-1.ts';
import { depthPrompt2 } from './prompts/depth-2.ts';

/**
 * arXiv 2510.14240, section 4.2 and appendix A.4: the analysis of a report against that of a baseline system's, dimension by
 * dimension. The main text has 1–5 points for each dimension, the appendix 0–5; here it is 0–5, so that totals are 0–25.
 */
export const depth: Metric = {
  name: 'depth',
  title: 'Analysis depth',
  question: 'Does the report analyse more deeply than the baseline system’s report on the same query?',
  protocol: pairwise,
  items: null,
  prompt: depthPrompt2,
  versions: [depthPrompt2, depthPrompt1],
  settings: {},
  scale: { min: -25, max: 25, better: 'higher' },
  dimensions: depthDimensions,
  asked: depthAsked,
  aggregation: { by: 'win-rate' },
  source: 'arXiv 2510.14240, section 4.2',
  rules: { abstains: 'Which of two reports goes deeper takes reading for meaning, which is beyond code.' },
  rejected: null
};
