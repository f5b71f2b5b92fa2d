import { error } from '@sveltejs/kit';
import type { RequestHandler } from './$types';
import { tracesJsonl } from '$lib/exchange/export/traces/traces-jsonl.server.ts';
import { answer } from '../../../../answer.ts';
import { askedFile, download } from '../../../../download.ts';
import { grantFor } from '../../../../grants.ts';

/** Traces of systems' work on the project's reports, in the form that an import reads. */
export const GET: RequestHandler = (event) =>
  answer(async () => {
    const { project, grant } = grantFor(event, 'read-results');
    const { file: format, signature } = askedFile(event.params.format);
    if (format !== 'jsonl') error(404, { message: `There is no export as ${format}. There is jsonl.` });
    return download(event, grant, signature, {
      ...{ name: `${project.slug}-traces.jsonl`, type: 'application/jsonl; charset=utf-8' },
      of: { entity: 'project', entityId: project.id },
      content: () => tracesJsonl(event.locals.db, grant)
    });
  });
