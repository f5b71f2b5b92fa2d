import type { RequestHandler } from './$types';
import { answerApi } from '../dispatch.ts';
import { operations } from '../operations/index.ts';

/** Every operation of the API, by every method. */
export const fallback: RequestHandler = (event) => answerApi(event, event.params.path, operations);
