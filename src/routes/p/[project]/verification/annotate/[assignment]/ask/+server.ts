import type { RequestHandler } from './$types';
import { askHere } from '../../../rating-work.ts';

export const POST: RequestHandler = (event) => askHere(event, 'annotate');
