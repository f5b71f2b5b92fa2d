export * from '../../alignment/report/words.ts';
