import { and, eq, lt } from 'drizzle-orm';
import { refuse, worded } from '../../errors.ts';
import { schema, writeAside, type Db } from '../db/client.ts';
import { sha256 } from '../db/id.ts';
import type { SentForms } from './sent-forms.ts';

const KEPT_MS = 24 * 3_600_000;

interface KeyedRequest {
  userId: string;
  /** As the client chose it: 8 to 100 printable ASCII characters. */
  key: string;
  /** Method, address and body, which must be the same if the request is repeated. */
  said: string;
}

/** Requests under way by person and key. */
const underWay = new Map<string, string>();

/**
 * Answers a request of the API with an idempotency key once: a repeated one gets the stored answer. The request's first write and its
 * key are in one transaction (`SentForms`), so that a repeated request never writes twice; if the server stopped before the answer
 * was stored, it is refused. A refused request leaves no trace: it can be corrected and sent with the same key.
 *
 * @throws a refusal if the key came with another request within a day, or its answer is lost
 */
export async function answerKeyed(
  db: Db,
  sent: SentForms,
  { userId, key, said }: KeyedRequest,
  work: () => Promise<Response>,
  now = Date.now()
): Promise<Response> {
  if (!/^[\x21-\x7e]{8,100}$/.test(key)) refuse.invalid(worded('keyMalformed'));
  const { apiAnswer } = schema;
  const [keyHash, request] = [sha256(key), sha256(said)];
  const stored = db
    .select()
    .from(apiAnswer)
    .where(and(eq(apiAnswer.userId, userId), eq(apiAnswer.key, keyHash)))
    .get();
  if (stored && Math.abs(now - stored.at) < KEPT_MS) {
    if (stored.request !== request) refuse.keyOfOtherRequest();
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Replayed': 'true' };
    return new Response(stored.body, { status: stored.status, headers });
  }
  const own = `${userId} ${keyHash}`;
  if ((underWay.get(own) ?? request) !== request) refuse.keyOfOtherRequest();
  underWay.set(own, request);
  try {
    const response = await sent.answerOnce(sha256(`api ${own}`), work, worded('keyAnswerLost'));
    if (response.status < 400) await keep(db, { userId, key: keyHash, request, at: now }, response.clone());
    return response;
  } finally {
    underWay.delete(own);
  }
}

async function keep(
  db: Db,
  row: Pick<typeof schema.apiAnswer.$inferInsert, 'userId' | 'key' | 'request' | 'at'>,
  response: Response
): Promise<void> {
  const { apiAnswer } = schema;
  const body = await response.text();
  writeAside(db, (tx) => {
    tx.delete(apiAnswer)
      .where(lt(apiAnswer.at, row.at - KEPT_MS))
      .run();
    tx.insert(apiAnswer)
      .values({ ...row, status: response.status, body })
      .onConflictDoNothing()
      .run();
  });
}
