export * from '../../alignment/outcomes.ts';
