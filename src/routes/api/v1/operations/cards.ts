import { z } from 'zod';
import { cardByNumber, listCards } from '$lib/alignment/card/cards.server.ts';
import { cardFile, cardFiles } from '$lib/exchange/export/card/card-files.server.ts';
import { refuse } from '$lib/errors.ts';
import { download } from '../../../download.ts';
import { pathNumber } from '../matching.ts';
import { utcMoment } from '../moments.ts';
import { projectOperation } from '../operation.ts';

const card = z.object({
  number: z.int(),
  metric: z.string(),
  title: z.string(),
  sha256: z.string(),
  bytes: z.int(),
  madeBy: z.string(),
  madeAt: utcMoment,
  signedBy: z.string().describe('Fingerprint of the key that signed it.')
});

const listed = ({
  card: { adoption },
  number,
  sha256,
  bytes,
  madeByName,
  madeAt,
  signed
}: ReturnType<typeof listCards>[number]) => ({
  ...{ number, sha256, bytes, madeAt, metric: adoption.metric, title: adoption.title },
  madeBy: madeByName,
  signedBy: signed.fingerprint
});

export const cardOperations = [
  projectOperation({
    id: 'listCards',
    method: 'GET',
    path: '/projects/{project}/cards',
    tag: 'Judge cards',
    summary: 'List the judge cards, the newest first.',
    access: 'read-results',
    answer: z.object({ rows: z.array(card.meta({ id: 'ListedCard' })) }),
    run: ({ locals, grant }) => ({ rows: listCards(locals.db, grant).map(listed) })
  }),
  projectOperation({
    id: 'getCard',
    method: 'GET',
    path: '/projects/{project}/cards/{card}',
    tag: 'Judge cards',
    summary: 'Read one judge card.',
    access: 'read-results',
    answer: card.extend({ card: z.unknown().describe('Content of the card.') }).meta({ id: 'Card' }),
    run: ({ locals, grant, params }) => {
      const stored = cardByNumber(locals.db, grant, pathNumber(params.card!, 'card'));
      return { ...listed(stored), card: stored.card };
    }
  }),
  projectOperation({
    id: 'getCardFile',
    method: 'GET',
    path: '/projects/{project}/cards/{card}/files/{file}',
    tag: 'Judge cards',
    summary: 'Download a judge card.',
    about: '`file` is json (the signed bundle, byte for byte), html or eee (Every Eval Ever).',
    access: 'read-results',
    answer: { type: 'application/octet-stream', holds: 'The file, in its own media type.' },
    run: ({ locals, request, grant, params }) => {
      const format = cardFiles.find((one) => one === params.file) ?? refuse.notFound('file');
      const stored = cardByNumber(locals.db, grant, pathNumber(params.card!, 'card'));
      const { name, type, content } = cardFile(stored, format);
      const of = { entity: 'judge_card', entityId: stored.id };
      return download({ locals, request }, grant, false, { name, type, of, content: () => content });
    }
  })
];
