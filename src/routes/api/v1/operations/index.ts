import type { Operation } from '../operation.ts';
import { accountOperations } from './account.ts';
import { alignmentOperations } from './alignment.ts';
import { annotationOperations } from './annotation.ts';
import { benchmarkOperations } from './benchmark.ts';
import { cardOperations } from './cards.ts';
import { importOperations } from './imports.ts';
import { projectOperations } from './projects.ts';
import { reportOperations } from './reports.ts';
import { resultOperations } from './results.ts';
import { runOperations } from './runs.ts';
import { studyOperations } from './studies.ts';

/** Every operation of the API, in the order of display. */
export const operations: readonly Operation[] = [
  ...accountOperations,
  ...projectOperations,
  ...benchmarkOperations,
  ...importOperations,
  ...reportOperations,
  ...runOperations,
  ...resultOperations,
  ...studyOperations,
  ...annotationOperations,
  ...alignmentOperations,
  ...cardOperations
];
