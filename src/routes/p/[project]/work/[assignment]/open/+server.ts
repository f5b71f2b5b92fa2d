import type { RequestHandler } from './$types';
import { noteStudyAssignmentOpened } from '$lib/studies/judging/queue.server.ts';
import { opened } from '../../../../../opened.ts';

export const POST: RequestHandler = (event) =>
  opened(event, 'annotate', (db, grant) => noteStudyAssignmentOpened(db, grant, event.params.assignment));
