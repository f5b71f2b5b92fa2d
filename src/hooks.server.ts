import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Handle, HandleServerError, RequestEvent, ServerInit } from '@sveltejs/kit';
import { env } from '$env/dynamic/private';
import { Aside } from '$lib/alignment/workers/aside.server.ts';
import { EventTurns } from '$lib/exchange/events/event-turns.server.ts';
import { mailSettings } from '$lib/exchange/mail/mail-settings.ts';
import { MailSender } from '$lib/exchange/mail/mail-sender.server.ts';
import { WebhookSender } from '$lib/exchange/webhooks/webhook-sender.server.ts';
import { parseFetchAllow } from '$lib/scorer/web/fetching/allow-list.ts';
import { guardFor } from '$lib/scorer/web/fetching/guard.ts';
import { keysFor } from '$lib/components/shared/keys/own-keys.ts';
import { isRefusal, worded } from '$lib/errors.ts';
import { directionOf, languageFor } from '$lib/messages/languages.ts';
import { noticeTextIn } from '$lib/messages/library-text.ts';
import { sayIn } from '$lib/messages/say-in.ts';
import { noteRepeatable, recordCounts } from '$lib/server/audit/audit-counts.ts';
import { may, onlyViews, type Person } from '$lib/server/auth/authorize.ts';
import {
  deleteSessionCookie,
  languageCookieOf,
  sessionTokenOf,
  setSessionCookie,
  themeOf
} from '$lib/server/auth/sign-in/cookies.ts';
import { markRun } from '$lib/server/auth/accounts/end-access.ts';
import { outboxOf } from '$lib/server/auth/accounts/outbox-of.ts';
import { oidcSettings } from '$lib/server/auth/oidc/oidc-settings.ts';
import { lacksSecondFactor } from '$lib/server/auth/second-factor/asking.ts';
import { openToCrowd, routeAccess } from '$lib/server/auth/route-access.ts';
import { noteUse, readSession } from '$lib/server/auth/sign-in/sessions.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { bodyProblem, formLimit } from '$lib/server/requests/body-size.ts';
import { fieldProblem, MOST_OF_STRANGERS } from '$lib/server/requests/field-limits.ts';
import { misdirectedForm } from '$lib/server/requests/misdirected-forms.ts';
import { compressResponse } from '$lib/server/requests/compression.ts';
import { formKey } from '$lib/server/requests/form-key.ts';
import { SentForms } from '$lib/server/requests/sent-forms.ts';
import { clearUploads, uploadFolder } from '$lib/server/requests/uploads.server.ts';
import { openDatabase, type OpenDatabase } from '$lib/server/db/client.ts';
import { DamagedJson, damageWords } from '$lib/server/db/damaged-json.ts';
import { writeFault, unlessWriteFails } from '$lib/server/db/write-faults.ts';
import { log, startLog } from '$lib/server/log.ts';
import { projectBySlug } from '$lib/server/projects.ts';
import { serverSources } from '$lib/scorer/judges/endpoints/server-sources.ts';
import { removeLeftTexts } from '$lib/verification/benchmark/report-texts.server.ts';
import { keepAtMost } from '$lib/scorer/report/read-report.ts';
import { loadRubrics } from '$lib/scorer/suites/rubrics/rubrics.server.ts';
import { RunDriver } from '$lib/scorer/runs/driving/driver.server.ts';
import { DrivingAside } from '$lib/scorer/runs/driving/driving-aside.server.ts';
import { writeRefusal, withWriteStatus } from './routes/answer.ts';
import { problemResponse } from './routes/api/v1/problem-json.ts';
import { checkSettings } from './routes/operator-settings.ts';
import { askToSignIn, asPage, fieldRefusal, isPageForm, refused, refusedForm } from './routes/refusing.ts';
import { keepsTyped, refusedFields } from './routes/refused-fields.ts';
import { countAnswer, startMetrics } from '$lib/server/metrics.ts';
import { softwareVersion } from './routes/software.ts';
import { withTexts } from './routes/texts-in-data.ts';

let database: OpenDatabase;
let driver: RunDriver;
let aside: Aside;
const sentForms = new SentForms(() => database.db);

/** Runs once, when the server starts (never while building). */
export const init: ServerInit = () => {
  startLog(env, 'web', 'info');
  checkSettings(env);
  startMetrics();
  const home = env.VOIRDIRE_HOME ?? process.cwd();
  const data = env.VOIRDIRE_DATA || join(home, 'data');
  const [file, migrations] = [join(data, 'voirdire.db'), join(home, 'drizzle')];
  database = openDatabase(file, migrations);
  const driving = new DrivingAside({ file, migrations, data, version: softwareVersion }, env);
  driver = new RunDriver(database.db, env, serverSources(data, env), null, driving);
  driving.onLost = () => driver.resumeAll();
  driver.resumeAll();
  aside = new Aside(database);
  const webhooks = new WebhookSender(database.db, { guard: guardFor(parseFetchAllow(env.VOIRDIRE_FETCH_ALLOW)) });
  const mail = mailSettings(env);
  // Read here, so that a wrong setting stops the start instead of every sign-in.
  oidcSettings(env);
  const events = new EventTurns(database.db, [webhooks, ...(mail ? [new MailSender(database.db, mail)] : [])]);
  events.start();
  clearUploads(uploadFolder(database.db));
  keepAtMost(128, 5_000_000);
  removeLeftTexts(database.db).catch((error: unknown) => console.error(`Texts of an import stay: ${String(error)}`));
  setInterval(() => recordCounts(database.db), 3_600_000).unref();
  setInterval(() => unlessWriteFails(() => driver.resumeLeft()), 60_000).unref();
  process.once('sveltekit:shutdown', () => {
    void Promise.allSettled([driver.stop(), aside.close(), events.stop()]).finally(() => {
      try {
        recordCounts(database.db);
        markRun(database.db, data);
      } catch (error) {
        log().error({ err: error }, 'This stop was not marked'); // a full disk, say: the mark of the start stays
      } finally {
        database.close();
      }
    });
  });
};

export const handle: Handle = async (input) => {
  const from = performance.now();
  const response = withWriteStatus(
    input.event,
    await answerTo(input).catch((error: unknown) => writeRefused(input, error))
  );
  const { request, route } = input.event;
  const ms = performance.now() - from;
  if (!input.event.isSubRequest) countAnswer(request.method, response.status, ms);
  log().debug({ method: request.method, route: route.id, status: response.status, ms: Math.round(ms) }, 'request'); // prettier-ignore
  if (response.status === 403) unlessWriteFails(() => noteDenial(input.event, 403));
  // Also where there is no route: the page that says so has the name of its reader.
  if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'private, no-store');
  // Pages ask one another in memory: what they say is compressed once, on its way out.
  return input.event.isSubRequest
    ? response
    : compressResponse(input.event.request, await withTexts(input.event.locals, response));
};

/** Handles failures before or after the page itself, such as a form's key that the disk does not accept. */
async function writeRefused({ event }: Parameters<Handle>[0], error: unknown): Promise<Response> {
  const fault = writeFault(error);
  if (!fault) throw error;
  return refused(event, writeRefusal(fault));
}

async function answerTo({ event, resolve }: Parameters<Handle>[0]): Promise<Response> {
  event.locals.db = database.db;
  event.locals.driver = driver;
  event.locals.aside = aside;
  event.locals.theme = readTheme(event);
  event.locals.sentForms = sentForms;
  event.locals.sessionStale = false;
  // The API reads no cookie: a page of another site can send none, and its requests need no other guard than their token.
  if (event.route.id !== null && routeAccess[event.route.id] === 'token') {
    event.locals.language = readLanguage(event, null);
    event.locals.actor = null;
    loadRubrics(database.db);
    return resolve(event);
  }
  // Every readable address there has a route.
  if (event.route.id === null && event.url.pathname.startsWith('/api/v1/')) {
    const { message, code } = byFramework[400]!;
    const detail = noticeTextIn(readLanguage(event, null))(message);
    return problemResponse({ status: 400, code: code!, detail });
  }
  event.locals.language = readLanguage(event, languageCookieOf(event));
  event.locals.keys = keysFor(null);
  event.locals.actor = readActor(event);

  if (!sameOrigin(event))
    return refused(event, { status: 403, message: 'The request came from another site.', code: 'not-permitted' });
  const size = bodyProblem(event.request, event.route.id);
  if (size) return refused(event, { status: size.status, message: tooLargeWords(event, size), code: 'too-large' });
  const denied = otherOutbox(event) ?? (await guard(event));
  if (denied) return denied;
  const misdirected = misdirectedForm(event.request, event.url);
  if (misdirected) return refused(event, { status: misdirected, ...byFramework[misdirected]! });
  const long = await fieldProblem(event.request, event.route.id, event.locals.actor ? undefined : MOST_OF_STRANGERS);
  if (event.request.body !== null) {
    // Its body can take minutes to arrive: what the person may do is what they may do by now.
    event.locals.actor = readActor(event);
    const deniedSince = otherOutbox(event) ?? (await guard(event));
    if (deniedSince) return deniedSince;
  }
  // Only people with an account send long texts. A form with too many fields is read by no action.
  if (long && (long.column === 'form' || !event.locals.actor || !isPageForm(event) || !keepsTyped(event.route.id)))
    return refusedForm(event, long);

  const answered = async (): Promise<Response> =>
    resolve(event, {
      transformPageChunk: ({ html }) => withRoot(html, event.locals),
      filterSerializedResponseHeaders: () => false
    });
  const work = (): Promise<Response> => (long ? refusedFields.run(fieldRefusal(event, long), answered) : answered());
  const key = await formKey(event);
  return asPage(event, await (key === null ? work() : sentForms.answerOnce(key, work)));
}

/** What is said of a body that is too large: by a page of its form, in other words than to a program. */
function tooLargeWords(event: RequestEvent, { status, message }: { status: number; message: string }): string {
  const limit = status === 413 && isPageForm(event) ? formLimit(event.route.id) : null;
  return limit ? messagesIn(event.locals.language, 'frame').formTooLarge({ size: limit.size }) : message;
}

/** Refuses the unsent input of another person's page: it waits until that person has signed in again. */
function otherOutbox({ request, locals }: RequestEvent): Response | null {
  const { actor } = locals;
  const outbox = request.headers.get('x-outbox');
  if (!outbox || (actor && outboxOf(actor) === outbox)) return null;
  const message = noticeTextIn(locals.language)(
    'Another person wrote this. It is sent when that person signs in again.'
  );
  return Response.json({ message, code: 'not-signed-in' }, { status: 401 });
}

/** Deny by default: what the table does not open is closed, for pages, data requests and endpoints alike. */
async function guard(event: RequestEvent): Promise<Response | null> {
  const { actor, db } = event.locals;
  if (event.route.id === null) return null; // no route: SvelteKit answers 404
  const access = routeAccess[event.route.id];
  if (access === 'public') return null;
  loadRubrics(db);
  if (!actor) return askToSignIn(event);
  // Settings up to the second factor stay open to leads of whom it is asked.
  if (lacksSecondFactor(db, actor) && !['/account', '/account/second-factor', '/seen'].includes(event.route.id))
    return event.request.method === 'GET' && !event.isDataRequest
      ? new Response(null, { status: 303, headers: { location: '/account/second-factor' } })
      : refused(event, {
          status: 403,
          message: sayIn(event.locals.language, worded('secondFactorFirst')),
          code: 'not-permitted'
        });
  if (actor.crowd && !openToCrowd(event.route.id))
    return refused(event, { status: 403, message: 'This page is not open to participants.', code: 'not-permitted' });
  if (access === 'signed-in') return null;
  if (access === 'administer')
    return actor.admin
      ? null
      : refused(event, { status: 403, message: 'This page is for admins of this instance.', code: 'not-permitted' });
  if (access === undefined || access === 'token')
    return refused(event, { status: 403, message: 'This address is not open to users.', code: 'not-permitted' });
  let project;
  try {
    project = { kind: 'project', id: projectBySlug(db, event.params.project ?? '').id } as const;
  } catch (e) {
    if (isRefusal(e)) return refused(event, { status: 404, message: e.message, code: 'not-found' });
    throw e;
  }
  if (may(actor, project, access)) {
    if (['GET', 'HEAD'].includes(event.request.method) || !onlyViews(actor, project.id)) return null;
    return refused(event, { status: 403, message: 'Viewers read, and change nothing.', code: 'not-permitted' });
  }
  if (may(actor, project, 'enter'))
    return refused(event, {
      status: 403,
      message: 'Your role in this project does not open this page.',
      code: 'not-permitted'
    });
  unlessWriteFails(() => noteDenial(event, 404));
  return refused(event, { status: 404, message: 'There is no such project here.', code: 'not-found' });
}

/** A refusal for want of permission, in the audit trail: who was refused what, by route. Strangers are asked to sign in instead. */
function noteDenial({ locals, request, route, params, isSubRequest }: RequestEvent, status: number): void {
  if (!locals.actor || route.id === null || isSubRequest) return;
  let projectId: string | null = null;
  try {
    if (params.project) projectId = projectBySlug(database.db, params.project).id;
  } catch (e) {
    if (!isRefusal(e)) throw e;
  }
  const detail = { method: request.method, status };
  noteRepeatable(database.db, locals.actor, {
    ...{ projectId, action: 'access.deny', entity: 'route', entityId: route.id, detail }
  });
}

/** Browsers say where a form or a fetch comes from; what changes data must come from this very host. */
function sameOrigin(event: RequestEvent): boolean {
  if (['GET', 'HEAD', 'OPTIONS'].includes(event.request.method)) return true;
  const origin = event.request.headers.get('origin');
  if (origin === null) return event.request.headers.get('sec-fetch-site') === 'same-origin';
  if (origin === env.ORIGIN || origin === event.url.origin) return true;
  return URL.canParse(origin) && new URL(origin).host === event.request.headers.get('host');
}

/** The script of `app.html`, which hands early keys to a page's own scripts. */
const EARLY_SCRIPT = /<script nonce="[^"]*">.*?<\/script>/s;

/** Attributes of the document's root: theme, language and direction of its reader. */
const withRoot = (html: string, { theme, language }: App.Locals): string =>
  html
    // Without scripts of its own, a page has no use for it, and its content policy no nonce that allows it.
    .replace(html.includes('__sveltekit_') ? '' : EARLY_SCRIPT, '')
    .replace('%voirdire.theme%', theme)
    .replace('%voirdire.lang%', language)
    .replace('%voirdire.dir%', directionOf(language));

const readLanguage = ({ request }: RequestEvent, chosen: string | null | undefined): string =>
  languageFor(chosen, request.headers.get('accept-language'));

function readTheme(event: RequestEvent): App.Locals['theme'] {
  const wanted = themeOf(event);
  return wanted === 'light' || wanted === 'dark' ? wanted : 'system';
}

function readActor(event: RequestEvent): Person | null {
  const token = sessionTokenOf(event);
  if (!token) return null;
  const session = readSession(database.db, token);
  if (!session) {
    deleteSessionCookie(event);
    return null;
  }
  event.locals.language = readLanguage(event, session.language ?? languageCookieOf(event));
  event.locals.keys = keysFor(session.keys);
  // Reading changes nothing, not even when a session was seen last: pages say so by a request of their own (`/seen`).
  event.locals.sessionStale = session.stale && event.request.method === 'GET';
  if (session.stale && event.request.method === 'POST') {
    const expiresAt = noteUse(database.db, token);
    if (expiresAt !== null) setSessionCookie(event, { token, expiresAt });
  }
  return session.person;
}

/** Refusals of the framework, by status. They are faults of the sender and not logged: strangers could fill the log. */
const byFramework: Readonly<Record<number, App.Error>> = {
  400: {
    message: 'The address cannot be read: a part of it is missing or wrong. Check the link.',
    code: 'invalid-input'
  },
  404: { message: 'There is nothing at this address.', code: 'not-found' },
  405: { message: 'This address does not take what was sent.' },
  413: { message: 'This is larger than the server accepts. Send a smaller file, or several.', code: 'too-large' },
  415: { message: 'This address does not take what was sent.' }
};

/** Whether the client went away before its request was read. */
const isBrokenOff = (error: unknown): boolean =>
  error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET';

/** Our own mistakes: the person gets a reference, the log gets the rest. */
export const handleError: HandleServerError = ({ error, event, status }) => {
  // What fails before `handle` begins, such as a page's code whose files an update has replaced, has no language yet.
  event.locals.language ??= readLanguage(event, null);
  const say = noticeTextIn(event.locals.language);
  const refusal = byFramework[status];
  if (refusal) return { ...refusal, message: say(refusal.message) };
  // Strangers could fill the log with bodies that they break off, and no client reads the answer.
  if (isBrokenOff(error)) return { message: '' };
  const fault = writeFault(error);
  if (fault) {
    event.locals.writeFault = fault;
    const { message, code } = writeRefusal(fault);
    return { message: say(message), code };
  }
  const reference = randomUUID().slice(0, 8);
  log().error({ reference, route: event.route.id, err: error }, 'A request failed');
  const message =
    error instanceof DamagedJson
      ? damageWords(database.db, error)
      : 'Something went wrong on our side. Nothing that was saved is lost. Try again; if it happens again, tell the operator of this server the reference.';
  return { message: say(message), reference };
};
