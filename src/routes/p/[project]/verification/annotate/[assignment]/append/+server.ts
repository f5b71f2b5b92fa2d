import type { RequestHandler } from './$types';
import { appendHere } from '../../../rating-work.ts';

export const POST: RequestHandler = (event) => appendHere(event);
