import pages from 'virtual:page-sections';
import type { LayoutServerLoad } from './$types';
import { customsOf } from '$lib/messages/dates.ts';
import { directionOf } from '$lib/messages/languages.ts';
import { messagesIn, wordsToSend } from '$lib/messages/words.ts';
import { newToken } from '$lib/server/db/id.ts';
import { outboxOf } from '$lib/server/auth/accounts/outbox-of.ts';

export const load: LayoutServerLoad = (event) => {
  const { locals } = event;
  const { language } = locals;
  const route = event.route.id ?? '';
  const pageLanguage = pages.translated.includes(route) ? language : 'en';
  return {
    person: locals.actor
      ? { name: locals.actor.name, admin: locals.actor.admin, outbox: outboxOf(locals.actor) }
      : null,
    theme: locals.theme,
    language,
    pageLanguage,
    customs: customsOf(pageLanguage),
    english: pageLanguage !== language,
    role: locals.actor?.admin ? messagesIn(language, 'roles').heading({ role: 'admin' }) : null,
    direction: directionOf(language),
    // The frame is among the sections of every page: its words, in the reader's language, come last.
    words: { ...wordsToSend(pageLanguage, pages.sections[route] ?? []), ...wordsToSend(language, ['frame']) },
    sessionStale: locals.sessionStale,
    once: newToken()
  };
};
