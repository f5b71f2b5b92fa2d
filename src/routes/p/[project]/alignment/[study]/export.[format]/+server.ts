import { error } from '@sveltejs/kit';
import type { RequestHandler } from './$types';
import { alignmentJson, candidatesCsv, pairsCsv } from '$lib/alignment/exports.ts';
import type { StudyProcedure } from '$lib/alignment/procedure.server.ts';
import { refuse } from '$lib/errors.ts';
import { answer } from '../../../../../answer.ts';
import { askedState } from '../asked.ts';

const formats: Record<string, { name: string; type: string; write: (study: StudyProcedure) => string }> = {
  csv: { name: 'candidates.csv', type: 'text/csv; charset=utf-8', write: ({ report }) => candidatesCsv(report) },
  'pairs.csv': { name: 'pairs.csv', type: 'text/csv; charset=utf-8', write: ({ report }) => pairsCsv(report) },
  json: {
    name: 'alignment.json',
    type: 'application/json',
    write: ({ header, report, procedure, state }) =>
      alignmentJson(header, report, {
        declarations: state.declarations,
        opening: state.opening,
        ...procedure
      })
  }
};

export const GET: RequestHandler = (event) =>
  answer(async () => {
    const asked = askedState(event, 'read-results');
    if (asked.state.sealed)
      refuse.closed('The report', 'nobody has looked at its figures yet; open its page and look first');
    const format = Object.hasOwn(formats, event.params.format) ? formats[event.params.format] : undefined;
    if (!format)
      error(404, {
        message: `There is no export as ${event.params.format}. There are ${Object.keys(formats).join(', ')}.`
      });
    return new Response(format.write(await event.locals.aside.study(asked.reading, asked.study.id)), {
      headers: {
        'Content-Type': format.type,
        'Content-Disposition': `attachment; filename="${asked.project.slug}-study-${asked.study.number}-${format.name}"`
      }
    });
  });
