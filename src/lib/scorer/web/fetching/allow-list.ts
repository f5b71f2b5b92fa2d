import { refuse, type Problem } from '../../../errors.ts';

/** Host and port that a URL is served from, with the default port written out. */
export const hostPort = (url: URL): string =>
  `${url.hostname}:${url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : url.port}`;

/** Why an entry is none, or the entry as `hostPort` writes it. */
const readEntry = (entry: string): { entry: string } | { reason: string } => {
  const parts = /^(\[[0-9a-f:.]+\]|[^\s:/?#@\\[\]]+):(\d{1,5})$/i.exec(entry);
  if (!parts) return { reason: 'it is not host:port, such as wiki.example:8080 or [::1]:8080' };
  const [, host = '', port = ''] = parts;
  if (host.includes('*')) return { reason: 'each host is named exactly, without wildcards' };
  const number = Number(port);
  if (number < 1 || number > 65_535 || String(number) !== port) return { reason: 'a port is a number from 1 to 65535' };
  const url = URL.parse(`http://${host}/`);
  if (!url) return { reason: 'the host is not a valid name or address' };
  const odd = /^[\d.]+$|^\[/.test(url.hostname) && url.hostname !== host.toLowerCase();
  if (odd) return { reason: `the address is written ${url.hostname}` };
  return { entry: `${url.hostname}:${port}` };
};

/**
 * The addresses that may be fetched although they are not public (`VOIRDIRE_FETCH_ALLOW`): exact `host:port` entries,
 * separated by commas or white space. Refuses the whole list when one entry is malformed. Absent or empty: none.
 */
export const parseFetchAllow = (text: string | undefined): string[] => {
  const read = (text ?? '')
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .map((entry) => ({ found: entry, ...readEntry(entry) }));
  const problems = read.flatMap((one): Problem[] =>
    'reason' in one ? [{ row: null, column: 'VOIRDIRE_FETCH_ALLOW', reason: one.reason, found: one.found }] : []
  );
  const [first] = problems;
  if (first) refuse.invalid(`VOIRDIRE_FETCH_ALLOW: “${first.found}” cannot be used: ${first.reason}.`, problems);
  return [...new Set(read.flatMap((one) => ('entry' in one ? [one.entry] : [])))];
};
