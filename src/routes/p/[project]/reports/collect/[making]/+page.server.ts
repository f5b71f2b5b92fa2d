import { fail, redirect, type RequestEvent } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { refuse } from '$lib/errors.ts';
import { placeReport, systemOfPiece } from '$lib/exchange/import/collected/collected-reports.server.ts';
import { sayingsOf } from '$lib/messages/sayings.ts';
import { noticeTextsIn } from '$lib/messages/library-text.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { collectedData } from '$lib/scorer/making/makers/reports.ts';
import { makerOf, makingRunByNumber, unitsOfMaking } from '$lib/scorer/making/making-runs.server.ts';
import { judgesOf, type Run } from '$lib/scorer/runs/runs.server.ts';
import type { ProjectGrant } from '$lib/server/auth/authorize.ts';
import type { Db } from '$lib/server/db/client.ts';
import { acceptWaiting } from '$lib/verification/proposals/made-acceptance.server.ts';
import { decideMade } from '$lib/verification/proposals/made-decisions.server.ts';
import { piecesOfRun, type MadePieceRow } from '$lib/verification/proposals/made-pieces.server.ts';
import { sourceState } from '$lib/verification/proposals/made-sources.server.ts';
import { answer, attempt } from '../../../../../answer.ts';
import { runInWords } from '../../../../../run-in-words.ts';
import { grantFor } from '../../../../../grants.ts';

const leadSays = sayingsOf('leadRefusals');

type Event = RequestEvent<{ project: string; making: string }>;

/** Reports on one page, and characters of each that are shown. */
const REPORTS = 25;
const BEGINNING = 4_000;

const shows = ['all', 'waiting', 'failed'] as const;

const stateOf = ({ state, decision }: MadePieceRow): 'waiting' | 'accepted' | 'rejected' | 'failed' =>
  state === 'made' ? (decision ?? 'waiting') : 'failed';

const runOf = (event: Pick<Event, 'locals' | 'params'>, grant: ProjectGrant<'manage'>): Run => {
  const run = makingRunByNumber(event.locals.db, grant, Number(event.params.making));
  return makerOf(event.locals.db, run).maker.collects ? run : refuse.notFound('making run');
};

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'manage');
    const { db, driver, language } = event.locals;
    const run = runOf(event, grant);
    // Before the reports: of a collection that ends meanwhile, the page then asks for them again.
    const followed = { progress: driver.progress(run.id), live: driver.live(run.id) };
    const rows = piecesOfRun(db, project.id, run.id);
    const count = (state: ReturnType<typeof stateOf>): number => rows.filter((row) => stateOf(row) === state).length;
    const judges = judgesOf(db, run.id);
    const show = shows.find((one) => one === event.url.searchParams.get('show')) ?? 'all';
    const wanted = rows.filter((row) => show === 'all' || stateOf(row) === show);
    const pages = Math.max(1, Math.ceil(wanted.length / REPORTS));
    const page = Math.min(pages, Math.max(1, Math.trunc(Number(event.url.searchParams.get('page'))) || 1));
    const base = `/p/${project.slug}`;
    return {
      crumbs: [
        { label: project.name, href: base },
        { label: messagesIn(language, 'rooms').reports, href: `${base}/reports` },
        { label: messagesIn(language, 'collectPage').title, href: `${base}/reports/collect` },
        { label: messagesIn(language, 'collection').title({ number: run.number }) }
      ],
      run: { number: run.number, name: run.name, createdAt: run.createdAt },
      plan: {
        maker: messagesIn(language, 'makers').title({ maker: makerOf(db, run).maker.name }),
        prompt: makerOf(db, run).promptName,
        judges: judges.map(({ spec }) => spec).join(', ')
      },
      ...runInWords(language, followed),
      counts: {
        ...{
          waiting: count('waiting'),
          added: count('accepted'),
          rejected: count('rejected'),
          failed: count('failed')
        },
        notYet: Math.max(0, unitsOfMaking(db, run.id).length * judges.length * run.options.repeats - rows.length)
      },
      ...{ show, page, pages },
      reports: noticeTextsIn(event.locals.language, wanted.slice((page - 1) * REPORTS, page * REPORTS), ['reason']).map(
        (row) => shownReport(db, project.id, row)
      )
    };
  });

function shownReport(db: Db, projectId: string, row: MadePieceRow) {
  const data = row.state === 'made' ? collectedData.parse(row.data) : null;
  return {
    ...{ id: row.id, qid: row.label, system: systemOfPiece(db, row), asked: row.judge, state: stateOf(row) },
    ...{ reason: row.reason, report: row.placed, characters: row.text.length, text: row.text.slice(0, BEGINNING) },
    changed: sourceState(db, projectId, row).state === 'changed',
    data
  };
}

/** Does something with the collection of the address. */
const doing =
  (act: (event: Event, run: Run, grant: ProjectGrant<'manage'>, form: FormData) => void | Promise<void>) =>
  async (event: Event) => {
    const form = await event.request.formData();
    const done = await attempt(async () => {
      const { grant } = grantFor(event, 'manage');
      await act(event, runOf(event, grant), grant, form);
      return { done: true };
    });
    if (!('done' in done)) return fail(done.status, { ...done.data });
    const show = shows.find((one) => one === form.get('show'));
    redirect(303, `${event.url.pathname}${show ? `?show=${show}` : ''}`);
  };

export const actions: Actions = {
  start: doing((event, run, grant) => event.locals.driver.start(grant, run.id)),
  cancel: doing((event, run, grant) => event.locals.driver.cancel(grant, run.id)),
  budget: doing((event, run, grant, form) => {
    const typed = String(form.get('budget') ?? '').trim();
    const budget = typed === '' ? null : Number(typed);
    if (budget !== null && !(budget > 0)) refuse.invalid(leadSays('budgetForm'));
    event.locals.driver.setBudget(grant, run.id, budget);
    event.locals.driver.start(grant, run.id);
  }),
  add: doing((event, run, grant) => {
    const { refused } = acceptWaiting(event.locals.db, grant, run.id, undefined, placeReport);
    const [first] = refused;
    if (first)
      refuse.conflict(leadSays('reportsNotAdded', { n: refused.length, qid: first.label, reason: first.reason }));
  }),
  decide: doing((event, _run, grant, form) => {
    decideMade(
      event.locals.db,
      grant,
      String(form.get('piece') ?? ''),
      form.get('decision') === 'rejected'
        ? { kind: 'rejected' }
        : { kind: 'accepted', ...(form.get('anyway') === 'on' && { anyway: true }) },
      placeReport
    );
  })
};
