import type { RequestHandler } from './$types';
import { peopleCorrelations } from '$lib/alignment/reported/people-correlation.server.ts';
import { answer } from '../../../../../answer.ts';
import { askedFile } from '../../../../../download.ts';
import { downloadFigure } from '../../../../../figure-download.ts';
import { grantFor } from '../../../../../grants.ts';

export const GET: RequestHandler = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'read-results');
    const of = { prefix: `${project.slug}-correlation`, export: { entity: 'project', entityId: project.id } };
    return downloadFigure(event, grant, askedFile(event.params.file), of, (name) => {
      const found = peopleCorrelations(event.locals.db, grant).find(({ suite }) => suite === name);
      return found && found.table.rows.length > 0 ? found.table : null;
    });
  });
