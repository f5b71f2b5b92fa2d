import { sayingsOf } from '$lib/messages/sayings.ts';
import { refuse } from '$lib/errors.ts';
import { ProblemList } from '$lib/exchange/format/problem-list.ts';
import { decodeUtf8 } from '$lib/exchange/format/utf8.ts';

const leadSays = sayingsOf('leadRefusals');

const mostBytes = 8_000_000;

/** Input of a person: the bytes to be read, and the same as text, so that a page without scripts can send them again: empty if it is not in UTF-8. */
export interface GivenSurvey {
  name: string;
  bytes: Uint8Array;
  content: string;
}

/** @throws a refusal if there is nothing in it, or too much. */
export async function givenSurvey(form: FormData): Promise<GivenSurvey> {
  const file = form.get('file');
  const uploaded = file instanceof File && file.size > 0 ? file : null;
  if (uploaded && uploaded.size > mostBytes) refuse.isTooLarge(leadSays('fileTooLarge', { limit: '8 MB' }));
  const pasted = String(form.get('content') ?? '');
  const bytes = uploaded ? new Uint8Array(await uploaded.arrayBuffer()) : new TextEncoder().encode(pasted);
  if (bytes.length > mostBytes) refuse.isTooLarge(leadSays('pastedTooLarge', { limit: '8 MB' }));
  const content = uploaded ? decodeUtf8(bytes, new ProblemList()) : pasted;
  if (content?.trim() === '') refuse.invalid(leadSays('fileOrAnswers'));
  const name = uploaded?.name ?? (String(form.get('name') ?? '').trim() || 'pasted answers');
  return { name, bytes, content: content ?? '' };
}
