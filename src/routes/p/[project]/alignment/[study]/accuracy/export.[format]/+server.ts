import { error } from '@sveltejs/kit';
import type { RequestHandler } from './$types';
import { writeAccuracyCsv, writeAccuracyJson } from '$lib/exchange/export/alignment/accuracy-files.server.ts';
import { answer } from '../../../../../../answer.ts';
import { askedFile, download } from '../../../../../../download.ts';
import { accuracyAsked } from '../accuracy-asked.ts';

const types: Readonly<Record<string, string>> = { csv: 'text/csv; charset=utf-8', json: 'application/json' };

export const GET: RequestHandler = (event) =>
  answer(async () => {
    const { project, study, reading, accuracy } = await accuracyAsked(event);
    const { file: format, signature } = askedFile(event.params.format);
    const type = Object.hasOwn(types, format) ? types[format] : undefined;
    if (type === undefined) error(404, { message: `There is no export as ${format}. There are csv, json.` });
    const about = { number: study.number, name: study.name, metric: study.metric };
    return download(event, reading, signature, {
      ...{ name: `${project.slug}-study-${study.number}-accuracy.${format}`, type },
      of: { entity: 'study', entityId: study.id },
      content: () => (format === 'csv' ? writeAccuracyCsv(accuracy) : writeAccuracyJson(about, accuracy))
    });
  });
