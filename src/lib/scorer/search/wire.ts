import { httpFetch } from '../judges/endpoints/http-fetch.ts';
import { mayPass, redact } from '../judges/endpoints/call-failure.ts';
import { retryAfterMs } from '../web/fetching/retry-after.ts';
import { JudgeCallError } from '../judge.ts';
import type { SearchFormat, SearchProvider, SearchQuery, SearchReply } from './contract.ts';

interface Place {
  name: SearchProvider['name'];
  identity: string;
  baseUrl: string;
  /** Empty if none is sent. */
  key: string;
  keyVariable: string | null;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const byStatus = (status: number): Exclude<SearchReply['outcome'], 'ok'> => {
  if (status === 429) return 'rate-limited';
  if (status === 402) return 'quota';
  if (status === 401 || status === 403) return 'not-permitted';
  return mayPass(status) ? 'server-error' : 'refused';
};

/** Reads a response into a reply. @param secrets never shown */
const readResponse = async (response: Response, format: SearchFormat, secrets: string[]): Promise<SearchReply> => {
  const { status } = response;
  const body = parsed(await response.text());
  if (response.ok) {
    const read = body === undefined ? null : format.read(body);
    if (read === null)
      return { outcome: 'unreadable', note: `${status}, and the answer is not in the provider’s format` };
    if (!Array.isArray(read)) return { ...read, note: redact(read.note, secrets) };
    return { outcome: 'ok', results: read };
  }
  if (status >= 300 && status < 400)
    return {
      outcome: 'refused',
      note: `${status}: it leads elsewhere, and a key is not sent there. Check its address`
    };
  const own = format.failure?.(status, body) ?? { outcome: byStatus(status), note: '' };
  const message = own.note === '' ? (body === undefined ? null : format.message(body)) : own.note;
  return {
    outcome: own.outcome,
    note: redact(message ? `${status}: ${message}` : String(status), secrets),
    retryAfterMs: retryAfterMs(response.headers, Date.now())
  };
};

/** A provider that is asked over the web, at one address that only the operator can set. Redirects are not followed. */
export const wireProvider = (format: SearchFormat, place: Place): SearchProvider => ({
  name: place.name,
  identity: place.identity,
  destination: { origin: new URL(place.baseUrl).origin, key: place.keyVariable },
  async search(query: SearchQuery, { signal }): Promise<SearchReply> {
    const { url, method, headers, body } = format.request(query, place);
    const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    let response: Response;
    try {
      response = await httpFetch(url, {
        method,
        headers: { accept: 'application/json', ...json, ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal
      });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof JudgeCallError)
        return { outcome: 'unreadable', note: 'the answer is longer than 8 MB, or damaged' };
      const reason = error instanceof Error ? error.message : String(error);
      return { outcome: 'unreached', note: redact(reason, [place.key]) };
    }
    return readResponse(response, format, [place.key]);
  }
});
