import { outboxOwner } from './outbox-owner.ts';
import { answerTimeout } from './answer-timeout.ts';
import { dropDrafts, newestDraft, pageName, putDraft, type KeptDraft } from './kept-drafts.ts';

type Content = KeptDraft['content'];

interface Told {
  /** The server has it; the entry's basis from now on. */
  saved: (id: string, sent: KeptDraft, basis: string) => void;
  /** Another page replaced the state that the draft is based on; nothing was overwritten. */
  overtaken: (id: string, sent: KeptDraft, stands: unknown) => void;
}

const AFTER_TYPING = 600;
const RETRY_AFTER = 3000;

/**
 * Stores a person's input on its way to the server: kept in the browser with every change, sent a moment after the last one,
 * and dropped there once the server has acknowledged it.
 */
export class DraftKeeper {
  /** When the server last took a draft, ms. */
  savedAt = $state<number | null>(null);
  /** The server does not answer: what is typed is kept in this browser. */
  failing = $state(false);
  /** Why the server did not take the last draft, in its words; empty if it did. What is typed is kept in this browser. */
  refused = $state('');
  readonly base: string;
  readonly #body: (id: string, content: Content) => Content;
  readonly #told: Told;
  #waiting: Record<string, KeptDraft> = {};
  /** Pages whose drafts this one took up, by id. */
  #formerly: Record<string, string[]> = {};
  readonly #owner = outboxOwner();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending = false;

  /**
   * @param base address of the page, without a slash at the end
   * @param body a draft as the server reads it
   */
  constructor(base: string, body: (id: string, content: Content) => Content, told: Told) {
    this.base = base;
    this.#body = body;
    this.#told = told;
  }

  #about = (id: string): string => `${this.base}/${id}`;

  /** Names of the pages whose words about an entry this page may replace. */
  writersOf = (id: string): string[] => [pageName, ...(this.#formerly[id] ?? [])].slice(0, 20);

  /** Keeps what is typed, and sends it a moment later. An empty basis is compared with nothing: the last page to write wins. */
  changed(id: string, content: Content, basis: string): void {
    this.#waiting[id] = this.hold(id, content, basis);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), AFTER_TYPING);
  }

  /** Keeps it in the browser alone. */
  hold(id: string, content: Content, basis: string): KeptDraft {
    return putDraft(this.#about(id), { content, basis, writers: this.writersOf(id) });
  }

  /** Input that an earlier page left unsent about an entry; null if there is none. */
  takeUp(id: string): KeptDraft | null {
    const draft = newestDraft(this.#about(id));
    if (draft) this.#formerly[id] = draft.writers;
    return draft;
  }

  /** Forgets what was typed: it is on its way as a commit, or not wanted any more. */
  drop(id: string): void {
    delete this.#waiting[id];
    this.refused = '';
    // Whatever their time says: a clock can be set back.
    dropDrafts(this.#about(id), { writers: this.writersOf(id), at: Infinity });
  }

  /** Sends what waits now. `leaving`: the page may be gone before the answer. */
  async flush(leaving = false): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#sending && !leaving) return;
    this.#sending = true;
    let failed = false;
    for (const [id, draft] of Object.entries(this.#waiting)) {
      delete this.#waiting[id];
      if (await this.#send(id, draft)) continue;
      failed = true;
      this.#waiting[id] ??= draft;
    }
    this.#sending = false;
    this.failing = failed;
    if (Object.keys(this.#waiting).length > 0)
      this.#timer = setTimeout(() => void this.flush(), failed ? RETRY_AFTER : AFTER_TYPING);
  }

  stop(): void {
    void this.flush(true).finally(() => clearTimeout(this.#timer));
  }

  /** False if it has to be sent again. */
  async #send(id: string, draft: KeptDraft): Promise<boolean> {
    const { content, basis, writers } = draft;
    const response = await fetch(`${this.base}/draft`, {
      method: 'POST',
      keepalive: true,
      headers: { 'content-type': 'application/json', 'x-outbox': this.#owner },
      body: JSON.stringify({ ...this.#body(id, content), ...(basis && { basis }), writers }),
      signal: answerTimeout()
    }).catch(() => null);
    // Read also if it failed: an unread response keeps its connection open, and a browser has six for a server.
    const answer = (await response?.json().catch(() => null)) as {
      basis?: string;
      stands?: unknown;
      message?: string;
    } | null;
    if (!response || response.status >= 500 || response.status === 429 || response.status === 401) return false;
    this.refused = '';
    this.savedAt = null;
    if (response.ok) {
      dropDrafts(this.#about(id), draft);
      this.savedAt = Date.now();
      this.#told.saved(id, draft, answer?.basis ?? basis);
    } else if (answer?.stands) this.#told.overtaken(id, draft, answer.stands);
    else this.refused = answer?.message ?? `${response.status}`;
    return true;
  }
}
