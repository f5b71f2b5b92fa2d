import type { RequestHandler } from './$types';
import { noteImageLoaded } from '$lib/scorer/report/image-loads.server.ts';
import { onDisk } from '$lib/server/db/on-disk.ts';
import { blindTexts } from '$lib/studies/judging/blind-view.server.ts';
import { annotatorOf, grantedSeat } from '$lib/studies/judging/leases/seat.server.ts';
import { answer } from '../../../../../answer.ts';
import { grantFor } from '../../../../../grants.ts';
import { keptImage, loadImage } from '../../../../../report-image.ts';

export const POST: RequestHandler = (event) =>
  answer(() => {
    const { grant } = grantFor(event, 'annotate');
    const { db } = event.locals;
    const { study, project, assignment } = grantedSeat(db, grant, event.params.assignment);
    const at = {
      ...{ projectId: project.id, entity: 'assignment' as const, entityId: assignment.id },
      detail: { study: study.number }
    };
    return loadImage(
      event.request,
      blindTexts(db, grantedSeat(db, grant, assignment.id)),
      { place: `assignment ${assignment.id}`, base: event.url.pathname },
      (load) => onDisk(db, () => noteImageLoaded(db, annotatorOf(grant), at, load))
    );
  });

export const GET: RequestHandler = (event) =>
  answer(() => {
    const { grant } = grantFor(event, 'annotate');
    const { assignment } = grantedSeat(event.locals.db, grant, event.params.assignment);
    return keptImage(event.url, `assignment ${assignment.id}`);
  });
