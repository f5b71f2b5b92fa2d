import type { RequestHandler } from './$types';
import { onDisk } from '$lib/server/db/on-disk.ts';
import { answer } from '../../../../../../answer.ts';
import { commitReviewHere } from '../../../review-work.ts';

export const POST: RequestHandler = async (event) => {
  const body: unknown = await event.request.json().catch(() => null);
  return answer(() => onDisk(event.locals.db, () => commitReviewHere(event, body)));
};
