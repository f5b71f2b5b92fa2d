import type { Suite } from '../../suite.ts';
import { averaged } from './average.ts';
import { citationAccuracy } from './citation-accuracy.ts';
import { citationAssociation } from './citation-association.ts';
import { consistency } from './consistency.ts';
import { coverage } from './coverage.ts';
import { depth } from './depth.ts';
import { deepEvalFigures } from './figures.ts';
import { presentation } from './presentation.ts';

/** DeepEval, the scorer of LiveResearchBench (arXiv 2510.14240, section 4). */
export const deepEval: Suite = {
  name: 'deep-eval',
  title: 'DeepEval',
  metrics: [presentation, consistency, coverage, depth, citationAssociation, citationAccuracy],
  usual: averaged,
  grouping: { by: 'system-kind' },
  figures: deepEvalFigures
};
