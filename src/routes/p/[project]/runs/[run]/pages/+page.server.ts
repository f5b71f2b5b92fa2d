import { isUtf8 } from 'node:buffer';
import { sayingsOf } from '$lib/messages/sayings.ts';
import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { refuse, fieldSays, problemAt } from '$lib/errors.ts';
import { ProblemList } from '$lib/exchange/format/problem-list.ts';
import { decodeUtf8 } from '$lib/exchange/format/utf8.ts';
import { noticeTextsIn } from '$lib/messages/library-text.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { pagesOf, supplyPage } from '$lib/scorer/web/pages/pages.server.ts';
import { pageOutcomes, type PageOutcome } from '$lib/scorer/page.ts';
import { runByNumber } from '$lib/scorer/runs/runs.server.ts';
import { maySupply } from '$lib/scorer/web/outcomes.ts';
import { answer, attempt } from '../../../../../answer.ts';
import { grantFor } from '../../../../../grants.ts';
import { pageOf } from '../../../../../paging.ts';

const leadSays = sayingsOf('leadRefusals');

const PAGE = 50;

/** The pages that a run's reports cite, with how each came back. */
export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'read-results');
    const { db } = event.locals;
    const words = messagesIn(event.locals.language, 'citedPages');
    const run = runByNumber(db, grant, Number(event.params.run));
    const all = pagesOf(db, grant, run);
    const asked = event.url.searchParams;
    const outcome = pageOutcomes.find((one) => one === asked.get('outcome')) ?? null;
    const shown = all
      .filter((page) => outcome === null || page.outcome === outcome)
      .sort((a, b) => b.claims - a.claims);
    const { rows, page, pages } = pageOf(shown, asked.get('page'), PAGE);
    return {
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        { label: words.runs, href: `/p/${project.slug}/runs` },
        { label: words.oneRun({ number: String(run.number) }), href: `/p/${project.slug}/runs/${run.number}` },
        { label: words.heading }
      ],
      run: { number: run.number, name: run.name },
      outcomes: pageOutcomes.flatMap((one): { outcome: PageOutcome; n: number }[] => {
        const n = all.filter((other) => other.outcome === one).length;
        return n > 0 ? [{ outcome: one, n }] : [];
      }),
      outcome,
      total: all.length,
      shownTotal: shown.length,
      nth: page,
      of: pages,
      pages: noticeTextsIn(event.locals.language, rows, ['note']).map((one) => ({
        ...one,
        suppliable: maySupply(one.outcome)
      })),
      /** The page whose text is to be supplied. */
      supply: all.find(({ url, outcome }) => url === asked.get('supply') && maySupply(outcome))?.url ?? null,
      supplied: asked.get('supplied'),
      notFetched: all.filter(({ outcome }) => outcome === 'not-fetched').length,
      ended: run.origin === 'scored' && run.status !== 'running' && run.status !== 'waiting'
    };
  });

const chosen = (urls: string[]): string[] => (urls.length > 0 ? urls : refuse.invalid(leadSays('noPageChosen')));

export const actions: Actions = {
  /** Fetches again: the ticked pages, or all that could not be reached. */
  again: async (event) => {
    const form = await event.request.formData();
    const urls = form.getAll('page').filter((value) => typeof value === 'string');
    const done = await attempt(() => {
      const { grant } = grantFor(event, 'manage');
      const run = runByNumber(event.locals.db, grantFor(event, 'read-results').grant, Number(event.params.run));
      event.locals.driver.fetchAgain(grant, run.id, form.get('which') === 'not-fetched' ? null : chosen(urls));
      return { run: run.number };
    });
    if (!('run' in done)) return fail(done.status, done.data);
    redirect(303, `/p/${event.params.project}/runs/${done.run}`);
  },
  supply: async (event) => {
    const form = await event.request.formData();
    const text = (name: string): string => {
      const value = form.get(name);
      return typeof value === 'string' ? value : '';
    };
    const input = { url: text('url'), title: text('title'), text: text('text') };
    const done = await attempt(async () => {
      const { grant } = grantFor(event, 'manage');
      const file = form.get('file');
      const problems = new ProblemList();
      const bytes = file instanceof File ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array();
      if (bytes.includes(0) && isUtf8(bytes))
        refuse.invalid(leadSays('textNotKept'), [problemAt('file', fieldSays('fileNotText'))]);
      const uploaded = decodeUtf8(bytes, problems) ?? refuse.invalid(leadSays('textNotKept'), problems.all);
      if (uploaded !== '' && input.text.trim() !== '')
        refuse.invalid(leadSays('textNotKept'), [problemAt('text', fieldSays('pasteOrFile'))]);
      return supplyPage(event.locals.db, grant, {
        url: input.url,
        title: input.title.trim() || null,
        text: uploaded || input.text
      });
    });
    if (!('url' in done)) return fail(done.status, { ...done.data, input });
    redirect(303, `${event.url.pathname}?supplied=${encodeURIComponent(done.url)}`);
  }
};
