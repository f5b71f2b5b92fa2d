export * from '../../alignment/candidate-order.ts';
