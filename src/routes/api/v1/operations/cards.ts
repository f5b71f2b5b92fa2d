import { z } from 'zod';
import { adoptionsInForce } from '$lib/alignment/card/adoptions-in-force.server.ts';
import { usualContents } from '$lib/alignment/card/card.ts';
import { cardByNumber, checkCard, listCards } from '$lib/alignment/card/cards.server.ts';
import { makeCard } from '$lib/alignment/card/make-card.server.ts';
import { cardFile, cardFiles } from '$lib/exchange/export/card/card-files.server.ts';
import { fieldSays, problemAt, refuse } from '$lib/errors.ts';
import { sayingsOf } from '$lib/messages/sayings.ts';
import { authorize } from '$lib/server/auth/authorize.ts';
import { download, nameInLanguage } from '../../../download.ts';
import { softwareVersion } from '../../../software.ts';
import { languageParameter } from '../language-parameter.ts';
import { pathNumber } from '../matching.ts';
import { utcMoment } from '../moments.ts';
import { anyFile, projectOperation } from '../operation.ts';

const leadSays = sayingsOf('leadRefusals');

const included = (what: string) => z.boolean().default(false).describe(`Whether the card includes ${what}.`);

const wish = z
  .strictObject({
    metric: z.string().max(200).describe('Metric whose adopted judges the card certifies.'),
    labels: z
      .enum(['pseudonymous', 'commitment'])
      .default(usualContents.labels)
      .describe('Labels under pseudonyms, or only a commitment to them; figures then cannot be recomputed.'),
    signer: z.boolean().default(true).describe('Whether the card includes the name of the signer.'),
    systems: included('the names of the systems'),
    texts: included('ids and texts of queries and the texts of items'),
    reasons: included('the reasons that leads entered')
  })
  .meta({ id: 'NewCard' });

const check = z
  .object({
    valid: z.boolean(),
    problems: z.array(z.string()),
    checked: z.array(z.string()).describe('Checks that passed.'),
    recomputed: z.int().describe('Figures and gates that were recomputed from the labels in the card.'),
    notRecomputed: z.array(z.string()).describe('Figures that the card cannot give, because it has no labels.'),
    sha256: z.string(),
    fingerprint: z.string().nullable().describe('Fingerprint of the key that signed it.'),
    signedAt: z.string().nullable()
  })
  .meta({ id: 'CardCheck' });

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
    id: 'makeCard',
    method: 'POST',
    path: '/projects/{project}/cards',
    tag: 'Judge cards',
    summary: 'Make and sign the judge card of the adopted judges of a metric.',
    access: 'manage',
    body: wish,
    status: 201,
    answer: card.meta({ id: 'MadeCard' }),
    run: async ({ locals: { db, aside }, grant, body: { metric, ...contents }, checkAgain }) => {
      const reading = authorize(grant.actor, grant.resource, 'read-results');
      const adoption =
        adoptionsInForce(db, reading).find((one) => one.metric === metric) ??
        refuse.invalid(leadSays('cardNotCreated'), [problemAt('metric', fieldSays('noAdoption'), metric)]);
      const computed = await aside.ask('computed-card', reading, { adoptionId: adoption.id, contents });
      checkAgain();
      const asked = { adoptionId: adoption.id, contents, software: softwareVersion };
      return listed(cardByNumber(db, reading, makeCard(db, grant, asked, computed).number));
    }
  }),
  projectOperation({
    id: 'verifyCard',
    method: 'POST',
    path: '/projects/{project}/cards/{card}/verify',
    tag: 'Judge cards',
    summary: 'Verify a judge card from its file: signature, bytes, commitment and every figure.',
    about: 'The result is stored with its time, as on the page of the card.',
    access: 'manage',
    answer: check,
    run: async ({ locals: { db, aside }, grant, params }) => {
      const reading = authorize(grant.actor, grant.resource, 'read-results');
      const { number } = cardByNumber(db, reading, pathNumber(params.card!, 'card'));
      return checkCard(db, reading, number, await aside.ask('verified-card', reading, number));
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
    query: z.strictObject(languageParameter),
    answer: anyFile,
    run: ({ locals, request, grant, query, params }) => {
      const format = cardFiles.find((one) => one === params.file) ?? refuse.notFound('file');
      const stored = cardByNumber(locals.db, grant, pathNumber(params.card!, 'card'));
      const { name, type, content } = cardFile(stored, format, query.language);
      const of = { entity: 'judge_card', entityId: stored.id };
      return download({ locals, request }, grant, false, {
        ...{ name: nameInLanguage(name, query.language), type, of, content: () => content }
      });
    }
  })
];
