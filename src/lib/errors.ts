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
  | 'closed'
  | 'too-many-tries'
  | 'link-used'
  | 'too-large'
  | 'unavailable';

/** One thing wrong with an input: where (row, column or field), why, and what was found there. */
export interface Problem {
  /** 1-based row in the file as a person counts it (a header is row 1); null where rows make no sense. */
  row: number | null;
  /** Column, field or file the problem is in. */
  column: string;
  reason: string;
  found?: string;
}

export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly problems: Problem[];
  constructor(code: RefusalCode, message: string, problems: Problem[] = []) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.problems = problems;
  }
}

export const isRefusal = (e: unknown): e is Refusal => e instanceof Refusal;

const stop = (code: RefusalCode, message: string, problems: Problem[] = []): never => {
  throw new Refusal(code, message, problems);
};

export const refuse = {
  notFound: (what: string): never => stop('not-found', `There is no such ${what} here.`),
  notSignedIn: (): never => stop('not-signed-in', 'Sign in first.'),
  notPermitted: (why: string): never => stop('not-permitted', why),
  invalid: (message: string, problems: Problem[] = []): never => stop('invalid-input', message, problems),
  conflict: (message: string): never => stop('conflict', message),
  closed: (what: string, why: string): never => stop('closed', `${what} is closed: ${why}.`),
  tooManyTries: (minutes: number): never =>
    stop('too-many-tries', `Too many tries. Wait ${minutes} minutes, then try again.`),
  linkUsed: (): never => stop('link-used', 'This link was used already or has expired. Ask for a new one.'),
  tooLarge: (what: string, limit: string): never => stop('too-large', `${what} is larger than ${limit}.`),
  unavailable: (what: string, mend: string): never => stop('unavailable', `${what} is not available: ${mend}.`)
};
