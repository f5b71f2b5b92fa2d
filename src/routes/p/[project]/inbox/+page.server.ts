import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { momentIn } from '$lib/messages/dates.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { markRead } from '$lib/server/inbox.ts';
import { answer, attempt } from '../../../answer.ts';
import { grantFor, personOf } from '../../../grants.ts';
import { askedList, listingOf, pageOf } from '../../../paging.ts';
import { inboxOf } from '../inbox-of.ts';

const address = { sorts: ['time'], usual: '-time', filters: ['state'] };

/** Answers of leads and work that came back. */
export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project } = grantFor(event, 'enter');
    const { language } = event.locals;
    const say = messagesIn(language, 'inbox');
    const question = askedList(event.url, address);
    const all = inboxOf(event.locals.db, personOf(event.locals), project, say);
    const words = question.search.toLowerCase();
    const found = all.filter(
      ({ unread, about, question: asked, says }) =>
        (question.filters['state'] !== 'unread' || unread) &&
        `${about}\n${asked ?? ''}\n${says}`.toLowerCase().includes(words)
    );
    const page = pageOf(found, String(question.page), question.size);
    return {
      crumbs: [{ label: project.name, href: `/p/${project.slug}` }, { label: say.title }],
      unread: all.filter(({ unread }) => unread).length,
      list: listingOf(event.url, address, question, page),
      items: page.rows.map((item) => ({ ...item, when: momentIn(language, item.at) }))
    };
  });

export const actions: Actions = {
  /** Marks what was chosen as read, or all; with `open` goes to the item. */
  read: async (event) => {
    const form = await event.request.formData();
    const entry = form.get('entry');
    const done = await attempt(() => {
      const { project, grant } = grantFor(event, 'enter');
      const { db, language } = event.locals;
      const chosen = inboxOf(db, personOf(event.locals), project, messagesIn(language, 'inbox')).filter(
        (one) => entry === null || one.entry === entry
      );
      markRead(db, grant, chosen);
      return { to: (form.has('open') && chosen[0]?.to?.href) || `/p/${project.slug}/inbox` };
    });
    if (!('to' in done)) return fail(done.status, done.data);
    redirect(303, done.to);
  }
};
