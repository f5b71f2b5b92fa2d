/** How a cited page came back. Only `ok` has a text. */
export const pageOutcomes = [
  'ok',
  /** 404 or 410. */
  'not-found',
  /** It came with 200, and says that there is no such page. */
  'soft-404',
  /** The name does not resolve, or the server refuses connections. */
  'unresolved',
  /** The certificate has expired, is for another name or signed by an unknown authority, or no secure connection comes about. */
  'insecure',
  /** 5xx, also after retrying. */
  'server-error',
  /** The connection was reset or broke off before the page was complete, also after retrying. */
  'reset',
  /** 403, 451, or a page that only asks to prove that one is no robot. */
  'blocked',
  'needs-sign-in',
  'rate-limited',
  'timed-out',
  /** Too many redirects, or a circle of them. */
  'redirects',
  /** The address is not a public one, names another port than 80 and 443, or holds a password; nothing was sent to it. */
  'not-allowed',
  /** It came back, but holds no text that can be read: another type, too large, or empty. */
  'unreadable',
  /** This machine could not reach the web: nothing is known about the page, and no error is counted for the report. */
  'not-fetched'
] as const;

export type PageOutcome = (typeof pageOutcomes)[number];

/** A cited page as it was found, or as a person supplied it. */
export interface Page {
  /** The URL that was asked for. */
  url: string;
  outcome: PageOutcome;
  /** In words, for people: `404 Not Found`, `the name does not resolve`. */
  note: string;
  status: number | null;
  /** Where redirects led. */
  finalUrl: string | null;
  title: string | null;
  /** Readable text; null unless `ok`. */
  text: string | null;
  /** SHA-256 of `text`. */
  contentHash: string | null;
  /** `person`: a person pasted or uploaded the text of a page that could not be fetched. */
  origin: 'fetched' | 'person';
  /** Milliseconds since the epoch. */
  at: number;
  /** True if the page was not fetched and no other host answered either. Said once, never stored. */
  outage?: true;
}
