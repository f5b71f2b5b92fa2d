import type { RequestHandler } from './$types';
import { noteImageLoaded } from '$lib/scorer/report/image-loads.server.ts';
import { onDisk } from '$lib/server/db/on-disk.ts';
import { getReport } from '$lib/verification/benchmark/reports.server.ts';
import { answer } from '../../../../../answer.ts';
import { grantFor } from '../../../../../grants.ts';
import { keptImage, loadImage } from '../../../../../report-image.ts';

export const POST: RequestHandler = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'read-results');
    const { db } = event.locals;
    const { report } = getReport(db, grant, event.params.report);
    const at = { projectId: project.id, entity: 'report' as const, entityId: report.id };
    return loadImage(
      event.request,
      [report.markdown],
      { place: `report ${report.id}`, base: event.url.pathname },
      (load) => onDisk(db, () => noteImageLoaded(db, grant.actor, at, load))
    );
  });

export const GET: RequestHandler = (event) =>
  answer(() => {
    const { grant } = grantFor(event, 'read-results');
    const { report } = getReport(event.locals.db, grant, event.params.report);
    return keptImage(event.url, `report ${report.id}`);
  });
