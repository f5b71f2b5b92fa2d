import type { RequestHandler } from './$types';
import { onDisk } from '$lib/server/db/on-disk.ts';
import { answer } from '../../../../../../../answer.ts';
import { afterwards, decideHere } from '../decision.ts';

export const POST: RequestHandler = async (event) => {
  const body: unknown = await event.request.json().catch(() => null);
  return answer(async () => {
    const done = await onDisk(event.locals.db, () => decideHere(event, body));
    if (done.kind === 'decided') return Response.json({ href: afterwards(event, done.next) });
    const { theirs, diff, revision } = done;
    return Response.json(
      { message: 'Another expert decided this after you opened this page.', clash: { theirs, diff, revision } },
      { status: 409 }
    );
  });
};
