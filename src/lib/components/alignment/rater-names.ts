export * from '../../alignment/rater-names.ts';
