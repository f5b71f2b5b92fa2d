import type { RequestHandler } from './$types';
import { noteOpened } from '$lib/studies/judging/queue.server.ts';
import { opened } from '../../../../../opened.ts';

export const POST: RequestHandler = (event) =>
  opened(event, 'annotate', (db, grant) => noteOpened(db, grant, event.params.assignment));
