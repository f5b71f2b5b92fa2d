import type { RequestHandler } from './$types';
import { draftHere } from '../../../rating-work.ts';

export const POST: RequestHandler = (event) => draftHere(event, 'review');
