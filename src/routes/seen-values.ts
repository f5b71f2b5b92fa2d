import { refuse } from '$lib/errors.ts';
import { canonicalJson } from '$lib/canonical-json.ts';
import { sayingsOf } from '$lib/messages/sayings.ts';
import { sha256 } from '$lib/server/db/id.ts';

const leadSays = sayingsOf('leadRefusals');

/** The stored values that a form shows, as the text that its hidden field `seen` sends back. */
export const seenOf = (stored: unknown): string => sha256(canonicalJson(stored)).slice(0, 16);

/** Refuses a form whose values have been changed since its page was opened: all of them would be overwritten, also those that its sender left alone. */
export function refuseUnseen(form: FormData, stored: unknown): void {
  if (form.get('seen') !== seenOf(stored)) refuse.conflict(leadSays('changedSinceOpened'));
}
