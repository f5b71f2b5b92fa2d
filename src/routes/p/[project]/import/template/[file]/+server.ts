import type { RequestHandler } from './$types';
import { refuse } from '$lib/errors.ts';
import { materialTemplate, templateNames } from '$lib/exchange/export/version/material-template.ts';
import { answer } from '../../../../../answer.ts';
import { grantFor } from '../../../../../grants.ts';

/** An empty form with an example: nothing of the project leaves, so nothing is recorded. */
export const GET: RequestHandler = (event) =>
  answer(async () => {
    grantFor(event, 'manage');
    const { file } = event.params;
    if (!templateNames().includes(file)) refuse.notFound('template');
    const { type, content } = await materialTemplate(file);
    return new Response(typeof content === 'string' ? content : new Uint8Array(content), {
      headers: { 'Content-Type': type, 'Content-Disposition': `attachment; filename="${file}"` }
    });
  });
