import type { RequestHandler } from './$types';
import { commitHere } from '../../../rating-work.ts';

export const POST: RequestHandler = (event) => commitHere(event, 'review');
