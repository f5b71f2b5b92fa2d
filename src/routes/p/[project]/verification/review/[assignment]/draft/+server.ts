import type { RequestHandler } from './$types';
import { draftHere } from '../../../rating-work.ts';
import { ratingNow } from '../../../review-work.ts';

export const POST: RequestHandler = (event) => draftHere(event, 'review', (about) => ratingNow(event, about));
