import { env } from '$env/dynamic/private';
import { fail } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { readMailLog, retryMail } from '$lib/exchange/mail/mail-log.server.ts';
import { mailSettings } from '$lib/exchange/mail/mail-settings.ts';
import { momentIn } from '$lib/messages/dates.ts';
import { noticeTextsIn } from '$lib/messages/library-text.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { answer, attempt } from '../answer.ts';
import { adminGrant } from '../grants.ts';

export const load: PageServerLoad = ({ locals: { db, language, ...locals } }) =>
  answer(() => {
    const settings = mailSettings(env);
    const { counts, mails } = readMailLog(db, adminGrant({ db, language, ...locals }));
    return {
      crumbs: [
        { label: messagesIn(language, 'accounts').title, href: '/accounts' },
        { label: messagesIn(language, 'mailLog').title }
      ],
      server: settings && { host: settings.host, port: settings.port, from: settings.from.address },
      counts,
      mails: noticeTextsIn(language, mails, ['problem']).map(({ at, nextAt, ...one }) => ({
        ...{ ...one, at: momentIn(language, at) },
        next: one.state === 'waiting' ? momentIn(language, nextAt) : null
      }))
    };
  });

export const actions: Actions = {
  retry: async ({ locals, request }) => {
    const form = await request.formData();
    const done = await attempt(() => {
      retryMail(locals.db, adminGrant(locals), String(form.get('id') ?? ''));
      return { changed: messagesIn(locals.language, 'mailLog').retried };
    });
    return 'changed' in done ? done : fail(done.status, done.data);
  }
};
