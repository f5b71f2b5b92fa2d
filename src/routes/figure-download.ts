import { error, type RequestEvent } from '@sveltejs/kit';
import { type FigureFormat, figureFormats, figureTableFile } from '$lib/exchange/export/run/run-figures.server.ts';
import type { FigureTable } from '$lib/scorer/figure-table.ts';
import type { Authorized, ProjectAccess, ProjectResource } from '$lib/server/auth/authorize.ts';
import type { ExportOf } from '$lib/server/exports.ts';
import { download, fileLanguage, nameInLanguage, typeOfFile } from './download.ts';

/**
 * Sends a table of figures as a file of the format that its name ends in.
 *
 * @param asked Name and format in the address, e.g. `leakage.csv`
 * @param tableOf The table of that name; null if there is none
 */
export async function downloadFigure(
  event: Pick<RequestEvent, 'locals' | 'request' | 'url'>,
  grant: Authorized<ProjectResource, ProjectAccess>,
  asked: { file: string; signature: boolean },
  of: { prefix: string; export: ExportOf },
  tableOf: (name: string) => FigureTable | null
): Promise<Response> {
  const [name = '', format = '', ...more] = asked.file.split('.');
  const table = more.length === 0 ? tableOf(name) : null;
  if (!table || !figureFormats.includes(format as FigureFormat))
    error(404, { message: `There is no file ${asked.file}. Formats: ${figureFormats.join(', ')}.` });
  const language = fileLanguage(event);
  return download(event, grant, asked.signature, {
    ...{ name: nameInLanguage(`${of.prefix}-${asked.file}`, language), type: typeOfFile(asked.file), of: of.export },
    content: () => figureTableFile(format as FigureFormat, table, language)
  });
}
