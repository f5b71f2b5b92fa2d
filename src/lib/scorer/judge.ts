import type { Call, Reply, Usage } from './call.ts';

/**
 * A judge: a language model behind an API, or code. Its `ask` either replies or throws `JudgeCallError`;
 * it does not retry, cache or log: the engine does.
 */
export interface Judge {
  /** How people name it, e.g. `openai:gpt-6-sol`, `rules`. */
  spec: string;
  /** The provider whose limits its calls count against, e.g. `openai`; its spec if absent. */
  provider?: string;
  /** The key and server that its calls use; judges with the same one fail together if the key is wrong. Its own if absent. */
  account?: string;
  /** Tokens that one call may hold, question and answer together; null or absent if unknown. */
  contextTokens?: number | null;
  /**
   * Hash over everything about the judge that can change a reply (provider, model, base URL, settings, own version). The web
   * search that a metric allows is not in it: like the prompt, it is a property of the question, recorded with the run and
   * part of the call's key. The same judge searches under one metric and not under another, and an adopted ensemble stays the
   * ensemble that is asked.
   */
  fingerprint: string;
  /**
   * True for judges made of code or of given answers: they may abstain, and they read `about` rather than the text, so
   * `about` enters their call keys.
   */
  abstains?: true;
  /**
   * Whether the judge can search the web: under every metric (`always`, its own setting), or for calls that allow it
   * (`if-asked`, see `Call.webSearch`). Absent: never.
   */
  webSearch?: 'always' | 'if-asked';
  /** Tokens that an answer may have if the first was cut off; absent if the first had all the room that there is. */
  moreRoom?: number;
  /** Tokens that an estimate assumes for its thinking in one call, beside the answer; absent is 0. */
  thinkingTokens?: number;
  /** Tokens from which the provider's prompt cache holds a shared beginning; absent if it is not known to have one. */
  cacheMinimum?: number;
  /** Remarks for people before a run: on its settings, its price if that is unknown, and the end of its model. */
  notes?: { settings?: string; price?: string; ends?: string };
  /** Where its calls go, and the variable of the key that goes with them (null: none); absent if it calls no server. */
  destination?: { origin: string; key: string | null };
  /** Where other models play roles of this judge: they and its own model, each as it is asked; see `judges/players.ts`. */
  players?: { own: Judge; roles: Readonly<Record<string, readonly Judge[]>> };
  /** The batch API of its provider; absent if it has none, or none is known at its address. */
  batch?: JudgeBatches;
  /**
   * Each question is a job of its own in the provider's background, at full price: submitted, followed, and found again after a
   * kill by `batch`, whose batches have one line. Absent: questions are asked by `ask`, or by batches if the run says so.
   */
  background?: true;
  /** Whether it has one: a fact, for estimates. */
  batches?: true;
  /** @param options `accepted` is told when a background job was taken, long before its answer */
  ask(call: Call, options: { signal: AbortSignal; accepted?: () => void }): Promise<Reply>;
}

/**
 * Reasons that hold for every further call: a wrong key (for all judges with it), an address that is not asked from here, an
 * exhausted quota, an unknown model.
 */
export type Closing = 'key' | 'address' | 'quota' | 'model';

/** An outside failure. `retryable` and `retryAfterMs` steer the engine; the message never holds a key. */
export class JudgeCallError extends Error {
  readonly retryable: boolean;
  readonly retryAfterMs: number | null;
  readonly status: number | null;
  /** Null if the failure concerns its own request only. */
  readonly closes: Closing | null;
  /** True if the server could not be reached at all, or broke the connection off: most likely for every call. */
  readonly outage: boolean;
  /** Tokens that are paid for although no answer came; `unknown` if the server did not say; null if there are none. */
  readonly used: Usage | 'unknown' | null;
  constructor(
    message: string,
    detail: {
      retryable: boolean;
      retryAfterMs?: number | null;
      status?: number | null;
      closes?: Closing | null;
      outage?: boolean;
      used?: Usage | 'unknown' | null;
      cause?: unknown;
    }
  ) {
    super(message, { cause: detail.cause });
    this.name = 'JudgeCallError';
    this.retryable = detail.retryable;
    this.retryAfterMs = detail.retryAfterMs ?? null;
    this.status = detail.status ?? null;
    this.closes = detail.closes ?? null;
    this.outage = detail.outage ?? false;
    this.used = detail.used ?? null;
  }
}

/** One question of a batch: its id within the batch, and the request as the provider takes it. */
export interface BatchLine {
  id: string;
  request: unknown;
}

/** How far a batch is: `over` once no further line will be answered. */
export interface BatchState {
  over: boolean;
  /** The provider's own word for it, with its reason. */
  words: string;
}

/** A provider's batch API for one judge: questions answered within a day, at half the price. */
export interface JudgeBatches {
  /** Limits of one batch. */
  mostLines: number;
  mostBytes: number;
  /** Whether a question may be put into a batch; others are asked by single calls. */
  takes(call: Call): boolean;
  request(call: Call): unknown;
  /** Submits a batch under a name of ours and returns the provider's id of it. @throws JudgeCallError */
  submit(name: string, lines: readonly BatchLine[], signal: AbortSignal): Promise<string>;
  /**
   * Ids of batches that may be the one of that name: after a kill between its submission and the storing of its id. A provider
   * that keeps names finds it or nothing; another one finds those of that time and size. Null: it cannot be looked for.
   */
  find(name: string, since: number, lines: number, signal: AbortSignal): Promise<string[] | null>;
  state(remoteId: string, signal: AbortSignal): Promise<BatchState>;
  /** Answers and failures by the id of their line, in any order. Lines that were not answered may be missing. */
  results(remoteId: string, signal: AbortSignal): Promise<BatchResults>;
  /** Asks the provider to stop. Lines that it answered before stay answered. */
  cancel(remoteId: string, signal: AbortSignal): Promise<void>;
}

export interface BatchResults {
  byLine: ReadonlyMap<string, Reply | JudgeCallError>;
  /** Lines that came twice: the first counts. */
  doubled: number;
}
