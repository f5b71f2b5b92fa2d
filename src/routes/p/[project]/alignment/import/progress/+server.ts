import { json } from '@sveltejs/kit';
import type { RequestHandler } from './$types';
import { grantFor, personOf } from '../../../../../grants.ts';
import { answer } from '../../../../../answer.ts';
import { readings } from '../reading-progress.ts';

/** Labels of a file that have been read so far, for the page that waits for them. */
export const GET: RequestHandler = (event) =>
  answer(() => {
    grantFor(event, 'manage');
    return json({ labels: readings.of(personOf(event.locals), event.url.searchParams.get('of')) });
  });
