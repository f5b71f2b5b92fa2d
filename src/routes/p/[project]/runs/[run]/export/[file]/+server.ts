import type { RequestHandler } from './$types';
import { demandRunFile, writtenRunFile } from '$lib/exchange/export/run/page/run-file.server.ts';
import { runByNumber } from '$lib/scorer/runs/runs.server.ts';
import { answer } from '../../../../../../answer.ts';
import { askedFile, download, fileLanguage, nameInLanguage, typeOfFile } from '../../../../../../download.ts';
import { grantFor } from '../../../../../../grants.ts';

export const GET: RequestHandler = (event) =>
  answer(async () => {
    const { project, grant } = grantFor(event, 'read-results');
    const { file, signature } = askedFile(event.params.file);
    const { db } = event.locals;
    demandRunFile(file);
    const run = runByNumber(db, grant, Number(event.params.run));
    const language = fileLanguage(event);
    return download(event, grant, signature, {
      name: nameInLanguage(`${project.slug}-run-${run.number}-${file}`, language),
      type: typeOfFile(file),
      of: { entity: 'run', entityId: run.id },
      content: () => writtenRunFile(db, grant, run, file, language)
    });
  });
