export * from '../../../alignment/ensembles/candidate-order.ts';
