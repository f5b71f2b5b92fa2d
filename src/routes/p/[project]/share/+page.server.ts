import { fail } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { listShareLinks, makeShareLink, withdrawShareLink } from '$lib/exchange/sharing/share-links.server.ts';
import { shareablePages } from '$lib/exchange/sharing/shareable.server.ts';
import { shareDays, shareValue } from '$lib/exchange/sharing/share.ts';
import { dayIn, momentIn } from '$lib/messages/dates.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { answer, attempt } from '../../../answer.ts';
import { grantFor } from '../../../grants.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'manage');
    const { db, language } = event.locals;
    return {
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        { label: messagesIn(language, 'rooms').people, href: `/p/${project.slug}/people` },
        { label: messagesIn(language, 'share').title }
      ],
      pages: shareablePages(db, project.id).map(({ kind, id, label }) => ({
        kind,
        label,
        value: shareValue(kind, id)
      })),
      days: [...shareDays],
      links: listShareLinks(db, grant).map(({ createdAt, expiresAt, usedAt, ...link }) => ({
        ...{ ...link, created: dayIn(language, createdAt), expires: dayIn(language, expiresAt) },
        used: usedAt === null ? null : momentIn(language, usedAt)
      }))
    };
  });

export const actions: Actions = {
  make: async (event) => {
    const form = await event.request.formData();
    const typed = { page: String(form.get('page') ?? ''), days: Number(form.get('days')) };
    const done = await attempt(() => {
      const { token } = makeShareLink(event.locals.db, grantFor(event, 'manage').grant, typed);
      return { link: `${event.url.origin}/shared/${token}` };
    });
    return 'link' in done ? done : fail(done.status, done.data);
  },
  withdraw: async (event) => {
    const form = await event.request.formData();
    const done = await attempt(() => {
      withdrawShareLink(event.locals.db, grantFor(event, 'manage').grant, String(form.get('id') ?? ''));
      return { withdrawn: true };
    });
    return 'withdrawn' in done ? done : fail(done.status, done.data);
  }
};
