export * from '../../alignment/units/outcomes.ts';
