import type { RequestEvent } from '@sveltejs/kit';
import type { RefusedForm } from '$lib/components/shared/forms/refused.ts';
import { problemsIn, worded, type Problem } from '$lib/errors.ts';
import { noticeTextIn } from '$lib/messages/library-text.ts';
import { sayIn } from '$lib/messages/say-in.ts';

/** Words of a refusal, in the reader’s language or as text that is recognised, and its status. */
export interface Refused {
  status: number;
  message: string;
  code?: string;
}

/** Header by which `/denied` is told what to show. Only a page of this very origin can set it on a request. */
export const REFUSAL = 'x-refusal';

/** Whether a person sees the answer as a page: a visit, or a form that the browser sends itself. */
const isSeen = (event: RequestEvent): boolean =>
  !event.isDataRequest && !isAction(event) && (event.request.headers.get('accept') ?? '').includes('text/html');

/** Whether a page's script sends a form and reads the answer (`use:enhance`). */
const isAction = ({ request }: RequestEvent): boolean => request.headers.get('x-sveltekit-action') === 'true';

/** Whether a form of a page is sent, by its script or by the browser itself; its action answers with the page's data. */
export const isPageForm = (event: RequestEvent): boolean =>
  event.request.method === 'POST' &&
  (isAction(event) || isSeen(event)) &&
  !(event.request.headers.get('content-type') ?? '').includes('json');

/** Leads to the sign-in and from there back to the page: by whichever way the request came. */
export function askToSignIn(event: RequestEvent): Response {
  const location = `/sign-in?next=${encodeURIComponent(pageOf(event))}`;
  const message = sayIn(event.locals.language, worded('notSignedIn'));
  if (event.isDataRequest || isAction(event))
    return Response.json({ type: 'redirect', status: 303, location, message }, { status: 401 });
  if (isSeen(event)) return new Response(null, { status: 303, headers: { location } });
  return Response.json({ message, code: 'not-signed-in' }, { status: 401 });
}

/** The page in the browser: of a form the one that shows it, not the address of its action. */
function pageOf(event: RequestEvent): string {
  const page = (event.request.method === 'GET' ? null : cameFrom(event)) ?? new URL(event.url);
  for (const name of [...page.searchParams.keys()]) if (name.startsWith('/')) page.searchParams.delete(name);
  return page.pathname + page.search;
}

/** The page of ours that sent the request; null if the browser does not say. */
function cameFrom({ request, url }: RequestEvent): URL | null {
  const from = request.headers.get('referer');
  const page = from !== null && URL.canParse(from) ? new URL(from) : null;
  return page?.host === url.host ? page : null;
}

/** A refusal in the form in which it was asked for: a page, the result of a form's action, or JSON. */
export async function refused(event: RequestEvent, said: Refused): Promise<Response> {
  const { status, code } = said;
  const message = noticeTextIn(event.locals.language)(said.message);
  if (isAction(event)) return Response.json({ type: 'error', error: { message, code } }, { status });
  if (!isSeen(event)) return Response.json({ message, code }, { status });
  // Of what this person may not open, the page says only what they may know.
  return shown(event, status, status === 403 || status === 404 ? null : message);
}

/** The refusal of a form because of one of its fields, which the page names by its label, in the reader's language. */
export function fieldRefusal({ locals }: RequestEvent, problem: Problem): RefusedForm {
  const problems = problemsIn(locals.language, [problem]);
  return { refused: sayIn(locals.language, worded('fieldRefused', { reason: problems[0]!.reason })), problems };
}

/**
 * A form that is not read because of one of its fields. A page with scripts is told as by the form's own action, so that it
 * keeps what was typed and shows the problem at the field.
 */
export async function refusedForm(event: RequestEvent, problem: Problem): Promise<Response> {
  const { refused: message, problems } = fieldRefusal(event, problem);
  const { row, column, reason } = problems[0]!;
  // The result of a failed action, as SvelteKit writes one (devalue): each value by its place in the list.
  const failure = [{ refused: 1, problems: 2 }, message, [3], { row: 4, column: 5, reason: 6 }, row, column, reason];
  if (isAction(event)) return Response.json({ type: 'failure', status: 400, data: JSON.stringify(failure) });
  if (isSeen(event)) return shown(event, 400, message);
  return Response.json({ message, code: 'invalid-input', problems }, { status: 400 });
}

async function shown(event: RequestEvent, status: number, message: string | null): Promise<Response> {
  const project = encodeURIComponent(event.params.project ?? '');
  const from = event.request.method === 'POST' ? cameFrom(event) : null;
  const back = from === null ? '' : `&back=${encodeURIComponent(from.pathname + from.search)}`;
  const page = await event.fetch(`/denied?status=${status}&project=${project}${back}`, {
    headers: message === null ? {} : { [REFUSAL]: encodeURIComponent(message.slice(0, 500)) }
  });
  const headers = new Headers(page.headers);
  headers.set('Cache-Control', 'private, no-store');
  return new Response(await page.text(), { status, headers });
}

/** Whatever an endpoint answered in JSON or plain text becomes a page if a person sees it. */
export async function asPage(event: RequestEvent, response: Response): Promise<Response> {
  if (response.status < 400 || !isSeen(event) || event.url.pathname === '/denied') return response;
  const text = await response.text();
  const page = (response.headers.get('content-type') ?? '').includes('text/html');
  if (page && text.includes('class="app"')) return new Response(text, response);
  const allow = response.headers.get('allow');
  const instead = await shown(
    event,
    response.status,
    noticeTextIn(event.locals.language)(messageIn(text, response.status, page))
  );
  if (allow) instead.headers.set('allow', allow);
  return instead;
}

function messageIn(text: string, status: number, page: boolean): string {
  if (status === 405) return 'This address receives what a form sends. It cannot be opened as a page.';
  if (page) return (/<p>([^]*?)<\/p>/.exec(text)?.[1] ?? '').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    return typeof message === 'string' ? message : '';
  } catch {
    return text;
  }
}
