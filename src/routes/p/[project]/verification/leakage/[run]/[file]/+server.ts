import type { RequestHandler } from './$types';
import { refuse } from '$lib/errors.ts';
import { leakageResults, leakageRuns } from '$lib/scorer/making/leakage-results.server.ts';
import { answer } from '../../../../../../answer.ts';
import { askedFile } from '../../../../../../download.ts';
import { downloadFigure } from '../../../../../../figure-download.ts';
import { grantFor } from '../../../../../../grants.ts';

export const GET: RequestHandler = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'manage');
    const { db } = event.locals;
    const run = leakageRuns(db, grant).find(({ number }) => String(number) === event.params.run) ?? refuse.notFound('leakage test'); // prettier-ignore
    const of = { prefix: `${project.slug}-making-${run.number}`, export: { entity: 'run', entityId: run.id } };
    return downloadFigure(event, grant, askedFile(event.params.file), of, (name) =>
      name === 'leakage' ? leakageResults(db, grant, run).table : null
    );
  });
