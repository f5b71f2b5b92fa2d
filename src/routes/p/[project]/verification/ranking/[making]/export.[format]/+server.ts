import { error } from '@sveltejs/kit';
import type { RequestHandler } from './$types';
import { describeRanking } from '$lib/exchange/export/ranking/described-ranking.server.ts';
import { figureFormats, figureTableFile, type FigureFormat } from '$lib/exchange/export/run/run-figures.server.ts';
import { answer } from '../../../../../../answer.ts';
import { askedFile, download, fileLanguage, nameInLanguage } from '../../../../../../download.ts';
import { grantFor } from '../../../../../../grants.ts';

const types: Readonly<Record<FigureFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json',
  md: 'text/markdown; charset=utf-8',
  tex: 'application/x-tex',
  html: 'text/html; charset=utf-8',
  svg: 'image/svg+xml'
};

export const GET: RequestHandler = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'manage');
    const { file, signature } = askedFile(event.params.format);
    const format = figureFormats.find((one) => one === file);
    if (!format) error(404, { message: `There is no export as ${file}. There are ${figureFormats.join(', ')}.` });
    const by = event.url.searchParams.get('by') ?? 'models';
    const { run, table } = describeRanking(event.locals.db, grant, Number(event.params.making), by);
    const language = fileLanguage(event);
    return download(event, grant, signature, {
      name: nameInLanguage(`${project.slug}-ranking-${run.number}.${format}`, language),
      type: types[format],
      of: { entity: 'run', entityId: run.id },
      content: () => figureTableFile(format, table, language)
    });
  });
