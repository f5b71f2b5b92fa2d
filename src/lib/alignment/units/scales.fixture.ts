import type { LabelScale } from '../../studies/labels/label-scale.ts';

/** Scales of each level. */
export const preference: LabelScale = { level: 'preference', labels: ['A', 'tie', 'B'] };
export const four: LabelScale = { level: 'ordinal', labels: ['1', '2', '3', '4'], withoutValue: ['unclear'] };
export const kinds = { level: 'nominal', labels: ['a', 'b', 'c', 'd'] } as const satisfies LabelScale;
export const ten: LabelScale = { level: 'interval', low: 0, high: 10 };
