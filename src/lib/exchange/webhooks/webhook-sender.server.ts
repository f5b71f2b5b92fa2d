import { and, asc, desc, eq, inArray, isNull, lte, ne, sql } from 'drizzle-orm';
import type { Guard } from '../../scorer/web/fetching/guard.ts';
import { request, systemResolve, type Resolve } from '../../scorer/web/fetching/request.ts';
import { WebFailure } from '../../scorer/web/reading/failures.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { isLastTry, nextTry } from '../events/project-events.ts';
import { webhookSignature } from './signature.ts';

const AT_ONCE = 8;
/** Ended deliveries that the log of one webhook keeps. */
const KEPT = 200;

export interface SenderOptions {
  guard: Guard;
  /** Longest time for one request, in ms. */
  timeoutMs?: number;
  now?: () => number;
  /** Stands in for the system's name lookup. */
  resolve?: Resolve;
}

interface Due {
  id: string;
  webhookId: string;
  url: string;
  secret: string;
  tries: number;
  body: string;
  event: string;
  /** Its project is in the archive: it is not sent. */
  archived: boolean;
}

interface Outcome {
  status: number | null;
  /** Null if it was delivered. */
  problem: string | null;
  /** No further try can end otherwise. */
  final?: boolean;
}

/** A delivery's place among those of its webhook, so that an address that does not answer delays no other one. */
const TURN = sql`row_number() over (partition by ${schema.webhookDelivery.webhookId} order by ${schema.webhookDelivery.nextAt})`;

/** Sends deliveries that are due, by the stored queue. A delivery reaches its address at least once, or is logged as failed. */
export class WebhookSender {
  readonly #db: Db;
  readonly #guard: Guard;
  readonly #timeoutMs: number;
  readonly #now: () => number;
  readonly #resolve: Resolve;

  constructor(db: Db, { guard, timeoutMs = 10_000, now = Date.now, resolve = systemResolve }: SenderOptions) {
    this.#db = db;
    this.#guard = guard;
    this.#timeoutMs = timeoutMs;
    this.#now = now;
    this.#resolve = resolve;
  }

  /** Sends what is due, some at a time. */
  async sendDue(): Promise<void> {
    const due = this.#claim();
    await Promise.all(due.map(async (one) => this.#keep(one, await this.#send(one))));
  }

  /** Claims due deliveries, each counted as tried and moved on before it is sent, so that a kill repeats it later and not at once. */
  #claim(): Due[] {
    const { notice, project, webhook, webhookDelivery: delivery } = schema;
    const now = this.#now();
    const rows = this.#db
      .select({ delivery, webhook, notice, project })
      .from(delivery)
      .innerJoin(webhook, eq(webhook.id, delivery.webhookId))
      .innerJoin(notice, eq(notice.id, delivery.noticeId))
      .innerJoin(project, eq(project.id, webhook.projectId))
      .where(and(eq(delivery.state, 'waiting'), lte(delivery.nextAt, now), isNull(webhook.pausedAt)))
      .orderBy(TURN, asc(delivery.nextAt))
      .limit(AT_ONCE)
      .all();
    if (rows.length === 0) return [];
    write(this.#db, (tx) => {
      for (const { delivery: one } of rows)
        tx.update(delivery)
          .set({ tries: one.tries + 1, nextAt: nextTry(one.tries, now) })
          .where(eq(delivery.id, one.id))
          .run();
    });
    return rows.map(({ delivery: one, webhook: { url, secret }, notice: of, project: { slug, archivedAt } }) => ({
      ...{ id: one.id, webhookId: one.webhookId, url, secret, tries: one.tries + 1, event: of.event },
      archived: archivedAt !== null,
      body: JSON.stringify({
        ...{ id: of.id, event: of.event, at: new Date(of.at).toISOString(), project: slug, data: of.data }
      })
    }));
  }

  async #send({ id, url, secret, body, event, archived }: Due): Promise<Outcome> {
    if (archived) return { status: null, problem: 'The project is in the archive.', final: true };
    const signal = AbortSignal.timeout(this.#timeoutMs);
    const timestamp = Math.floor(this.#now() / 1000);
    try {
      const means = { guard: this.#guard, resolve: this.#resolve, userAgent: 'Voirdire-Webhook/1' };
      const answer = await request(new URL(url), means, signal, {
        body,
        headers: {
          'Content-Type': 'application/json',
          'Voirdire-Event': event,
          'Voirdire-Delivery': id,
          'Voirdire-Timestamp': String(timestamp),
          'Voirdire-Signature': webhookSignature(secret, timestamp, body)
        }
      });
      answer.destroy();
      const status = answer.statusCode ?? 0;
      if (status >= 200 && status < 300) return { status, problem: null };
      const redirects = status >= 300 && status < 400;
      return { status, problem: redirects ? 'It redirects, which is not followed.' : `It answered ${status}.` };
    } catch (error) {
      if (signal.aborted) return { status: null, problem: `It did not answer within ${this.#timeoutMs / 1000} s.` };
      if (error instanceof WebFailure) return { status: null, problem: `It was not reached: ${error.message}.` };
      throw error;
    }
  }

  #keep({ id, webhookId, tries }: Due, { status, problem, final = false }: Outcome): void {
    const { webhookDelivery: delivery } = schema;
    const now = this.#now();
    const ended = problem === null || final || isLastTry(tries);
    write(this.#db, (tx) => {
      const state = problem === null ? 'delivered' : ended ? 'failed' : 'waiting';
      tx.update(delivery)
        .set({ status, problem, state, endedAt: ended ? now : null })
        .where(eq(delivery.id, id))
        .run();
      if (!ended) return;
      const log = tx
        .select({ id: delivery.id })
        .from(delivery)
        .where(and(eq(delivery.webhookId, webhookId), ne(delivery.state, 'waiting')))
        .orderBy(desc(delivery.createdAt))
        .all();
      const old = log.slice(KEPT).map((one) => one.id);
      if (old.length > 0) tx.delete(delivery).where(inArray(delivery.id, old)).run();
    });
  }
}
