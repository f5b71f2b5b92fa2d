export * from '../../alignment/reasons.ts';
