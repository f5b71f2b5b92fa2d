import { fail, redirect } from '@sveltejs/kit';
import { randomUUID } from 'node:crypto';
import type { Actions, PageServerLoad } from './$types';
import { onDisk } from '$lib/server/db/on-disk.ts';
import { openAssignment } from '$lib/studies/queue.server.ts';
import { revealAssignment } from '$lib/studies/reveal.server.ts';
import { commitVerdict } from '$lib/studies/verdicts.server.ts';
import { nextInStudy } from '$lib/studies/waiting.server.ts';
import { answer, attempt } from '../../../../answer.ts';
import { grantFor, personOf } from '../../../../grants.ts';
import { rendered } from '../../../../rendered.ts';
import { answerGiven } from './answer-given.ts';
import { asksOf, besideOf, grouped, optionsOf, titleOf } from './bench.ts';
import { answerIn, readVerdict } from './verdict-input.ts';

export const load: PageServerLoad = (event) =>
  answer(async () => {
    const { project } = grantFor(event, 'annotate');
    const person = personOf(event.locals);
    const { db } = event.locals;
    const open = await onDisk(db, () => openAssignment(db, person, event.params.assignment));
    if (open.reveal.done) redirect(303, `/p/${project.slug}/work/${open.id}/reveal`);
    const { html, outline, facts } = rendered(open.report.markdown);
    const { queue, group } = grouped(open);
    const next = nextInStudy(event.locals.db, person, open.id);
    return {
      bench: true,
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        { label: open.study.name },
        { label: `Report ${group + 1} of ${queue.length}` }
      ],
      closed: open.study.status === 'closed',
      assignment: {
        id: open.id,
        metricTitle: titleOf(open),
        options: [...optionsOf(open)],
        asks: asksOf(open),
        beside: besideOf(open.beside),
        query: { number: group + 1, text: open.query },
        report: {
          html,
          outline,
          language: open.report.language ?? facts.language,
          facts: { words: facts.words, tables: facts.tables, references: facts.references }
        },
        items: open.items.map((item) => ({
          id: item.id,
          text: item.text,
          quotes: item.quotes,
          block: item.block,
          source: item.source && { url: item.source.url, title: item.source.title, text: item.source.text },
          answer: answerGiven(open, item),
          label: item.verdict?.label ?? null,
          note: item.draft?.note ?? item.verdict?.note ?? '',
          passages: item.draft?.passages ?? item.verdict?.passages ?? []
        })),
        guideline: open.study.guideline,
        queue,
        group,
        reveals:
          open.reveal.policy === 'never'
            ? ('never' as const)
            : open.reveal.policy === 'at-end'
              ? ('later' as const)
              : ('now' as const),
        next
      }
    };
  });

export const actions: Actions = {
  /** For browsers without scripts; with them, the page posts to `commit`. */
  commit: async (event) => {
    const form = await event.request.formData();
    const done = await attempt(() => {
      grantFor(event, 'annotate');
      return commitVerdict(event.locals.db, personOf(event.locals), {
        assignmentId: event.params.assignment,
        ...readVerdict({
          studyItemId: form.get('studyItemId'),
          ...answerIn(form),
          note: form.get('note') ?? '',
          passages: [],
          seconds: null,
          idempotencyKey: randomUUID()
        })
      });
    });
    if (!('left' in done)) return fail(done.status, done.data);
    redirect(303, event.url.pathname);
  },
  reveal: async (event) => {
    const done = await attempt(() => {
      grantFor(event, 'annotate');
      revealAssignment(event.locals.db, personOf(event.locals), event.params.assignment);
      return { revealed: true };
    });
    if (!('revealed' in done)) return fail(done.status, done.data);
    redirect(303, `${event.url.pathname}/reveal`);
  }
};
