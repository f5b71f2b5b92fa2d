import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import { LRUCache } from 'lru-cache';
import { eq, lt } from 'drizzle-orm';
import { refuse } from '../../errors.ts';
import { schema, watchWrites, type Db } from '../db/client.ts';

const leadSays = sayingsOf('leadRefusals');

/** An answer that can be given again. */
interface Given {
  status: number;
  headers: [string, string][];
  body: string;
}

/** One sending of a form while it is handled. */
interface Sending {
  key: string;
  /** The refusal if the key was taken before and the answer is lost. */
  repeated: Saying;
  /** The transaction of its first write took the key. */
  claimed: boolean;
  over: boolean;
}

const KEPT_MS = 24 * 3_600_000;
/** Answers that are given again as they were. They may hold a link that is shown once, so that they stay in memory. */
const KEPT_ANSWERS = 200;

const current = new AsyncLocalStorage<Sending>();

/**
 * The first write of a sending takes its key in the same transaction: what a form creates is there with its key, or neither
 * is. A form that was sent before is refused there, whatever happened to the process in between.
 */
watchWrites((tx) => {
  const sending = current.getStore();
  if (!sending || sending.claimed || sending.over) return null;
  const { sentForm } = schema;
  const now = Date.now();
  tx.delete(sentForm)
    .where(lt(sentForm.at, now - KEPT_MS))
    .run();
  if (tx.select({ at: sentForm.at }).from(sentForm).where(eq(sentForm.key, sending.key)).get())
    refuse.conflict(sending.repeated);
  tx.insert(sentForm).values({ key: sending.key, at: now }).run();
  sending.claimed = true;
  return () => void (sending.claimed = false);
});

/**
 * Handles each sending of a form once. A second one with the same key, by a double click or because a browser sent it again,
 * waits for the first and gets its answer. A refused form leaves no trace and can be sent again.
 */
export class SentForms {
  readonly #db: () => Db;
  readonly #underWay = new Map<string, Promise<Given>>();
  readonly #given = new LRUCache<string, Given>({ max: KEPT_ANSWERS });

  constructor(db: () => Db) {
    this.#db = db;
  }

  /** @param repeated the refusal of a form that was sent before and whose answer is lost */
  async answerOnce(key: string, work: () => Promise<Response>, repeated = leadSays('formSent')): Promise<Response> {
    const before = this.#underWay.get(key) ?? this.#given.get(key);
    if (before) return responseOf(await before);
    const handling = this.#handle({ key, repeated, claimed: false, over: false }, work).finally(() =>
      this.#underWay.delete(key)
    );
    this.#underWay.set(key, handling);
    return responseOf(await handling);
  }

  async #handle(sending: Sending, work: () => Promise<Response>): Promise<Given> {
    try {
      const response = await current.run(sending, work);
      const given = { status: response.status, headers: [...response.headers], body: await response.text() };
      if (isRefused(given)) this.#forget(sending);
      else this.#given.set(sending.key, given);
      return given;
    } catch (error) {
      this.#forget(sending);
      throw error;
    } finally {
      sending.over = true;
    }
  }

  #forget({ key, claimed }: Sending): void {
    if (claimed) this.#db().delete(schema.sentForm).where(eq(schema.sentForm.key, key)).run();
  }
}

const responseOf = ({ status, headers, body }: Given): Response =>
  new Response(body === '' ? null : body, { status, headers });

/** Whether a form was not accepted: by its status, or as pages with scripts are told. */
const isRefused = ({ status, body }: Given): boolean =>
  status >= 400 || body.startsWith('{"type":"failure"') || body.startsWith('{"type":"error"');
