import { answerTimeout } from './answer-timeout.ts';
import { outboxOwner } from './outbox-owner.ts';

/**
 * Commits of a person on their way to the server, in order. Each is kept in the browser until acknowledged, so that a lost
 * connection or a closed tab loses none, and carries an idempotency key, so that sending one twice is one row.
 */
export interface Outgoing {
  url: string;
  body: { idempotencyKey: string; [field: string]: unknown };
}

interface OutboxRefusal {
  message: string;
  body: Outgoing['body'];
  /** Whatever else the server said. */
  answer: Record<string, unknown>;
}

type Refuse = (message: Outgoing, answer: Record<string, unknown>) => boolean;

const retryAfter = 3000;

/**
 * Takes everything that earlier pages of the same person left unsent. A page that still runs may send its own again: that is
 * one row.
 */
function takeUp(prefix: string): Outgoing[] {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  return keys.flatMap((key) => {
    try {
      return JSON.parse(localStorage.getItem(key) ?? '[]') as Outgoing[];
    } catch {
      return [];
    } finally {
      localStorage.removeItem(key);
    }
  });
}

export class Outbox {
  readonly #owner = outboxOwner();
  readonly #prefix = `voirdire-outbox-${this.#owner}-`;
  /** Each page keeps a list of its own, so that two tabs never overwrite each other's. */
  readonly #key = this.#prefix + Math.random().toString(36).slice(2);
  waiting = $state<Outgoing[]>([]);
  /** When the server last failed to answer, ms; null while all is well. */
  silentSince = $state<number | null>(null);
  refused = $state<OutboxRefusal | null>(null);
  /** The session has ended: waiting answers are sent after a sign-in in another tab. */
  signedOut = $state(false);
  #sending: Promise<boolean> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #acknowledged: ((sent: Outgoing, answer: unknown) => void) | undefined;
  #refused: Refuse | undefined;

  /**
   * Takes up what an earlier page left unsent.
   *
   * @param refused true if the page deals with the refusal itself
   */
  start(acknowledged?: (sent: Outgoing, answer: unknown) => void, refused?: Refuse): void {
    this.#acknowledged = acknowledged;
    this.#refused = refused;
    this.waiting = takeUp(this.#prefix);
    this.#keep();
    void this.flush();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  send(message: Outgoing): void {
    this.waiting.push(message);
    this.#keep();
    void this.flush();
  }

  /** Resolves once nothing is waiting; false if the server does not answer or refuses. */
  flush(): Promise<boolean> {
    this.#sending ??= this.#sendAll();
    return this.#sending;
  }

  async #sendAll(): Promise<boolean> {
    clearTimeout(this.#timer);
    // Begins in a later turn and ends in the turn of its last look at the list: what is sent meanwhile is never overlooked.
    await Promise.resolve();
    for (let next = this.waiting[0]; next; next = this.waiting[0]) {
      if (!(await this.#post(next))) {
        this.#timer = setTimeout(() => void this.flush(), retryAfter);
        this.#sending = null;
        return false;
      }
      this.waiting.shift();
      this.#keep();
    }
    this.#sending = null;
    return this.refused === null;
  }

  /** True if the server has answered for good, also with a refusal; false to try again. */
  async #post(message: Outgoing): Promise<boolean> {
    let response: Response;
    try {
      response = await fetch(message.url, {
        method: 'POST',
        // The server refuses it for now if another person has signed in meanwhile: it waits for the one who wrote it.
        headers: { 'content-type': 'application/json', 'x-outbox': this.#owner },
        body: JSON.stringify(message.body),
        signal: answerTimeout()
      });
    } catch {
      this.silentSince ??= Date.now();
      return false;
    }
    // Read also if it failed: an unread response keeps its connection open, and a browser has six for a server.
    const answer = (await response.json().catch(() => null)) as Record<string, unknown> | null;
    this.signedOut = response.status === 401;
    if (response.status >= 500 || response.status === 429 || this.signedOut) {
      this.silentSince ??= Date.now();
      return false;
    }
    this.silentSince = null;
    if (response.ok) this.#acknowledged?.(message, answer);
    else if (!this.#refused?.(message, answer ?? {}))
      this.refused = {
        message: String(answer?.['message'] ?? response.status),
        body: message.body,
        answer: answer ?? {}
      };
    return true;
  }

  #keep(): void {
    try {
      if (this.waiting.length === 0) localStorage.removeItem(this.#key);
      else localStorage.setItem(this.#key, JSON.stringify(this.waiting));
    } catch {
      // Storage is full: this page alone has it, and sends it.
    }
  }
}
