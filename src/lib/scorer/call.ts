import type { Page } from './page.ts';
import type { Item, Sample } from './sample.ts';

/** A JSON schema with the name under which it is sent. */
export interface ReplySchema {
  name: string;
  json: Record<string, unknown>;
}

/** In place of a schema: the reply is text, such as a report in Markdown, and no request demands JSON. */
export const freeText: ReplySchema = { name: 'free-text', json: { type: 'string' } };

export const isFreeText = ({ schema }: { schema: ReplySchema }): boolean => schema.name === freeText.name;

/** One question to a judge. Text judges read `system` and `prompt`; judges made of code read `about`. */
export interface Call {
  /** Name and version of the prompt, e.g. `deep-eval/coverage@1`. */
  prompt: { name: string; version: string; hash: string };
  system: string;
  user: string;
  /**
   * Number of characters at the beginning of `user` that, like `system`, are the same in the report-first prompts of all
   * metrics of a report. The judges of OpenAI, Google and Anthropic then word the schema at the end, because a schema counts
   * as part of the beginning to their prompt caches. Absent is none.
   */
  shared?: number;
  /** Further calls of the run begin alike: worth a write to the provider's prompt cache. Set by the engine; absent is no. */
  cacheShared?: true;
  /** JSON schema that the reply must satisfy; `freeText` for a report. */
  schema: ReplySchema;
  about: Sample;
  /** Subject of this call besides the sample, for judges made of code. */
  material?: Material;
  /** 0 for the first try; 1 … for repeats of the same question. */
  trial: number;
  /** The role of the metric's protocol that is asked; absent is the judge itself. */
  role?: string;
  /** The judge may use its provider's search tool for this question. Set by the engine; absent is no. */
  webSearch?: true;
  /** The first reply was cut off at its limit of tokens: this one may be as long as `Judge.moreRoom`. */
  moreRoom?: true;
}

/** Subject of a call besides the sample: a cited page (rubric tree), or some criteria of a rubric. */
export type Material =
  | { kind: 'criteria'; criteria: Item[] }
  | { kind: 'relevance'; page: Page }
  | { kind: 'support'; page: Page; /** Claims that cite the page, by the keys of their units. */ claims: Item[] };

/** One question as a protocol words it; the engine adds what it is about, counts its trials and allows web search. */
export type Question = Omit<Call, 'about' | 'trial' | 'webSearch' | 'cacheShared'> & {
  /** The reply with which an estimate continues, if further questions depend on it. Never sent, and in no key. */
  assume?: () => string;
};

export interface Usage {
  /** All tokens of the question, those in the provider's prompt cache included. */
  inputTokens: number;
  /** Thinking included. */
  outputTokens: number;
  /** Input tokens that the provider read from its prompt cache; absent if it does not say. */
  cachedTokens?: number;
  /** Input tokens that it wrote to the cache. */
  cacheWriteTokens?: number;
}

/** An answer as received, before anything is believed. `refused` and `cut` never become verdicts. */
export interface Reply {
  text: string;
  /** `complete`, `cut` (ran out of tokens), `refused` (by the model or a content filter). */
  ending: 'complete' | 'cut' | 'refused';
  usage: Usage | null;
  /** The model version that the server says answered. */
  model: string | null;
  /** Further identity of the server that answered: OpenAI's `system_fingerprint`, OpenRouter's `provider`. Absent if the reply has none. */
  backend?: string;
  /** Actions of a system on its way to the answer, as far as it reports them. Absent: it reports none. */
  trace?: ReplyTrace;
}

/** Number of searches and of pages opened before the answer; null if the system does not say. */
interface ReplyTrace {
  searches: number | null;
  pages: number | null;
}

/** Characters that a reply may have: a longer one is not usable. */
export const LONGEST_REPLY = 1_000_000;
