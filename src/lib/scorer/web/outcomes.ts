import type { PageOutcome } from '../page.ts';

/**
 * How E1 (*the URL does not resolve*) is read: `strict` counts pages that do not exist or lead nowhere; `paper`
 * counts every page that did not open (arXiv 2510.14240, section 4), also if the server failed or kept only us out.
 */
type E1Reading = 'strict' | 'paper';

/** Figures of failures that may pass, shown beside strict E1. */
export type FailureFigure = 'serverErrors' | 'resets' | 'timeouts';

interface OutcomeRow {
  /** Label for people, in a sentence's middle or on its own. */
  words: string;
  /** The readings of E1 that count it. */
  e1: readonly E1Reading[];
  /** Whether claims that cite such a page count as not supported; other pages that were not read leave them undecided. */
  failsClaims?: true;
  /** The figure of a report that counts it beside strict E1. */
  figure?: FailureFigure;
  /** Whether a person may supply the text: the page may well exist, but could not be read from here. */
  suppliable: boolean;
}

const both: readonly E1Reading[] = ['strict', 'paper'];
const paper: readonly E1Reading[] = ['paper'];

const rows: Record<PageOutcome, OutcomeRow> = {
  ok: { words: 'read', e1: [], suppliable: false },
  'not-found': { words: 'not found', e1: both, failsClaims: true, suppliable: false },
  'soft-404': { words: 'says “not found”', e1: both, failsClaims: true, suppliable: true },
  unresolved: { words: 'does not resolve', e1: both, failsClaims: true, suppliable: true },
  insecure: { words: 'insecure connection', e1: both, failsClaims: true, suppliable: true },
  'server-error': { words: 'server error', e1: paper, failsClaims: true, figure: 'serverErrors', suppliable: true },
  reset: { words: 'connection reset', e1: paper, failsClaims: true, figure: 'resets', suppliable: true },
  blocked: { words: 'blocked', e1: paper, suppliable: true },
  'needs-sign-in': { words: 'needs sign-in', e1: paper, suppliable: true },
  'rate-limited': { words: 'rate-limited', e1: paper, suppliable: true },
  'timed-out': { words: 'timed out', e1: paper, figure: 'timeouts', suppliable: true },
  redirects: { words: 'redirects without end', e1: both, failsClaims: true, suppliable: true },
  'not-allowed': { words: 'not a public address', e1: paper, suppliable: true },
  unreadable: { words: 'no readable text', e1: [], suppliable: true },
  'not-fetched': { words: 'not fetched', e1: [], suppliable: true }
};

/**
 * Whether an outcome is an E1 error. `unreadable` never is: the page is there. Nor is `not-fetched`: the failure was ours.
 */
export const isE1 = (outcome: PageOutcome, reading: E1Reading): boolean => rows[outcome].e1.includes(reading);

/**
 * Whether a claim that cites such a page counts as not supported in the score: dead pages (strict E1), and servers that
 * answer 5xx or reset the connection, also after retrying. A page that timed out or was closed to us decides nothing.
 */
export const failsClaims = (outcome: PageOutcome): boolean => rows[outcome].failsClaims === true;

/** The figure that counts an outcome beside strict E1; null if none does. */
export const countedAs = (outcome: PageOutcome): FailureFigure | null => rows[outcome].figure ?? null;

/** Whether a person may paste or upload the text of a page that had this outcome. */
export const maySupply = (outcome: PageOutcome): boolean => rows[outcome].suppliable;

/** Label of an outcome for people. */
export const pageOutcomeWords = (outcome: PageOutcome): string => rows[outcome].words;
