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
  /** After how many seconds it makes sense to try again; undefined where waiting does not help. */
  retryAfter?: number;
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
  /** @param seconds until the next try is allowed */
  tooManyTries: (seconds: number): never => {
    const minutes = Math.ceil(seconds / 60);
    const refusal = new Refusal(
      'too-many-tries',
      `Too many tries. Wait ${minutes} minute${minutes === 1 ? '' : 's'}, then try again.`
    );
    refusal.retryAfter = seconds;
    throw refusal;
  },
  linkUsed: (): never => stop('link-used', 'This link has already been used or has expired. Ask for a new one.'),
  tooLarge: (what: string, limit: string): never => stop('too-large', `${what} is larger than ${limit}.`),
  stageConflict: (qid: string, stage: string): never =>
    stop(
      'not-permitted',
      `You have a stage conflict: you worked on the query ${qid} in the stage ${stage}. Choose another query.`
    ),
  stageOrder: (what: string, stage: string): never =>
    stop('conflict', `${what} is in the stage ${stage}. Another person changed its stage; reload the page.`),
  roundClosed: (name: string, status: string): never =>
    stop('closed', `The round ${name} is ${status}, so nothing can be committed. Your text is saved as a draft.`),
  studyPaused: (): never =>
    stop(
      'closed',
      'The study is paused, so nothing can be committed until a lead resumes it. Your text is saved as a draft.'
    ),
  overtaken: (): never =>
    stop(
      'overtaken',
      'This was answered in another tab or window after you opened this page. Nothing was overwritten; choose which answer to keep.'
    ),
  takenOver: (): never =>
    stop(
      'conflict',
      'This task is now assigned to another annotator, because a lead reassigned it or it was inactive for too long. Your committed answers count and your text is saved as a draft; continue with your next report.'
    ),
  wordingChanged: (): never =>
    stop('conflict', 'The wording changed after you opened this page. Your text is saved; compare and commit again.'),
  decidedMeanwhile: (): never =>
    stop(
      'conflict',
      'Another expert decided this after you opened this page. Your text is saved; compare and decide again.'
    ),
  /** Something that this very thing never has: an export of a kind that a study is not of. */
  absent: (what: string, why: string): never => stop('not-found', `There is no ${what}: ${why}.`),
  /** A full or failing disk, in the words of `outOfRoomWords`; `full` if room would help. */
  outOfRoom: (words: string, full: boolean): never => stop(full ? 'no-room' : 'unavailable', words),
  unavailable: (what: string, mend: string): never => stop('unavailable', `${what} is not available: ${mend}.`)
};
