import { fail, type RequestEvent } from '@sveltejs/kit';
import { encode } from 'uqr';
import type { Actions, PageServerLoad } from './$types';
import { messagesIn } from '$lib/messages/words.ts';
import { isAskedOf } from '$lib/server/auth/second-factor/asking.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  secondFactorOf
} from '$lib/server/auth/second-factor/second-factor.ts';
import { sessionTokenOf } from '$lib/server/auth/sign-in/cookies.ts';
import { attempt } from '../../answer.ts';
import { personOf } from '../../grants.ts';

/** The dark squares of a QR code as the path of an SVG with one unit per square. */
function qrCode(text: string): { size: number; path: string } {
  const { data, size } = encode(text);
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: squares.join('') };
}

export const load: PageServerLoad = ({ locals }) => {
  const person = personOf(locals);
  const own = secondFactorOf(locals.db, person);
  return {
    crumbs: [
      { label: messagesIn(locals.language, 'account').title, href: '/account' },
      { label: messagesIn(locals.language, 'secondFactor').title }
    ],
    asked: isAskedOf(locals.db, person),
    own: own.state === 'begun' ? { ...own, qr: qrCode(own.address) } : own
  };
};

/** An act with what was typed; what it returns is shown. */
const act =
  <T extends object>(work: (event: RequestEvent, typed: string) => T | Promise<T>, field: 'code' | 'password') =>
  async (event: RequestEvent) => {
    const form = await event.request.formData();
    const done = await attempt(() => work(event, String(form.get(field) ?? '').slice(0, 500)), event);
    return 'data' in done && 'status' in done ? fail(done.status, done.data) : done;
  };

const codesShown = (codes: string[]) => ({ codes });

export const actions: Actions = {
  begin: act(async ({ locals }, password) => {
    await beginSecondFactor(locals.db, personOf(locals), password);
    return { begun: true };
  }, 'password'),
  confirm: act((event, code) => {
    const { db } = event.locals;
    return codesShown(confirmSecondFactor(db, personOf(event.locals), code, sessionTokenOf(event) ?? ''));
  }, 'code'),
  codes: act(({ locals }, code) => codesShown(renewRecoveryCodes(locals.db, personOf(locals), code)), 'code'),
  remove: act(({ locals }, code) => {
    removeSecondFactor(locals.db, personOf(locals), code);
    return { removed: true };
  }, 'code')
};
