import { sayingsOf } from '$lib/messages/sayings.ts';
import { fail, redirect, type RequestEvent } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { refuse } from '$lib/errors.ts';
import type { Maker } from '$lib/scorer/making/makers/contract.ts';
import { clarifications } from '$lib/scorer/making/makers/clarifications.ts';
import { makerOf, makingRunByNumber, unitsOfMaking } from '$lib/scorer/making/making-runs.server.ts';
import { retriesOf, retryMaking } from '$lib/scorer/making/retried-making.server.ts';
import { judgesOf, type Run } from '$lib/scorer/runs/runs.server.ts';
import type { ProjectGrant } from '$lib/server/auth/authorize.ts';
import { acceptWaiting } from '$lib/verification/proposals/made-acceptance.server.ts';
import { decideMade } from '$lib/verification/proposals/made-decisions.server.ts';
import { piecesOfRun, type MadePieceRow } from '$lib/verification/proposals/made-pieces.server.ts';
import { sourceState } from '$lib/verification/proposals/made-sources.server.ts';
import { shownTalkNumbers } from '$lib/verification/proposals/talks/talks.server.ts';
import { noticeTextsIn } from '$lib/messages/library-text.ts';
import { sayIn } from '$lib/messages/say-in.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { answer, attempt } from '../../../../../answer.ts';
import { runInWords } from '../../../../../run-in-words.ts';
import { grantFor } from '../../../../../grants.ts';
import { verificationCrumbs } from '../../crumbs.ts';

const leadSays = sayingsOf('leadRefusals');

type Event = RequestEvent<{ project: string; making: string }>;

/** Units on one page of results. */
const UNITS = 20;

const shows = ['waiting', 'all', 'failed'] as const;

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'manage');
    const { db, driver } = event.locals;
    const run = makingRunByNumber(db, grant, Number(event.params.making));
    const { maker, promptName } = makerOf(db, run);
    if (maker.collects) redirect(303, `/p/${project.slug}/reports/collect/${run.number}`);
    // Before the results: of a run that ends meanwhile, the page then asks for them again.
    const followed = { progress: driver.progress(run.id), live: driver.live(run.id) };
    const rows = piecesOfRun(db, project.id, run.id);
    const byUnit = Map.groupBy(rows, ({ unitId }) => unitId);
    const units = unitsOfMaking(db, run.id);
    const asked = event.url.searchParams.get('show');
    const counts = { ...countsOf(rows), notYet: units.filter(({ id }) => !byUnit.has(id)).length };
    const show = shows.find((one) => one === asked) ?? (counts.waiting > 0 ? 'waiting' : 'all');
    const wanted = units.filter(({ id }) => {
      const own = byUnit.get(id) ?? [];
      if (show === 'waiting') return own.some(({ decision }) => decision === 'waiting');
      return show === 'all' ? own.length > 0 : own.some(({ state }) => state === 'unmade');
    });
    const pages = Math.max(1, Math.ceil(wanted.length / UNITS));
    const page = Math.min(pages, Math.max(1, Math.trunc(Number(event.url.searchParams.get('page'))) || 1));
    const base = `/p/${project.slug}`;
    const talks = shownTalkNumbers(db, grant);
    return {
      crumbs: verificationCrumbs(
        event.locals.language,
        project,
        { label: messagesIn(event.locals.language, 'draftRooms').making, href: `${base}/verification/making` },
        { label: messagesIn(event.locals.language, 'makingResults').crumb({ number: run.number }) }
      ),
      run: { number: run.number, name: run.name, createdAt: run.createdAt },
      maker: {
        title: messagesIn(event.locals.language, 'makers').title({ maker: maker.name }),
        prompt: promptName,
        finds: maker.finds === true
      },
      judges: judgesOf(db, run.id).map(({ spec }) => spec),
      retries: retriesOf(db, run),
      ...runInWords(event.locals.language, followed),
      ...{ counts, show, page, pages },
      units: wanted.slice((page - 1) * UNITS, page * UNITS).map((unit) => {
        const state = sourceState(db, project.id, unit);
        return {
          ...{ id: unit.id, label: unit.label, source: unit.source, input: shownInput(maker, unit.input) },
          href: pageOfUnit(base, unit, maker.name, talks),
          state: state.state,
          note: state.state === 'closed' ? sayIn(event.locals.language, state.reason) : null,
          rows: noticeTextsIn(event.locals.language, byUnit.get(unit.id) ?? [], ['reason']).map(shownPiece)
        };
      })
    };
  });

/** Results by what is decided of them, or became of them. */
function countsOf(rows: readonly MadePieceRow[]) {
  const count = (wanted: (row: MadePieceRow) => boolean): number => rows.filter(wanted).length;
  return {
    waiting: count(({ decision }) => decision === 'waiting'),
    accepted: count(({ decision }) => decision === 'accepted'),
    rejected: count(({ decision }) => decision === 'rejected'),
    nothing: count(({ state }) => state === 'nothing'),
    unmade: count(({ state }) => state === 'unmade'),
    dropped: count(({ state }) => state === 'dropped'),
    found: count(({ state }) => state === 'finding')
  };
}

/** The page of what a unit was made from; null if it comes from a file. @param talks numbers by id */
function pageOfUnit(
  base: string,
  { source, sourceId, label }: { source: string; sourceId: string; label: string },
  maker: string,
  talks: ReadonlyMap<string, number>
): string | null {
  const id = encodeURIComponent(label);
  if (source === 'draft') return `${base}/verification/drafts/${id}`;
  if (source === 'topic') return `${base}/verification/topics/${id}`;
  if (source === 'talk') return talks.has(sourceId) ? `${base}/verification/talks/${talks.get(sourceId)}` : null;
  if (source !== 'query') return null;
  return maker === clarifications.name ? `${base}/verification/questions?show=all&qid=${id}` : `${base}/queries/${id}`;
}

/** A unit's input, which the maker checked when the run was planned. */
const shownInput = (maker: Maker, input: unknown): string =>
  maker.shown ? maker.shown(input) : (input as { text: string }).text;

const shownPiece = ({ id, state, text, why, reason, judge, model, decision, decisionText, decidedByName, placed }: MadePieceRow) => ({ ...{ id, state, text, why, reason, judge, model, decision, decisionText, decidedByName, placed } }); // prettier-ignore

/** Does something with the run of the address. */
const doing =
  (act: (event: Event, run: Run, grant: ProjectGrant<'manage'>, form: FormData) => void | Promise<void>) =>
  async (event: Event) => {
    const form = await event.request.formData();
    const done = await attempt(async () => {
      const { grant } = grantFor(event, 'manage');
      const run = makingRunByNumber(event.locals.db, grant, Number(event.params.making));
      await act(event, run, grant, form);
      return { done: true };
    });
    if (!('done' in done)) return fail(done.status, { ...done.data, at: String(form.get('piece') ?? '') });
    redirect(303, `${event.url.pathname}${addressOf(form)}`);
  };

/** The part of the results in view. */
function addressOf(form: FormData): string {
  const [show, page] = [String(form.get('show') ?? ''), String(form.get('page') ?? '')];
  const query = new URLSearchParams({
    ...(shows.some((one) => one === show) && { show }),
    ...(/^[1-9]\d{0,5}$/.test(page) && { page })
  });
  return query.size > 0 ? `?${query}` : '';
}

/** Starts runs for the results that the run of the address lacks, and opens the page of the one, or the list of all runs. */
async function again(event: Event) {
  const done = await attempt(() => {
    const { project, grant } = grantFor(event, 'manage');
    const { db, driver } = event.locals;
    const lacking = makingRunByNumber(db, grant, Number(event.params.making));
    const runs = retryMaking(db, grant, lacking, (config) => driver.name(config));
    for (const { id } of runs) driver.start(grant, id);
    const only = runs.length === 1 ? `/${runs[0]!.number}` : '';
    return { to: `/p/${project.slug}/verification/making${only}` };
  });
  if (!('to' in done)) return fail(done.status, { ...done.data, at: '' });
  redirect(303, done.to);
}

export const actions: Actions = {
  again,
  start: doing((event, run, grant) => event.locals.driver.start(grant, run.id)),
  cancel: doing((event, run, grant) => event.locals.driver.cancel(grant, run.id)),
  budget: doing((event, run, grant, form) => {
    const typed = String(form.get('budget') ?? '').trim();
    const budget = typed === '' ? null : Number(typed);
    if (budget !== null && !(budget > 0)) refuse.invalid(leadSays('budgetForm'));
    event.locals.driver.setBudget(grant, run.id, budget);
    event.locals.driver.start(grant, run.id);
  }),
  acceptAll: doing((event, run, grant) => void acceptWaiting(event.locals.db, grant, run.id)),
  decide: doing((event, _run, grant, form) => {
    const text = form.get('text');
    decideMade(
      event.locals.db,
      grant,
      String(form.get('piece') ?? ''),
      form.get('decision') === 'rejected'
        ? { kind: 'rejected' }
        : {
            kind: 'accepted',
            ...(typeof text === 'string' && form.get('decision') === 'reworded' && { text }),
            ...(form.get('anyway') === 'on' && { anyway: true })
          }
    );
  })
};
