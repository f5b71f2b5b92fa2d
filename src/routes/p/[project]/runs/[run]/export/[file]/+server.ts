import type { RequestHandler } from './$types';
import { figureFile, writeFigure } from '$lib/exchange/export/run/run-figures.server.ts';
import { resultsOf, runFiles } from '$lib/exchange/export/run/run-files.server.ts';
import { refuse } from '$lib/errors.ts';
import { runByNumber } from '$lib/scorer/runs/runs.server.ts';
import { answer } from '../../../../../../answer.ts';
import { askedFile, download, typeOfFile } from '../../../../../../download.ts';
import { grantFor } from '../../../../../../grants.ts';

export const GET: RequestHandler = (event) =>
  answer(async () => {
    const { project, grant } = grantFor(event, 'read-results');
    const { file, signature } = askedFile(event.params.file);
    const { db } = event.locals;
    const figure = figureFile(file);
    if (!figure && !Object.hasOwn(runFiles, file)) refuse.notFound('file');
    const run = runByNumber(db, grant, Number(event.params.run));
    return download(event, grant, signature, {
      name: `${project.slug}-run-${run.number}-${file}`,
      type: typeOfFile(file),
      of: { entity: 'run', entityId: run.id },
      content: () =>
        figure
          ? writeFigure(db, grant, run, figure)
          : runFiles[file as keyof typeof runFiles](resultsOf(db, grant, run))
    });
  });
