import type { RequestHandler } from './$types';
import { commitRatingHere } from '../../../rating-work.ts';

export const POST: RequestHandler = (event) => commitRatingHere(event, 'annotate');
