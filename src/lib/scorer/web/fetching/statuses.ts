import { STATUS_CODES } from 'node:http';
import type { PageOutcome } from '../../page.ts';

/** What an HTTP status other than success and redirects says of a page. */
export const outcomeOfStatus = (status: number): Exclude<PageOutcome, 'ok'> => {
  if (status === 404 || status === 410) return 'not-found';
  if (status === 401 || status === 402) return 'needs-sign-in';
  if (status === 408) return 'timed-out';
  if (status === 429) return 'rate-limited';
  if (status >= 500 && status <= 599) return 'server-error';
  if (status >= 300 && status <= 399) return 'redirects';
  // 403 and 451, and whatever else a server has against a request that browsers get through with (405, 406, 418, 999).
  return 'blocked';
};

/** `404 Not Found` */
export const statusWords = (status: number): string => {
  const words = STATUS_CODES[status];
  return words === undefined ? String(status) : `${status} ${words}`;
};
