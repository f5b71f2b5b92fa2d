import { getRequestEvent } from '$app/server';
import { refusalIn, type Refusal } from '$lib/errors.ts';

/** A refusal's text in the language of the person whose request it answers; in English outside a request. */
export const refusalForReader = (refusal: Refusal): ReturnType<typeof refusalIn> =>
  refusalIn(languageOfRequest() ?? 'en', refusal);

function languageOfRequest(): string | undefined {
  try {
    return getRequestEvent().locals.language;
  } catch {
    return undefined;
  }
}
