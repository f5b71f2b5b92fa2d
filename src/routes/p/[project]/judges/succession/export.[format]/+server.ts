import { error } from '@sveltejs/kit';
import type { RequestHandler } from './$types';
import { adoptionsInForce } from '$lib/alignment/card/adoptions-in-force.server.ts';
import { successionsOf } from '$lib/alignment/succession/succession-decisions.server.ts';
import { refuse } from '$lib/errors.ts';
import { successionFiles } from '$lib/exchange/export/succession/succession-files.server.ts';
import { metricByName } from '$lib/scorer/suites/index.ts';
import { answer } from '../../../../../answer.ts';
import { askedFile, download } from '../../../../../download.ts';
import { grantFor } from '../../../../../grants.ts';
import { askedComparison, askedMetric } from '../asked.ts';

export const GET: RequestHandler = (event) =>
  answer(async () => {
    const { project, grant } = grantFor(event, 'read-results');
    const { db, aside } = event.locals;
    const { file: format, signature } = askedFile(event.params.format);
    const file = Object.hasOwn(successionFiles, format) ? successionFiles[format] : undefined;
    if (!file)
      error(404, { message: `There is no export as ${format}. There are ${Object.keys(successionFiles).join(', ')}.` });
    const asked = event.url.searchParams;
    const metric =
      asked.get('metric') ?? askedMetric(adoptionsInForce(db, grant), asked) ?? refuse.notFound('adoption');
    const { margin, candidate } = askedComparison(asked);
    const shown = await aside.ask('succession', grant, metric, margin, candidate);
    return download(event, grant, signature, {
      name: `${project.slug}-succession-${metric}.${format}`,
      type: file.type,
      of: { entity: 'adoption', entityId: shown.found.adoption.id },
      content: () =>
        file.write({ ...shown, decisions: successionsOf(db, grant, metric), scale: metricByName(metric).scale })
    });
  });
