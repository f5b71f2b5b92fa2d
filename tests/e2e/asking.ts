import { expect } from './server.ts';

export interface Answer {
  address: string;
  status: number;
  location: string | null;
  text: string;
}

/** Milliseconds: figures are computed in a second on a quiet machine, and in many on a busy one. */
const PATIENCE = 240_000;

/** Opens an address; if its figures are being computed, waits until they are there, as the page does. */
export async function opened(ask: Ask, address: string): Promise<Answer> {
  for (const began = Date.now(); ;) {
    const answer = await ask(address);
    if (answer.status !== 303 || !answer.location?.includes('/computing') || Date.now() - began > PATIENCE)
      return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Asks a server for a path of it, as one person, and reads the answer to its end. Redirects are not followed. */
export type Ask = (
  path: string,
  init?: {
    method?: 'GET' | 'HEAD' | 'POST';
    /** The body of a POST, in one of two forms. */
    form?: Record<string, string>;
    json?: unknown;
    /** Besides those that a browser sends for a page, or in their place. */
    headers?: Record<string, string>;
  }
) => Promise<Answer>;

/**
 * A person without a browser. Thousands of requests by Playwright's own client take more time than their answers; that
 * answers come compressed is the matter of `wire.spec`.
 */
export async function signedIn(address: string, person: { email: string; password: string }): Promise<Ask> {
  const ask = somebody(address);
  const { status } = await ask('/sign-in', { form: { email: person.email, password: person.password } });
  expect(status, `sign-in of ${person.email}`).toBe(303);
  return ask;
}

/** The same before signing in. */
export function somebody(address: string): Ask {
  const cookies = new Map<string, string>();
  return async (path, { method = 'GET', form, json, headers: more } = {}) => {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const headers: Record<string, string> = {
      origin: address,
      accept: 'text/html',
      'accept-encoding': 'identity',
      cookie,
      ...more
    };
    if (json !== undefined) headers['content-type'] = 'application/json';
    const answer = await fetch(address + path, {
      ...{ method: form || json !== undefined ? 'POST' : method, headers, redirect: 'manual' },
      ...(form && { body: new URLSearchParams(form) }),
      ...(json !== undefined && { body: JSON.stringify(json) })
    });
    const text = await answer.text();
    for (const given of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(given)!;
      cookies.set(name!, value!);
    }
    return { address: path, status: answer.status, location: answer.headers.get('location'), text };
  };
}
