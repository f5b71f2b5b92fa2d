import type { Messages } from './messages/catalogues/en/index.ts';
import type { MessageValues, Said } from './messages/message.ts';
import { messagesIn } from './messages/words.ts';

/**
 * Every refusal of the product, one named function each. A refusal is an answer to a person: it says what was refused,
 * why, and what to do. It carries a code; `routes` maps codes to HTTP, the command line to exit codes.
 * Misuse by a programmer is not a refusal: throw a plain Error ("cohenKappa requires at least one pair").
 */

export type RefusalCode =
  | 'not-found'
  | 'not-signed-in'
  | 'not-permitted'
  | 'invalid-input'
  | 'conflict'
  /** Written on a state that another page has replaced since; what stands can be read and chosen. */
  | 'overtaken'
  | 'closed'
  | 'too-many-tries'
  | 'link-used'
  | 'too-large'
  /** The disk of the server is full. */
  | 'no-room'
  | 'unavailable';

type Texts = Messages['refusals'];
type ValuesOf<Key extends keyof Texts> = Said<Texts[Key]> extends (values: infer Values) => string ? [Values] : [];

/** A sentence of the catalogue's section `refusals`: kept by its key, so that each reader gets it in their language. */
export interface Worded {
  key: keyof Texts;
  values: MessageValues;
}

/** `worded('studyPaused')`, `worded('atMostCharacters', { most: 4000 })` */
export const worded = <Key extends keyof Texts>(key: Key, ...[values]: ValuesOf<Key>): Worded => ({
  key,
  values: (values as MessageValues | undefined) ?? {}
});

/** The sentence in a language. */
export function wordedIn(language: string, { key, values }: Worded): string {
  const text = messagesIn(language, 'refusals')[key] as string | ((values: MessageValues) => string);
  return typeof text === 'string' ? text : text(values);
}

/** One thing wrong with an input: where (row, column or field), why, and what was found there. */
export interface Problem {
  /** 1-based row in the file as a person counts it (a header is row 1); null where rows make no sense. */
  row: number | null;
  /** Column, field or file the problem is in. */
  column: string;
  reason: string;
  found?: string;
  /** The reason by its key, if the catalogues have it. */
  wording?: Worded;
}

/** A problem in a field, which readers get in their language. */
export const problemAt = (column: string, wording: Worded, found?: string): Problem => ({
  ...{ row: null, column, reason: wordedIn('en', wording) },
  ...(found === undefined ? {} : { found }),
  wording
});

export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly problems: Problem[];
  /** After how many seconds it makes sense to try again; undefined where waiting does not help. */
  retryAfter?: number;
  /** The message by its key, if the catalogues have it; `message` is in English, for logs, exports and the command line. */
  readonly wording: Worded | undefined;
  constructor(code: RefusalCode, message: string | Worded, problems: Problem[] = []) {
    super(typeof message === 'string' ? message : wordedIn('en', message));
    this.wording = typeof message === 'string' ? undefined : message;
    this.name = 'Refusal';
    this.code = code;
    this.problems = problems;
  }
}

/** What a refusal says to a reader: in their language, or in English where the catalogues do not have it. */
export const refusalIn = (language: string, { message, wording, problems }: Refusal) => ({
  message: wording ? wordedIn(language, wording) : message,
  problems: problems.map(({ wording: reason, ...problem }): Problem => ({
    ...problem,
    ...(reason && { reason: wordedIn(language, reason) })
  }))
});

export const isRefusal = (e: unknown): e is Refusal => e instanceof Refusal;

const stop = (code: RefusalCode, message: string | Worded, problems: Problem[] = []): never => {
  throw new Refusal(code, message, problems);
};

export const refuse = {
  notFound: (what: string): never => stop('not-found', worded('notFound', { what })),
  notSignedIn: (): never => stop('not-signed-in', worded('notSignedIn')),
  notPermitted: (why: string | Worded): never => stop('not-permitted', why),
  invalid: (message: string | Worded, problems: Problem[] = []): never => stop('invalid-input', message, problems),
  conflict: (message: string | Worded): never => stop('conflict', message),
  closed: (what: string, why: string): never => stop('closed', `${what} is closed: ${why}.`),
  /** The same in a sentence of the catalogues. */
  isClosed: (wording: Worded): never => stop('closed', wording),
  /** @param seconds until the next try is allowed */
  tooManyTries: (seconds: number): never => {
    const minutes = Math.ceil(seconds / 60);
    const refusal = new Refusal('too-many-tries', worded('tooManyTries', { minutes }));
    refusal.retryAfter = seconds;
    throw refusal;
  },
  linkUsed: (): never => stop('link-used', worded('linkUsed')),
  tooLarge: (what: string, limit: string): never => stop('too-large', `${what} is larger than ${limit}.`),
  stageConflict: (qid: string, stage: string): never => stop('not-permitted', worded('stageConflict', { qid, stage })),
  stageOrder: (qid: string, stage: string): never => stop('conflict', worded('stageOrder', { qid, stage })),
  roundClosed: (name: string, status: string): never => stop('closed', worded('roundClosed', { name, status })),
  studyPaused: (): never => stop('closed', worded('studyPaused')),
  overtaken: (): never => stop('overtaken', worded('overtaken')),
  takenOver: (): never => stop('conflict', worded('takenOver')),
  wordingChanged: (): never => stop('conflict', worded('wordingChanged')),
  decidedMeanwhile: (): never => stop('conflict', worded('decidedMeanwhile')),
  /** Something that this very thing never has: an export of a kind that a study is not of. */
  absent: (what: string, why: string): never => stop('not-found', `There is no ${what}: ${why}.`),
  /** A full or failing disk, in the words of `outOfRoomWords`; `full` if room would help. */
  outOfRoom: (words: string, full: boolean): never => stop(full ? 'no-room' : 'unavailable', words),
  unavailable: (what: string, mend: string): never => stop('unavailable', `${what} is not available: ${mend}.`)
};
