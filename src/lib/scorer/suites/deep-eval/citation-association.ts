import type { Metric } from '../../metric.ts';
import { citationAssociationPenalties } from './penalties.ts';
import { pointwise, reportFirstPointwise } from '../../protocols/pointwise/pointwise.ts';
import { citationAssociationPrompt1 } from './prompts/citation-association-1.ts';
import { citationAssociationPrompt2 } from './prompts/citation-association-2.ts';
import { averaged } from './average.ts';

/**
 * arXiv 2510.14240, section 4.2 and appendix A.5, where it is called traceability as well: claims without a citation or with one
 * that plainly belongs to something else, scored by Table 5.
 */
export const citationAssociation: Metric = {
  name: 'citation-association',
  title: 'Citation association',
  question: 'Does each claim that needs a source come with one?',
  protocol: pointwise({ penalties: citationAssociationPenalties, grounding: 'any-quote' }),
  items: null,
  prompt: citationAssociationPrompt2,
  versions: [
    citationAssociationPrompt2,
    citationAssociationPrompt1,
    reportFirstPointwise(citationAssociationPrompt2, '3')
  ],
  settings: { penalties: citationAssociationPenalties },
  scale: { min: 0, max: 100, better: 'higher' },
  average: averaged,
  rules: { issues: 'uncited-numbers' },
  rejected: null
};
