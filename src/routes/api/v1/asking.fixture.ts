import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { memoryDatabase } from '$lib/server/db/memory.fixture.ts';
import { Aside } from '$lib/alignment/workers/aside.server.ts';
import { RunDriver } from '$lib/scorer/runs/driving/driver.server.ts';
import { scene, sourcesOf, yes } from '$lib/scorer/runs/runs.fixture.ts';
import { newUser } from '$lib/server/auth/accounts/accounts.ts';
import type { Role } from '$lib/server/auth/authorize.ts';
import { personWithRoles } from '$lib/server/auth/sign-in/sessions.ts';
import { makeToken } from '$lib/server/auth/tokens/tokens.ts';
import { schema, type OpenDatabase } from '$lib/server/db/client.ts';
import { addRole } from '$lib/server/projects.ts';
import { SentForms } from '$lib/server/requests/sent-forms.ts';
import { eq } from 'drizzle-orm';
import { answerApi } from './dispatch.ts';
import { operations } from './operations/index.ts';

export interface AskInit {
  token?: string | null;
  json?: unknown;
  bytes?: Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
  /** Address from which it is asked: requests without a token are limited by it. */
  from?: string;
}

export interface ApiAnswer {
  status: number;
  headers: Headers;
  /** The JSON value of the answer; empty if it is no JSON. */
  json: Record<string, unknown>;
  text: string;
}

/** The API over a database, asked without a network. @param driver of its runs */
export function apiOver(database: OpenDatabase, driver: RunDriver) {
  const { db } = database;
  const locals = {
    ...{ db, driver, aside: new Aside(database), sentForms: new SentForms(() => db) },
    ...{ actor: null, language: 'en', theme: 'system', sessionStale: false }
  };

  /** A token of a person who is there. */
  const tokenOf = (email: string, scopes: readonly string[] = ['work', 'manage']): string => {
    const user = db.select().from(schema.user).where(eq(schema.user.email, email)).get()!;
    return makeToken(db, personWithRoles(db, user), { name: 'test', scopes, days: 7 });
  };

  async function ask(method: string, path: string, init: AskInit & { token: string | null }): Promise<ApiAnswer> {
    const { token, json, bytes, headers = {}, from = '::1' } = init;
    const body = bytes ?? (json === undefined ? undefined : new TextEncoder().encode(JSON.stringify(json)));
    const url = new URL(`http://here.example/api/v1${path}`);
    const request = new Request(url, {
      method,
      ...(body && { body }),
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-length': String(body.byteLength) }),
        ...(body && { 'content-type': bytes ? 'application/octet-stream' : 'application/json' }),
        ...headers
      }
    });
    const event = {
      ...{ request, url, locals: { ...locals }, route: { id: '/api/v1/[...path]' } },
      getClientAddress: () => from
    };
    const response = await answerApi(event as never, url.pathname.slice('/api/v1'.length), operations);
    const text = await response.text();
    const isJson = /^application\/(?:problem\+)?json\b/.test(response.headers.get('content-type') ?? '');
    const value = isJson ? (JSON.parse(text) as Record<string, unknown>) : {};
    return { status: response.status, headers: response.headers, text, json: value };
  }

  /** Serves the API on a free port of this machine, for clients in another language. */
  async function listen(): Promise<{ address: string; close: () => Promise<unknown> }> {
    const server = createServer((incoming, outgoing) => {
      void (async () => {
        const url = new URL(incoming.url!, 'http://here.example');
        const hasBody = ['POST', 'PATCH'].includes(incoming.method!);
        const request = new Request(url, {
          method: incoming.method!,
          headers: incoming.headers as Record<string, string>,
          ...(hasBody && { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' })
        });
        const event = {
          ...{ request, url, locals: { ...locals }, route: { id: '/api/v1/[...path]' } },
          getClientAddress: () => '::1'
        };
        const response = await answerApi(event as never, url.pathname.slice('/api/v1'.length), operations);
        outgoing.writeHead(response.status, Object.fromEntries(response.headers));
        if (response.body) for await (const piece of response.body) outgoing.write(piece);
        outgoing.end();
      })();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const close = (): Promise<unknown> => new Promise((resolve) => server.close(resolve));
    return { address: `http://127.0.0.1:${port}`, close };
  }
  return { ask, tokenOf, listen };
}

/** A project with reports, whose judge says yes to all, and a lead in whose name everything is asked unless told otherwise. */
export function apiScene() {
  const database = memoryDatabase();
  const given = scene(undefined, database.db);
  const { db } = database;
  const driver = new RunDriver(db, {}, sourcesOf(yes(given.reportIds)));
  const { ask, tokenOf } = apiOver(database, driver);

  /** A person with roles in the project, and a token with scopes. */
  const tokenFor = (name: string, roles: readonly Role[], scopes: readonly string[] = [], admin = false): string => {
    const email = `${name}@x.example`;
    if (!db.select().from(schema.user).where(eq(schema.user.email, email)).get()) {
      const id = newUser(db, { name, email }, 'not a hash', admin);
      for (const role of roles) addRole(db, given.manage, id, role);
    }
    return tokenOf(email, scopes);
  };
  const lead = tokenFor('lena', ['lead'], ['manage', 'work']);
  const askAsLead = (method: string, path: string, init: AskInit = {}) => ask(method, path, { token: lead, ...init });
  /** Asks the same database after a restart of the server. */
  const askRestarted = apiOver(database, driver).ask;
  return { ...given, db, driver, ask: askAsLead, askRestarted, tokenFor, lead };
}
