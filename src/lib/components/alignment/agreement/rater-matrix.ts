export * from '../../../alignment/units/rater-matrix.ts';
