import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';

/** How a stand-in misbehaves. */
export const faultKinds = [
  'rate-limit', // 429 with Retry-After in seconds
  'rate-limit-date', // 429 with Retry-After as a date
  'quota', // 429 with which no waiting helps
  'server-error', // 500
  'overloaded', // 529 if the provider has it, else 500
  'misleading', // 500 whose message holds numbers that look like other statuses
  'error-body', // 200 with an error instead of an answer
  'hang', // accepts the request and never answers
  'stall', // sends headers and the beginning of a body, and never the rest
  'disconnect', // closes the connection without an answer
  'bad-key', // 401 whose message repeats the key
  'refusal', // the model refuses
  'content-filter', // a filter stopped the answer
  'cut', // out of tokens
  'pause', // the turn is to be continued, if the provider has that
  'search-down', // the web search failed inside an answer, if the provider has that
  'truncated', // claims to be complete and is not
  'wrong-count', // the first entry of a list is missing
  'wrong-ids', // an entry has an id that was not asked about
  'twice', // an entry comes twice
  'contradiction', // a total and a score that contradict the list beside it
  'prose', // words around the answer
  'html', // 200 with a page
  'empty', // 200 without a body
  'bad-json', // 200 with broken JSON around the answer
  'no-schema', // 400: structured output is not supported
  'unavailable', // 503
  'raw' // as the test's own function says, given the sound answer
] as const;

export type FaultKind = (typeof faultKinds)[number];

/** When a fault strikes: on these requests (the first is 1), on every n-th, on a share of all, or always. */
export interface Fault {
  kind: FaultKind;
  on?: readonly number[];
  every?: number;
  ratio?: number;
  /** For rate limits. */
  retryAfterSeconds?: number;
  /** For `raw`: answers the request, or leaves it. `sound` is what would be sent otherwise. */
  act?: (response: ServerResponse, sound: { status: number; text: string }, request: number) => void;
}

/** A number in 0 … 1 that depends on the parts alone. */
export const chance = (...parts: (string | number)[]): number =>
  Number.parseInt(hash('sha256', parts.join('\n')).slice(0, 8), 16) / 2 ** 32;

export const faultFor = (faults: readonly Fault[], request: number, seed: number): Fault | undefined =>
  faults.find((fault) => {
    if (fault.on) return fault.on.includes(request);
    if (fault.every !== undefined) return request % fault.every === 0;
    if (fault.ratio !== undefined) return chance('fault', seed, fault.kind, request) < fault.ratio;
    return true;
  });

/** Reads `kind`, `kind@3,4`, `kind/5` (every fifth) or `kind%0.1` (a tenth), as the command line gives it. */
export const parseFault = (text: string): Fault => {
  const match = /^([a-z-]+)(?:@([\d,]+)|\/(\d+)|%([\d.]+))?$/.exec(text);
  const kind = faultKinds.find((one) => one === match?.[1]);
  if (!match || !kind) throw new Error(`${text} is not a fault; faults are ${faultKinds.join(', ')}`);
  if (match[2]) return { kind, on: match[2].split(',').map(Number) };
  if (match[3]) return { kind, every: Number(match[3]) };
  if (match[4]) return { kind, ratio: Number(match[4]) };
  return { kind };
};
