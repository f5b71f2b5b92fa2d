import { sayingsOf } from '$lib/messages/sayings.ts';
import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { refuse } from '$lib/errors.ts';
import { filesAside } from '$lib/exchange/import/aside/reading-aside.ts';
import { disciplineNames, languages } from '$lib/scorer/suites/research-arena/vocabulary.ts';
import { talkSummaries } from '$lib/verification/proposals/talks/talk-summaries.server.ts';
import { importTalk } from '$lib/verification/proposals/talks/talks.server.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { answer, attempt } from '../../../../answer.ts';
import { grantFor } from '../../../../grants.ts';
import { verificationCrumbs } from '../crumbs.ts';
import { makingActions } from '../making/making-actions.ts';
import { modelsToAsk } from '../making/making-form.ts';

const leadSays = sayingsOf('leadRefusals');

const MOST_BYTES = 8_000_000;

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'manage');
    const say = messagesIn(event.locals.language, 'arenaTerms');
    return {
      crumbs: verificationCrumbs(event.locals.language, project, {
        label: messagesIn(event.locals.language, 'draftRooms').talks
      }),
      talks: talkSummaries(event.locals.db, grant).map((talk) => ({
        ...talk,
        discipline: say.discipline({ discipline: talk.discipline })
      })),
      disciplines: disciplineNames.map((name): [string, string] => [name, say.discipline({ discipline: name })]),
      languages: Object.keys(languages).map((name): [string, string] => [name, say.language({ language: name })]),
      judges: modelsToAsk(event.locals.driver)
    };
  });

/** The transcript of the form: a file, or what was pasted. */
async function givenTranscript(form: FormData): Promise<{ name: string; bytes: Uint8Array }> {
  const file = form.get('file');
  const uploaded = file instanceof File && file.size > 0 ? file : null;
  if (uploaded && uploaded.size > MOST_BYTES) refuse.isTooLarge(leadSays('fileTooLarge', { limit: '8 MB' }));
  const pasted = String(form.get('content') ?? '');
  const bytes = uploaded ? new Uint8Array(await uploaded.arrayBuffer()) : new TextEncoder().encode(pasted);
  if (bytes.length > MOST_BYTES) refuse.isTooLarge(leadSays('pastedTooLarge', { limit: '8 MB' }));
  if (bytes.length === 0) refuse.invalid(leadSays('noTranscript'));
  return { name: uploaded?.name ?? 'pasted transcript', bytes };
}

export const actions: Actions = {
  ...makingActions((slug, number) => `/p/${slug}/verification/making/${number}`),
  import: async (event) => {
    const form = await event.request.formData();
    const field = (name: string): string => String(form.get(name) ?? '').trim();
    const facts = { title: field('title'), discipline: field('discipline'), language: field('language') };
    const done = await attempt(async () => {
      const { project, grant } = grantFor(event, 'manage');
      const { name, bytes } = await givenTranscript(form);
      const parsed = await filesAside.readTranscript(bytes, name);
      if (!parsed.ok) return refuse.invalid(leadSays('talkNotImported'), parsed.problems);
      const choices = { disciplines: disciplineNames, languages: Object.keys(languages) };
      const talk = importTalk(event.locals.db, grant, facts, parsed.value, choices);
      return { to: `/p/${project.slug}/verification/talks/${talk.number}` };
    });
    if ('to' in done) redirect(303, done.to);
    return fail(done.status, { ...done.data, facts });
  }
};
