import type { RequestHandler } from './$types';
import { onDisk } from '$lib/server/db/on-disk.ts';
import { answer } from '../../../../../../answer.ts';
import { finishedTo } from '../../../review-work.ts';

export const POST: RequestHandler = (event) =>
  answer(() => onDisk(event.locals.db, () => Response.json({ href: finishedTo(event) })));
