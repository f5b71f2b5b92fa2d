/**
 * The types of scoring, in the order in which data takes them:
 *
 *   Sample → Call → Reply → Verdict → Score
 *
 * A *sample* is one report under one metric, with the units to be judged. A *protocol* turns it into *calls*; a *judge*
 * answers each call with a *reply*; the protocol reads replies into *verdicts* and combines verdicts into a *score*.
 */

/** One unit of a checklist: judged on its own, identified by its key in every reply. */
export interface Item {
  key: string;
  text: string;
}

/** One report under one metric: everything that a protocol may use. */
export interface Sample {
  metric: string;
  query: { qid: string; text: string };
  report: {
    id: string;
    markdown: string;
    /** ISO date on which the report was collected, where known. */
    collectedAt: string | null;
  };
  items: Item[];
}

/** One question to a judge. Text judges read `system` and `prompt`; judges made of code read `about`. */
export interface Call {
  /** Name and version of the prompt, e.g. `deep-eval/coverage@1`. */
  prompt: { name: string; version: string; hash: string };
  system: string;
  user: string;
  /** JSON schema that the reply must satisfy. */
  schema: { name: string; json: Record<string, unknown> };
  about: Sample;
  /** 0 for the first try; 1 … for repeats of the same question. */
  trial: number;
}

export interface Usage {
  inputTokens: number;
  outputTokens: number;
}

/** What came back, before anything is believed. `refused` and `cut` never become verdicts. */
export interface Reply {
  text: string;
  /** `complete`, `cut` (ran out of tokens), `refused` (by the model or a content filter). */
  ending: 'complete' | 'cut' | 'refused';
  usage: Usage | null;
  /** The model version that the server says answered. */
  model: string | null;
}

export type Label = 'yes' | 'no';

/** Words of the report that a verdict rests on. */
export interface Evidence {
  quote: string;
}

/**
 * What one judge said of one unit.
 * `judged` carries a label; `abstained` is a verdict without one (the judge says it can not decide);
 * `unscored` means that no valid verdict exists, and why. Never 0, never dropped.
 */
export type Verdict =
  | { item: string; state: 'judged'; label: Label; rationale: string; evidence: Evidence[] }
  | { item: string; state: 'abstained'; label: null; rationale: string; evidence: Evidence[] }
  | { item: string; state: 'unscored'; label: null; rationale: ''; evidence: []; reason: string };

/** A score on the metric's scale (0–100 for checklists), computed by us from the verdicts. */
export interface Score {
  value: number | null;
  /** Why `value` is null. */
  reason: string | null;
  /** Units that the value rests on. */
  n: number;
  passed: number;
  abstained: number;
  unscored: number;
}

/**
 * A judge: a language model behind an API, or code. Its `ask` either replies or throws `JudgeCallError`;
 * it does not retry, cache or log: the engine does.
 */
export interface Judge {
  /** How people name it, e.g. `openai:gpt-5`, `rules`. */
  spec: string;
  /** Hash over everything about the judge that can change a reply (provider, model, base URL, settings, own version). */
  fingerprint: string;
  /**
   * True for judges made of code or of given answers: they may abstain, and they read `about` rather than the text, so
   * `about` enters their call keys.
   */
  abstains?: true;
  ask(call: Call, options: { signal: AbortSignal }): Promise<Reply>;
}

/** An outside failure. `retryable` and `retryAfterMs` steer the engine; the message never holds a key. */
export class JudgeCallError extends Error {
  readonly retryable: boolean;
  readonly retryAfterMs: number | null;
  readonly status: number | null;
  constructor(
    message: string,
    detail: { retryable: boolean; retryAfterMs?: number | null; status?: number | null; cause?: unknown }
  ) {
    super(message, { cause: detail.cause });
    this.name = 'JudgeCallError';
    this.retryable = detail.retryable;
    this.retryAfterMs = detail.retryAfterMs ?? null;
    this.status = detail.status ?? null;
  }
}

/** What the engine hands to a protocol: its only effects. */
export interface Capabilities {
  ask(call: Omit<Call, 'about' | 'trial'>): Promise<Reply>;
  /** Whether the judge may abstain (see `Judge.abstains`); a language model may not. */
  abstains: boolean;
  /** Secret that makes the delimiters around foreign text unguessable for its author, yet the same on every run. */
  delimiterKey: string;
}

/** *How* a metric is judged: `checklist`, later `pointwise`, `pairwise`, `rubric-tree`. */
export interface Protocol {
  name: string;
  judge(sample: Sample, metric: Metric, can: Capabilities): Promise<Verdict[]>;
  combine(verdicts: readonly Verdict[]): Score;
}

/** A metric of a suite, e.g. DeepEval's *coverage*. */
export interface Metric {
  /** Kebab-case name used in URLs, tables and on the command line. */
  name: string;
  title: string;
  /** One sentence for people. */
  question: string;
  protocol: Protocol;
  /** Fixed items (presentation) or null where each query brings its own (coverage). */
  items: readonly Item[] | null;
  prompt: { name: string; version: string; hash: string; system: string };
}

/** A published way to evaluate reports: a set of metrics under one name. The order is the order of display. */
export interface Suite {
  name: string;
  title: string;
  metrics: readonly Metric[];
}
