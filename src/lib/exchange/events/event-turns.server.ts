import type { Db } from '../../server/db/client.ts';
import { log } from '../../server/log.ts';
import { noteAllEvents } from './notices.server.ts';

const EVERY = 15_000;

/** A stored queue whose due entries are sent: webhooks, e-mails. */
interface QueueSender {
  sendDue(): Promise<void>;
}

/** Finds events and lets each queue send what is due, every 15 seconds. */
export class EventTurns {
  readonly #db: Db;
  readonly #senders: readonly QueueSender[];
  readonly #now: () => number;
  #timer: NodeJS.Timeout | null = null;
  #turn: Promise<void> | null = null;

  constructor(db: Db, senders: readonly QueueSender[], now: () => number = Date.now) {
    this.#db = db;
    this.#senders = senders;
    this.#now = now;
  }

  start(): void {
    this.#timer ??= setInterval(() => void this.turn(), EVERY).unref();
  }

  /** Ends after what is under way. */
  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    await this.#turn;
  }

  /** One turn: events, then what is due. It never rejects: a fault is logged and another turn follows. */
  turn(): Promise<void> {
    this.#turn ??= this.#work().finally(() => (this.#turn = null));
    return this.#turn;
  }

  async #work(): Promise<void> {
    const fault = (error: unknown): void => log().error({ err: error }, 'Events could not be sent');
    try {
      noteAllEvents(this.#db, this.#now());
    } catch (error) {
      fault(error);
    }
    await Promise.all(this.#senders.map(async (one) => one.sendDue().catch(fault)));
  }
}
