import { error } from '@sveltejs/kit';
import type { RequestHandler } from './$types';
import { requireOpened } from '$lib/alignment/seal.server.ts';
import { isStudyFile, studyFile, studyFiles } from '$lib/exchange/study-files.server.ts';
import { studyLabels, studyRaters } from '$lib/studies/labels.server.ts';
import { requireUnblinded } from '$lib/studies/unblinding.server.ts';
import { answer } from '../../../../../answer.ts';
import { askedStudy } from '../asked.ts';
import { labelsCsv } from './labels-csv.ts';

export const GET: RequestHandler = (event) =>
  answer(() => {
    const { project, reading, study } = askedStudy(event, 'read-results');
    const { format } = event.params;
    const { db } = event.locals;
    const send = (text: string, type: string, name: string): Response =>
      new Response(text, {
        headers: {
          'Content-Type': type,
          'Content-Disposition': `attachment; filename="${project.slug}-study-${study.number}-${name}"`
        }
      });
    if (isStudyFile(format)) return send(studyFile(db, reading, study.id, format), studyFiles[format].type, format);
    if (format !== 'csv')
      error(404, {
        message: `There is no export as ${format}. There are csv and ${Object.keys(studyFiles).join(', ')}.`
      });
    requireOpened(db, reading, study.id, 'The export of labels');
    requireUnblinded(db, reading, study.id, 'The export of labels');
    const labels = labelsCsv(studyLabels(db, reading, study.id), studyRaters(db, reading, study.id));
    return send(labels, 'text/csv; charset=utf-8', 'labels.csv');
  });
