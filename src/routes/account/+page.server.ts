import { env } from '$env/dynamic/private';
import { fail } from '@sveltejs/kit';
import type { Actions, PageServerLoad, RequestEvent } from './$types';
import { changedKeys, keysFor, typedKeys } from '$lib/components/shared/keys/own-keys.ts';
import { chooseEvents, chosenEvents, offeredEvents } from '$lib/exchange/mail/mail-choices.server.ts';
import { mailSettings } from '$lib/exchange/mail/mail-settings.ts';
import { keyActions, type KeyAction } from '$lib/components/shared/keys/key-actions.ts';
import { ownKeyProblems } from '$lib/components/shared/keys/key-words.ts';
import { changePassword, chooseKeys, hasPassword } from '$lib/server/auth/accounts/accounts.ts';
import { dayIn, momentIn } from '$lib/messages/dates.ts';
import { offeredLanguages } from '$lib/messages/languages.ts';
import { refuse } from '$lib/errors.ts';
import { sayingsOf } from '$lib/messages/sayings.ts';
import { OTHER_BROWSER } from '$lib/server/auth/sign-in/browser-name.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { chosenLanguageOf } from '$lib/server/auth/accounts/accounts.ts';
import { sessionTokenOf } from '$lib/server/auth/sign-in/cookies.ts';
import { endOwnSessions, listSessions } from '$lib/server/auth/sign-in/sessions.ts';
import { tokenDays, tokenScopes, USUAL_TOKEN_DAYS } from '$lib/server/auth/scopes.ts';
import { listTokens, makeToken, revokeToken } from '$lib/server/auth/tokens/tokens.ts';
import { attempt } from '../answer.ts';
import { personOf } from '../grants.ts';

const leadSays = sayingsOf('leadRefusals');

export const load: PageServerLoad = (event) => {
  const person = personOf(event.locals);
  const { db, language } = event.locals;
  return {
    crumbs: [{ label: messagesIn(language, 'account').title }],
    languages: offeredLanguages,
    chosen: chosenLanguageOf(db, person),
    name: person.name,
    email: person.email,
    admin: person.admin,
    /** Participants of a crowd study have no password, second factor, e-mail or token. */
    crowd: person.crowd === true,
    hasPassword: hasPassword(db, person),
    mail: mailSettings(env) === null ? null : { offered: offeredEvents(person), chosen: chosenEvents(db, person) },
    tokens: listTokens(db, person).map(({ id, name, prefix, scopes, createdAt, expiresAt, usedAt, expired }) => ({
      ...{ id, name, prefix, scopes, expired },
      created: dayIn(language, createdAt),
      expires: dayIn(language, expiresAt),
      used: usedAt === null ? null : momentIn(language, usedAt)
    })),
    scopes: [...tokenScopes],
    days: [...tokenDays],
    usualDays: USUAL_TOKEN_DAYS,
    sessions: listSessions(db, person, sessionTokenOf(event) ?? '').map(
      ({ id, browser, current, createdAt, seenAt, expiresAt }) => ({
        ...{ id, browser: browserIn(language, browser), current },
        created: dayIn(language, createdAt),
        seen: momentIn(language, seenAt),
        expires: dayIn(language, expiresAt)
      })
    )
  };
};

/** A browser as its session names it (`browserName`), in a language. */
function browserIn(language: string, named: string): string {
  const words = messagesIn(language, 'account');
  const [name, system] = named.split(' on ') as [string, string?];
  const browser = name === OTHER_BROWSER ? words.otherBrowser : name;
  return system === undefined ? browser : words.browserOn({ browser, system });
}

async function end(
  event: RequestEvent,
  which: Parameters<typeof endOwnSessions>[2],
  ended: 'sessionEnded' | 'othersEnded'
) {
  const done = await attempt(() => {
    endOwnSessions(event.locals.db, personOf(event.locals), which);
    return { ended: messagesIn(event.locals.language, 'account')[ended] };
  });
  return 'ended' in done ? done : fail(done.status, done.data);
}

export const actions: Actions = {
  password: async (event) => {
    const form = await event.request.formData();
    const done = await attempt(
      () =>
        changePassword(event.locals.db, personOf(event.locals), {
          current: String(form.get('current') ?? ''),
          next: String(form.get('next') ?? ''),
          keep: sessionTokenOf(event) ?? ''
        }).then(() => ({ changed: true })),
      event
    );
    return 'changed' in done ? done : fail(done.status, done.data);
  },
  /** Sets keys; `reset` names an action that gets its usual key back, or `all`. */
  keys: async (event) => {
    const { locals, request } = event;
    const form = await request.formData();
    const reset = form.get('reset');
    const typed = (action: KeyAction): string | null => {
      const key = form.get(action);
      return action === reset ? keyActions[action].key : typeof key === 'string' ? key.slice(0, 40) : null;
    };
    const keys = reset === 'all' ? keysFor(null) : typedKeys(typed, locals.keys);
    const say = messagesIn(locals.language, 'ownKeys');
    const problems = ownKeyProblems(keys, say);
    if (problems.length > 0) return fail(400, { refusedKeys: say.notSaved, problems, typedKeys: keys });
    const done = await attempt(() => {
      chooseKeys(locals.db, personOf(locals), changedKeys(keys));
      return { keysSaved: true };
    });
    if (!('keysSaved' in done)) return fail(done.status, done.data);
    locals.keys = keys;
    return done;
  },
  mail: async (event) => {
    const form = await event.request.formData();
    const done = await attempt(() => {
      if (mailSettings(env) === null) refuse.conflict(leadSays('noMail'));
      const { db, language } = event.locals;
      chooseEvents(db, personOf(event.locals), { events: form.getAll('events').map(String), language });
      return { mailSaved: true };
    });
    return 'mailSaved' in done ? done : fail(done.status, { ...done.data, mailRefused: true });
  },
  endSession: async (event) => {
    const form = await event.request.formData();
    return end(event, { id: String(form.get('id') ?? '') }, 'sessionEnded');
  },
  makeToken: async (event) => {
    const form = await event.request.formData();
    const typed = {
      name: String(form.get('tokenName') ?? ''),
      scopes: form.getAll('scopes').map(String),
      days: Number(form.get('days'))
    };
    const done = await attempt(() => ({ token: makeToken(event.locals.db, personOf(event.locals), typed) }));
    return 'token' in done ? done : fail(done.status, { ...done.data, typed });
  },
  revokeToken: async (event) => {
    const form = await event.request.formData();
    const done = await attempt(() => {
      revokeToken(event.locals.db, personOf(event.locals), String(form.get('id') ?? ''));
      return { revoked: true };
    });
    return 'revoked' in done ? done : fail(done.status, done.data);
  },
  endOthers: (event) => end(event, { allBut: sessionTokenOf(event) ?? '' }, 'othersEnded')
};
