import type { RequestHandler } from './$types';
import { refuse } from '$lib/errors.ts';
import { comparisonFile, writeComparison } from '$lib/exchange/export/run/run-figures.server.ts';
import { runByNumber } from '$lib/scorer/runs/runs.server.ts';
import { answer } from '../../../../../answer.ts';
import { askedFile, download, fileLanguage, nameInLanguage, typeOfFile } from '../../../../../download.ts';
import { grantFor } from '../../../../../grants.ts';

/** A suite's comparison of two systems of a run, named by `run`, `a` and `b` in the address. */
export const GET: RequestHandler = (event) =>
  answer(async () => {
    const { project, grant } = grantFor(event, 'read-results');
    const { file, signature } = askedFile(event.params.file);
    const found = comparisonFile(file) ?? refuse.notFound('file');
    const { db } = event.locals;
    const asked = event.url.searchParams;
    const run = runByNumber(db, grant, Number(asked.get('run')));
    const [a, b] = [asked.get('a') ?? '', asked.get('b') ?? ''];
    const language = fileLanguage(event);
    return download(event, grant, signature, {
      name: nameInLanguage(`${project.slug}-run-${run.number}-${file}`, language),
      type: typeOfFile(file),
      of: { entity: 'run', entityId: run.id },
      content: () => writeComparison(db, grant, run, { ...found, a, b }, language)
    });
  });
