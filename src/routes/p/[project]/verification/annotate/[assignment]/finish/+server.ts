import type { RequestHandler } from './$types';
import { finishHere } from '../../../rating-work.ts';

export const POST: RequestHandler = (event) => finishHere(event, 'annotate');
