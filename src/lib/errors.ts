import { sayIn } from './messages/say-in.ts';
import { noticeTextIn } from './messages/library-text.ts';
import { missingThing } from './messages/missing-things.ts';
import { sayingsOf, type Saying } from './messages/sayings.ts';

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
  /** An idempotency key of the API that came with another request before. */
  | 'key-reused'
  | 'link-used'
  | 'too-large'
  /** The disk of the server is full. */
  | 'no-room'
  /** A fault that may pass: the same request can succeed later. */
  | 'unavailable'
  /** Something is missing in the settings of this server, such as an API key: waiting does not help. */
  | 'not-configured';

/** `worded('studyPaused')`, `worded('atMostCharacters', { most: 4000 })`: a sentence of the section `refusals`. */
export const worded = sayingsOf('refusals');

/** A sentence about a field of a form, of the section `fieldProblems`. */
export const fieldSays = sayingsOf('fieldProblems');

/** One thing wrong with an input: where (row, column or field), why, and what was found there. */
export interface Problem {
  /** 1-based row in the file as a person counts it (a header is row 1); null if rows make no sense. */
  row: number | null;
  /** Column, field or file the problem is in. */
  column: string;
  reason: string;
  found?: string;
  /** The reason by its key, if the catalogues have it. */
  wording?: Saying;
}

/** A problem whose reason readers get in their language. */
export interface SaidProblem extends Problem {
  wording: Saying;
}

/** A problem in a field. */
export const problemAt = (column: string, wording: Saying, found?: string): SaidProblem =>
  problemSaid(null, column, wording, found);

/** A problem in a row. */
export const problemSaid = (row: number | null, column: string, wording: Saying, found?: string): SaidProblem => ({
  ...{ row, column, reason: sayIn('en', wording) },
  ...(found === undefined ? {} : { found }),
  wording
});

export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly problems: Problem[];
  /** After how many seconds it makes sense to try again; undefined if waiting does not help. */
  retryAfter?: number;
  /** The message by its key, if the catalogues have it; `message` is in English, for logs, exports and the command line. */
  readonly wording: Saying | undefined;
  constructor(code: RefusalCode, message: string | Saying, problems: Problem[] = []) {
    super(typeof message === 'string' ? message : sayIn('en', message));
    this.wording = typeof message === 'string' ? undefined : message;
    this.name = 'Refusal';
    this.code = code;
    this.problems = problems;
  }
}

/** Returns the text of a refusal for a reader: in their language, by its key or recognised by its English text, else in English. */
export const refusalIn = (language: string, { message, wording, problems }: Refusal) => ({
  message: wording ? sayIn(language, wording) : noticeTextIn(language)(message),
  problems: problemsIn(language, problems)
});

/** Problems in the language of a reader; a reason that is a text is recognised by it, or stays in English. */
export const problemsIn = (language: string, problems: readonly Problem[]): Problem[] =>
  problems.map(({ wording, ...problem }): Problem => ({
    ...problem,
    reason: wording ? sayIn(language, wording) : noticeTextIn(language)(problem.reason)
  }));

export const isRefusal = (e: unknown): e is Refusal => e instanceof Refusal;

const stop = (code: RefusalCode, message: string | Saying, problems: Problem[] = []): never => {
  throw new Refusal(code, message, problems);
};

export const refuse = {
  notFound: (what: string): never => stop('not-found', worded('notFound', { what: missingThing(what) })),
  notSignedIn: (): never => stop('not-signed-in', worded('notSignedIn')),
  notPermitted: (why: string | Saying): never => stop('not-permitted', why),
  invalid: (message: string | Saying, problems: Problem[] = []): never => stop('invalid-input', message, problems),
  conflict: (message: string | Saying): never => stop('conflict', message),
  closed: (words: string): never => stop('closed', words),
  /** In a sentence of the catalogues. */
  isClosed: (wording: Saying): never => stop('closed', wording),
  /** @param seconds until the next try is allowed */
  tooManyTries: (seconds: number): never => {
    const minutes = Math.ceil(seconds / 60);
    const refusal = new Refusal('too-many-tries', worded('tooManyTries', { minutes }));
    refusal.retryAfter = seconds;
    throw refusal;
  },
  /** A program that asks too often. @param seconds until the next request is allowed */
  tooManyRequests: (seconds: number): never => {
    const refusal = new Refusal('too-many-tries', worded('tooManyRequests', { seconds }));
    refusal.retryAfter = seconds;
    throw refusal;
  },
  /** A request of the API without a valid token. */
  tokenUnknown: (): never => stop('not-signed-in', worded('tokenUnknown')),
  noOperation: (): never => stop('not-found', worded('noOperation')),
  /** An idempotency key that belongs to another request. */
  keyOfOtherRequest: (): never => stop('key-reused', worded('keyOfOtherRequest')),
  linkUsed: (): never => stop('link-used', worded('linkUsed')),
  tooLarge: (what: string, limit: string): never => stop('too-large', `${what} is larger than ${limit}.`),
  /** In a sentence of the catalogues. */
  isTooLarge: (wording: Saying): never => stop('too-large', wording),
  stageConflict: (qid: string, stage: string): never => stop('not-permitted', worded('stageConflict', { qid, stage })),
  stageOrder: (qid: string, stage: string): never => stop('conflict', worded('stageOrder', { qid, stage })),
  roundClosed: (name: string, status: string): never => stop('closed', worded('roundClosed', { name, status })),
  studyPaused: (): never => stop('closed', worded('studyPaused')),
  overtaken: (): never => stop('overtaken', worded('overtaken')),
  takenOver: (): never => stop('conflict', worded('takenOver')),
  wordingChanged: (): never => stop('conflict', worded('wordingChanged')),
  decidedMeanwhile: (): never => stop('conflict', worded('decidedMeanwhile')),
  /** In a sentence of the catalogues. */
  isMissing: (wording: Saying): never => stop('not-found', wording),
  /** Something that this very thing never has: an export of a kind that a study is not of. */
  absent: (what: string, why: string): never => stop('not-found', `There is no ${what}: ${why}.`),
  /** A database that takes no write, in the words of `writeFaultWords`; `full` if room would help. */
  notWritten: (words: string, full: boolean): never => stop(full ? 'no-room' : 'unavailable', words),
  unavailable: (what: string, remedy: string): never => stop('unavailable', `${what} is not available: ${remedy}.`),
  /** Something that this server or command is not set up for, such as a judge without its key. @param remedy a setting or a choice */
  notConfigured: (what: string, remedy: string): never => stop('not-configured', `${what} is not available: ${remedy}.`)
};
