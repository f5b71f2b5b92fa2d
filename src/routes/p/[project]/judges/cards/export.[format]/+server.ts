import { error } from '@sveltejs/kit';
import type { RequestHandler } from './$types';
import { cardByNumber, listCards } from '$lib/alignment/card/cards.server.ts';
import { cardFile, cardFiles } from '$lib/exchange/export/card/card-files.server.ts';
import { writeCardsCsv } from '$lib/exchange/export/card/cards-csv.ts';
import { answer } from '../../../../../answer.ts';
import { askedFile, download, fileLanguage, nameInLanguage } from '../../../../../download.ts';
import { grantFor } from '../../../../../grants.ts';

export const GET: RequestHandler = (event) =>
  answer(async () => {
    const { project, grant } = grantFor(event, 'read-results');
    const { db } = event.locals;
    const { file, signature } = askedFile(event.params.format);
    if (file === 'csv')
      return download(event, grant, signature, {
        ...{ name: `${project.slug}-judge-cards.csv`, type: 'text/csv; charset=utf-8' },
        of: { entity: 'project', entityId: project.id },
        content: () => writeCardsCsv(listCards(db, grant))
      });
    const format =
      cardFiles.find((one) => one === file) ??
      error(404, { message: `There is no file of a card as ${file}. There are ${cardFiles.join(', ')}, csv.` });
    const stored = cardByNumber(db, grant, Number(event.url.searchParams.get('card')));
    const language = fileLanguage(event);
    const { name, type, content } = cardFile(stored, format, language);
    return download(event, grant, signature, {
      name: nameInLanguage(name, language),
      ...{ type, of: { entity: 'judge_card', entityId: stored.id }, content: () => content },
      // Should a browser show the page instead of keeping it, it loads nothing and runs nothing.
      headers: { 'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" }
    });
  });
