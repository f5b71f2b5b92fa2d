import type { Operation } from '../operation.ts';
import { accountOperations } from './account.ts';
import { alignmentOperations } from './alignment.ts';
import { annotationOperations } from './annotation.ts';
import { benchmarkOperations } from './benchmark.ts';
import { cardOperations } from './cards.ts';
import { decisionOperations } from './decisions.ts';
import { importOperations } from './imports.ts';
import { preregistrationOperations } from './preregistrations.ts';
import { projectOperations } from './projects.ts';
import { reportOperations } from './reports.ts';
import { resultOperations } from './results.ts';
import { runOperations } from './runs.ts';
import { studyOperations } from './studies.ts';
import { studyPlanOperations } from './study-plans.ts';
import { webhookOperations } from './webhooks.ts';

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
  ...studyPlanOperations,
  ...annotationOperations,
  ...preregistrationOperations,
  ...alignmentOperations,
  ...decisionOperations,
  ...cardOperations,
  ...webhookOperations
];
