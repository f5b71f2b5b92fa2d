import type { Dimensions } from '../../../metric.ts';

/**
 * The five dimensions of depth, in the order of the paper (arXiv 2510.14240, section 4.2), with what a judge reads beside each.
 * The main text has 1–5 points for each, the appendix 0–5; here it is 0–5, so that totals are 0–25.
 */
export const depthDimensions: Dimensions = {
  most: 5,
  list: [
    {
      ...{ name: 'granularity', title: 'Granularity', heading: 'Granularity of reasoning' },
      about: 'How finely the reasoning is worked out.'
    },
    {
      ...{ name: 'insight', title: 'Insight', heading: 'Multi-layered insight' },
      about: 'How far it goes beyond the first-order statement.'
    },
    {
      ...{ name: 'critique', title: 'Critique', heading: 'Critical evaluation' },
      about: 'How critically claims and alternatives are weighed.'
    },
    {
      ...{ name: 'evidence', title: 'Evidence', heading: 'Use of evidence' },
      about: 'How much work the evidence does in the argument.'
    },
    {
      ...{ name: 'density', title: 'Density', heading: 'Density of insight' },
      about: 'How much of the text is analysis.'
    }
  ],
  of: 'depth',
  outcomes: { win: 'deeper than the baseline', loss: 'less deep than the baseline', tie: 'a tie' }
};
