import sections from 'virtual:page-sections';
import type { LayoutServerLoad } from './$types';
import { customsOf } from '$lib/messages/dates.ts';
import { directionOf, offeredLanguages } from '$lib/messages/languages.ts';
import { messagesIn, wordsToSend } from '$lib/messages/words.ts';
import { newToken } from '$lib/server/db/id.ts';
import { formLimit } from '$lib/server/requests/body-size.ts';
import { outboxOf } from '$lib/server/auth/accounts/outbox-of.ts';

export const load: LayoutServerLoad = (event) => {
  const { locals } = event;
  const { language } = locals;
  const route = event.route.id ?? '';
  return {
    person: locals.actor
      ? {
          name: locals.actor.name,
          admin: locals.actor.admin,
          hasProjects: !locals.actor.crowd,
          outbox: outboxOf(locals.actor)
        }
      : null,
    theme: locals.theme,
    keys: locals.keys,
    language,
    customs: customsOf(language),
    role: locals.actor?.admin ? messagesIn(language, 'roles').heading({ role: 'admin' }) : null,
    direction: directionOf(language),
    /** Those that documents of the page can be had in besides its own. */
    otherLanguages: offeredLanguages.filter(({ tag }) => tag !== language),
    words: wordsToSend(language, ['frame', ...(sections[route] ?? [])]),
    formLimit: formLimit(route),
    sessionStale: locals.sessionStale,
    once: newToken()
  };
};
