import type { Metric } from '../../metric.ts';
import { consistencyPenalties } from './penalties.ts';
import { pointwise, reportFirstPointwise } from '../../protocols/pointwise/pointwise.ts';
import { consistencyPrompt1 } from './prompts/consistency-1.ts';
import { consistencyPrompt2 } from './prompts/consistency-2.ts';
import { averaged } from './average.ts';

/** arXiv 2510.14240, section 4.1 and appendix A.2: contradictions within a report, scored by Table 3. */
export const consistency: Metric = {
  name: 'consistency',
  title: 'Factual and logical consistency',
  question: 'Is the report free of contradictions with itself?',
  protocol: pointwise({ penalties: consistencyPenalties, grounding: 'every-quote' }),
  items: null,
  prompt: consistencyPrompt2,
  versions: [consistencyPrompt2, consistencyPrompt1, reportFirstPointwise(consistencyPrompt2, '3')],
  settings: { penalties: consistencyPenalties },
  scale: { min: 0, max: 100, better: 'higher' },
  average: averaged,
  rules: { abstains: 'Whether statements contradict each other takes reading for meaning, which is beyond code.' },
  rejected: null
};
