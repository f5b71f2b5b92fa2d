export * from '../../alignment/rater-matrix.ts';
