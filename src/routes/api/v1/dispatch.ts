import { randomUUID } from 'node:crypto';
import type { RequestEvent } from '@sveltejs/kit';
import { refuse, worded } from '$lib/errors.ts';
import type { Person } from '$lib/server/auth/authorize.ts';
import { scopeFor } from '$lib/server/auth/scopes.ts';
import { lacksSecondFactor } from '$lib/server/auth/second-factor/asking.ts';
import { readToken } from '$lib/server/auth/tokens/tokens.ts';
import { log } from '$lib/server/log.ts';
import { bodyProblem } from '$lib/server/requests/body-size.ts';
import { answerKeyed } from '$lib/server/requests/idempotent-answers.ts';
import { RateLimit } from '$lib/server/requests/rate-limit.ts';
import { adminGrant, grantFor } from '../../grants.ts';
import { visitorOf } from '../../visitor.ts';
import { isJson, type Asked, type Operation } from './operation.ts';
import { matched } from './matching.ts';
import { atAskedPage } from './paged.ts';
import { problemOf, problemResponse } from './problem-json.ts';
import { inputBy } from './request-input.ts';

const MINUTE = 60_000;
/** Requests of one person, by all tokens together. */
export const REQUESTS_PER_MINUTE = 600;
const requests = new RateLimit(REQUESTS_PER_MINUTE, MINUTE);
/** Requests without a valid token, from one address. */
const strangers = new RateLimit(60, MINUTE);

type ApiEvent = Pick<RequestEvent, 'request' | 'url' | 'locals' | 'route' | 'getClientAddress'>;

/**
 * Answers a request of the API: token, rate, operation, rights, schema, in this order, so that a stranger learns nothing and costs
 * little. Cookies are not read. Every refusal is a problem by RFC 9457.
 */
export async function answerApi(event: ApiEvent, path: string, operations: readonly Operation[]): Promise<Response> {
  try {
    const person = personBy(event);
    event.locals.actor = person;
    const left = requests.take(person.id);
    // A refusal counts as well, and its headers say so.
    const response = await answerOf(event, person, path, operations).catch((error: unknown) => failed(event, error));
    response.headers.set('RateLimit-Limit', String(REQUESTS_PER_MINUTE));
    response.headers.set('RateLimit-Remaining', String(left));
    return response;
  } catch (error) {
    return failed(event, error);
  }
}

function failed(event: ApiEvent, error: unknown): Response {
  const problem = problemOf(error, event.locals.language);
  if (problem) return problem;
  const reference = randomUUID().slice(0, 8);
  log().error({ reference, route: event.route.id, err: error }, 'A request of the API failed');
  const detail = 'The server failed. Nothing that was saved is lost. Tell the operator of this server the reference.';
  return problemResponse({ status: 500, code: 'failed', detail, reference });
}

async function answerOf(
  event: ApiEvent,
  person: Person,
  path: string,
  operations: readonly Operation[]
): Promise<Response> {
  const { locals, request, url } = event;
  const found = matched(operations, request.method, path);
  if (found === null) return refuse.noOperation();
  if ('allow' in found)
    return problemResponse({
      ...{ status: 405, code: 'no-such-method', detail: `This address takes ${found.allow.join(' and ')}.` },
      headers: { Allow: found.allow.join(', ') }
    });
  const { operation, params } = found;
  rightsFor(operation, locals, person, params);
  const size = bodyProblem(request, event.route.id, operation.mostBytes);
  if (size)
    return problemResponse({
      ...{ status: size.status, detail: size.message },
      code: size.status === 411 ? 'length-required' : 'too-large'
    });
  const { query, body, said } = await inputBy(operation, request, url);
  const checkAgain = () => {
    locals.actor = personBy(event);
    return rightsFor(operation, locals, locals.actor, params);
  };
  // A body can arrive slowly: a token or a role that ended meanwhile does not count.
  const rights = checkAgain();
  const asked = { locals, person, params, query, body, request, checkAgain, ...rights } as unknown as Asked<
    never,
    never
  >;
  const work = async (): Promise<Response> => responseOf(operation, atAskedPage(query, await operation.run(asked)));
  const key = request.method === 'POST' ? request.headers.get('idempotency-key') : null;
  if (key === null) return work();
  return answerKeyed(locals.db, locals.sentForms, { userId: person.id, key, said }, work);
}

/** The person whose token the request has. */
function personBy(event: ApiEvent): Person {
  const [, token] = /^Bearer +([\w-]{20,200})$/i.exec(event.request.headers.get('authorization') ?? '') ?? [];
  const person = token === undefined ? null : readToken(event.locals.db, token);
  if (person) return person;
  strangers.take(visitorOf(event).address);
  return refuse.tokenUnknown();
}

/** The grant that the operation demands, or a refusal: of a project, that there is none, to people who may not know of it. */
function rightsFor(
  { access }: Operation,
  locals: App.Locals,
  person: Person,
  params: Readonly<Record<string, string>>
) {
  if (lacksSecondFactor(locals.db, person)) refuse.notPermitted(worded('secondFactorFirst'));
  if (access === 'administer') return { grant: adminGrant(locals) };
  if (access !== 'signed-in') return grantFor({ locals, params }, access);
  if (!person.token!.scopes.includes(scopeFor('enter'))) refuse.notPermitted(worded('tokenScope', { scope: 'read' }));
  return {};
}

/** Only what the schema of the answer names is sent. */
const responseOf = ({ answer, status = 200 }: Operation, result: unknown): Response =>
  isJson(answer) ? Response.json(answer.parse(result), { status }) : (result as Response);
