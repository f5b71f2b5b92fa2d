import type { DepthPoints } from '../../scorer/pipeline.ts';

export type { DepthPoints };

export const MOST_DEPTH_POINTS = 5;

/** The five dimensions of depth in which people may give points, in the order shown (arXiv 2510.14240, section 4.2). */
export const depthDimensions = [
  { name: 'granularity', title: 'Granularity' },
  { name: 'insight', title: 'Insight' },
  { name: 'critique', title: 'Critique' },
  { name: 'evidence', title: 'Evidence' },
  { name: 'density', title: 'Density' }
] as const satisfies readonly { name: keyof DepthPoints; title: string }[];
