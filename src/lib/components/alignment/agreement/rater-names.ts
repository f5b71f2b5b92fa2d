export * from '../../../alignment/units/rater-names.ts';
