import { error } from '@sveltejs/kit';
import type { RequestHandler } from './$types';
import { requireLiftedEmbargo } from '$lib/alignment/adoption/embargo.server.ts';
import { isStudyFile, studyFile, studyFiles } from '$lib/exchange/export/study/study-files.server.ts';
import { studyLabels, studyRaters } from '$lib/studies/labels/labels.server.ts';
import { requireUnblinded } from '$lib/studies/labels/unblinding.server.ts';
import { answer } from '../../../../../answer.ts';
import { askedFile, download, fileLanguage, nameInLanguage } from '../../../../../download.ts';
import { askedStudy } from '../asked.ts';
import { labelsCsv } from './labels-csv.ts';

export const GET: RequestHandler = (event) =>
  answer(async () => {
    const { project, reading, study } = askedStudy(event, 'read-results');
    const { file: format, signature } = askedFile(event.params.format);
    const { db } = event.locals;
    const send = (
      type: string,
      name: string,
      content: () => string | Uint8Array | Promise<Uint8Array>
    ): Promise<Response> =>
      download(event, reading, signature, {
        name: `${project.slug}-study-${study.number}-${name}`,
        type,
        of: { entity: 'study', entityId: study.id },
        content
      });
    if (isStudyFile(format)) {
      const language = fileLanguage(event);
      return send(studyFiles[format].type, nameInLanguage(format, language), () =>
        studyFile(db, reading, study.id, format, { language })
      );
    }
    if (format !== 'csv')
      error(404, {
        message: `There is no export as ${format}. There are csv and ${Object.keys(studyFiles).join(', ')}.`
      });
    requireLiftedEmbargo(db, reading, study.id);
    requireUnblinded(db, reading, study.id);
    return send('text/csv; charset=utf-8', 'labels.csv', () =>
      labelsCsv(studyLabels(db, reading, study.id), studyRaters(db, reading, study.id))
    );
  });
