export * from '../../alignment/words.ts';
