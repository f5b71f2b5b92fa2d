import { error } from '@sveltejs/kit';
import type { RequestHandler } from './$types';
import { writeSpotCheckCsv, writeSpotCheckJson } from '$lib/exchange/export/alignment/accuracy-files.server.ts';
import { answer } from '../../../../../answer.ts';
import { askedFile, download } from '../../../../../download.ts';
import { checkAsked } from '../check-asked.ts';

const types: Readonly<Record<string, string>> = { csv: 'text/csv; charset=utf-8', json: 'application/json' };

export const GET: RequestHandler = (event) =>
  answer(async () => {
    const { project, grant, check, row, figures } = checkAsked(event);
    const { file: format, signature } = askedFile(event.params.format);
    const type = Object.hasOwn(types, format) ? types[format] : undefined;
    if (type === undefined) error(404, { message: `There is no export as ${format}. There are csv, json.` });
    const { number, name, run, metric, judge, available } = row;
    const about = { number, name, run, metric, unit: check.unitKind, judge, available };
    return download(event, grant, signature, {
      ...{ name: `${project.slug}-spot-check-${number}.${format}`, type },
      of: { entity: 'spot-check', entityId: check.id },
      content: () => (format === 'csv' ? writeSpotCheckCsv(figures) : writeSpotCheckJson(about, figures))
    });
  });
