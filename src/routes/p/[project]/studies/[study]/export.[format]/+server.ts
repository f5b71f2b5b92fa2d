import { error } from '@sveltejs/kit';
import type { RequestHandler } from './$types';
import { requireOpened } from '$lib/alignment/seal.server.ts';
import { studyLabels, studyRaters } from '$lib/studies/labels.server.ts';
import { answer } from '../../../../../answer.ts';
import { askedStudy } from '../asked.ts';
import { labelsCsv } from './labels-csv.ts';

export const GET: RequestHandler = (event) =>
  answer(() => {
    const { project, reading, study } = askedStudy(event, 'read-results');
    const { format } = event.params;
    if (format !== 'csv') error(404, { message: `There is no export as ${format}. There is csv.` });
    const { db } = event.locals;
    requireOpened(db, reading, study.id, 'The export of labels');
    return new Response(labelsCsv(studyLabels(db, reading, study.id), studyRaters(db, reading, study.id)), {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${project.slug}-study-${study.number}-labels.csv"`
      }
    });
  });
