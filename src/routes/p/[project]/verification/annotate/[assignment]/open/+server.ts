import type { RequestHandler } from './$types';
import { noteOpened } from '$lib/verification/assignments/assignments.server.ts';
import { opened } from '../../../../../../opened.ts';

export const POST: RequestHandler = (event) =>
  opened(event, 'annotate', (db, grant) => noteOpened(db, grant, event.params.assignment));
