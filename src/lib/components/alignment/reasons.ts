export * from '../../alignment/units/reasons.ts';
