import type { RequestHandler } from './$types';
import { noteOpened } from '$lib/studies/judging/queue.server.ts';
import { opened } from '../../../../../opened.ts';
import { personOf } from '../../../../../grants.ts';

export const POST: RequestHandler = (event) =>
  opened(event, 'annotate', (db) => noteOpened(db, personOf(event.locals), event.params.assignment));
