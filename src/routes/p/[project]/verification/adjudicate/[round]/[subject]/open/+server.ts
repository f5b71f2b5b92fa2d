import type { RequestHandler } from './$types';
import { openSubject } from '$lib/verification/adjudication/adjudication.server.ts';
import { opened } from '../../../../../../../opened.ts';

export const POST: RequestHandler = (event) =>
  opened(event, 'adjudicate', (db, grant) => void openSubject(db, grant, event.params.subject));
