import { error } from '@sveltejs/kit';
import type { RequestHandler } from './$types';
import { metaEvaluations } from '$lib/alignment/accuracy/meta-evaluation.server.ts';
import {
  writeMetaEvaluationCsv,
  writeMetaEvaluationJson
} from '$lib/exchange/export/alignment/accuracy-files.server.ts';
import { loadRubrics } from '$lib/scorer/suites/rubrics/rubrics.server.ts';
import { answer } from '../../../../../answer.ts';
import { askedFile, download } from '../../../../../download.ts';
import { grantFor } from '../../../../../grants.ts';

const types: Readonly<Record<string, string>> = { csv: 'text/csv; charset=utf-8', json: 'application/json' };

export const GET: RequestHandler = (event) =>
  answer(async () => {
    const { project, grant } = grantFor(event, 'read-results');
    const { file: format, signature } = askedFile(event.params.format);
    const type = Object.hasOwn(types, format) ? types[format] : undefined;
    if (type === undefined) error(404, { message: `There is no export as ${format}. There are csv, json.` });
    loadRubrics(event.locals.db);
    return download(event, grant, signature, {
      ...{ name: `${project.slug}-meta-evaluation.${format}`, type },
      of: { entity: 'project', entityId: project.id },
      content: () => {
        const found = metaEvaluations(event.locals.db, grant);
        return format === 'csv' ? writeMetaEvaluationCsv(found) : writeMetaEvaluationJson(found);
      }
    });
  });
