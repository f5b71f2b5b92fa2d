import { error } from '@sveltejs/kit';
import type { RequestHandler } from './$types';
import { validationOfProject } from '$lib/exchange/export/alignment/validation.server.ts';
import { writeValidationCsv, writeValidationJson } from '$lib/exchange/export/alignment/validation-files.ts';
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
    return download(event, grant, signature, {
      ...{ name: `${project.slug}-validation.${format}`, type },
      of: { entity: 'project', entityId: project.id },
      content: () => {
        const { lines, embargoed } = validationOfProject(event.locals.db, grant);
        return format === 'csv' ? writeValidationCsv(lines) : writeValidationJson(lines, embargoed);
      }
    });
  });
