/** What the files of this folder hold. The types are the domain's own; they are named here for those who only read files. */
export type { ImportedItem, ImportedQuery, ImportedReport, ItemKind } from '../../verification/benchmark/benchmark.ts';
