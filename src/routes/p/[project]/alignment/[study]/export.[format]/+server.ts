import { error } from '@sveltejs/kit';
import type { RequestHandler } from './$types';
import { requireLiftedEmbargo } from '$lib/alignment/adoption/embargo.server.ts';
import { alignmentFiles, reportedStudy } from '$lib/exchange/export/alignment/alignment-files.server.ts';
import { answer } from '../../../../../answer.ts';
import { askedFile, download, fileLanguage, nameInLanguage } from '../../../../../download.ts';
import { askedState } from '../asked.ts';

export const GET: RequestHandler = (event) =>
  answer(async () => {
    const { project, reading, study, run } = askedState(event, 'read-results');
    const { db, aside } = event.locals;
    const { file: format, signature } = askedFile(event.params.format);
    requireLiftedEmbargo(db, reading, study.id);
    const file = Object.hasOwn(alignmentFiles, format) ? alignmentFiles[format] : undefined;
    if (!file)
      error(404, { message: `There is no export as ${format}. There are ${Object.keys(alignmentFiles).join(', ')}.` });
    const language = fileLanguage(event);
    return download(event, reading, signature, {
      name: nameInLanguage(
        `${project.slug}-study-${study.number}${run ? `-run-${run.number}` : ''}-alignment.${format}`,
        language
      ),
      type: file.type,
      of: { entity: 'study', entityId: study.id },
      content: async () =>
        file.write(
          reportedStudy(db, reading, study.id, await aside.study(reading, study.id, { runId: run?.id }), run?.id),
          language
        ),
      // Should a browser show the page instead of keeping it, it loads nothing and runs nothing.
      headers: { 'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" }
    });
  });
