import { sayingsOf } from '$lib/messages/sayings.ts';
import { fail, redirect, type RequestEvent } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { refuse } from '$lib/errors.ts';
import type { ProjectGrant } from '$lib/server/auth/authorize.ts';
import type { Db } from '$lib/server/db/client.ts';
import { codingRows } from '$lib/verification/proposals/survey/coding.server.ts';
import {
  outsideList,
  setTargets,
  targetsFromAnswers
} from '$lib/verification/proposals/survey/coding-targets.server.ts';
import { codingKinds, type CodingKind } from '$lib/verification/proposals/survey/coding.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { answersCoded } from '$lib/verification/proposals/survey/survey-counts.server.ts';
import { listDrafts, type DraftFilter } from '$lib/verification/proposals/query-drafts.server.ts';
import { answer, attempt } from '../../../../answer.ts';
import { grantFor } from '../../../../grants.ts';
import { refuseUnseen, seenOf } from '../../../../seen-values.ts';
import { verificationCrumbs } from '../crumbs.ts';

const leadSays = sayingsOf('leadRefusals');

const states = ['draft', 'adopted', 'dropped'] as const;

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'manage');
    const { db } = event.locals;
    const typed = (name: string): string => event.url.searchParams.get(name)?.trim() ?? '';
    const status = states.find((one) => one === typed('status'));
    const filter: DraftFilter = {
      ...(status ? { status } : {}),
      ...(typed('domain') ? { domain: typed('domain') } : {}),
      ...(typed('category') ? { category: typed('category') } : {}),
      ...(typed('search') ? { search: typed('search') } : {})
    };
    const all = listDrafts(db, grant);
    const filtered = Object.keys(filter).length > 0;
    return {
      crumbs: verificationCrumbs(event.locals.language, project, {
        label: messagesIn(event.locals.language, 'draftRooms').drafts
      }),
      drafts: (filtered ? listDrafts(db, grant, filter) : all).map((draft) => ({
        qid: draft.qid,
        text: draft.text,
        domain: draft.domain,
        category: draft.category,
        respondent: draft.respondent,
        status: draft.status,
        items: draft.items,
        proposed: draft.proposed,
        clarifications: draft.clarifications,
        openClarifications: draft.openClarifications,
        next: draft.next
      })),
      counts: Object.fromEntries(states.map((one) => [one, all.filter(({ status: s }) => s === one).length])),
      filter: { status: status ?? '', domain: typed('domain'), category: typed('category'), search: typed('search') },
      filtered,
      targets: codingKinds.map((kind) => ({
        kind,
        rows: codingRows(db, grant, kind).map(({ id, name, target, answers, drafts, queries }) => ({
          ...{ id, name, target },
          ...{ answers, drafts, queries }
        })),
        seen: seenOf(targetsOf(db, grant, kind)),
        coded: answersCoded(db, grant, kind),
        outside: outsideList(db, grant, kind)
      })),
      saved: event.url.searchParams.has('saved')
    };
  });

const targetsOf = (db: Db, grant: ProjectGrant<'manage'>, kind: CodingKind) =>
  codingRows(db, grant, kind).map(({ id, target }) => [id, target]);

const kindOf = (form: FormData): CodingKind =>
  codingKinds.find((kind) => kind === form.get('kind')) ?? refuse.invalid(leadSays('oneOfTwoLists'));

/** A number of queries as it was typed; empty is none. What is no number is left to the domain to refuse. */
const targetIn = (value: FormDataEntryValue): number | null => {
  const typed = String(value).trim();
  return typed === '' ? null : /^\d{1,6}$/.test(typed) ? Number(typed) : Number.NaN;
};

type Change = (db: Db, grant: ProjectGrant<'manage'>, kind: CodingKind, form: FormData) => void;

const changing = (change: Change) => async (event: RequestEvent) => {
  const form = await event.request.formData();
  const done = await attempt(() => {
    const { grant } = grantFor(event, 'manage');
    const [{ db }, kind] = [event.locals, kindOf(form)];
    refuseUnseen(form, targetsOf(db, grant, kind));
    change(db, grant, kind, form);
    return { ok: true as const };
  });
  if (!('ok' in done)) return fail(done.status, { ...done.data, kind: String(form.get('kind') ?? '') });
  redirect(303, `${event.url.pathname}?saved#targets`);
};

export const actions: Actions = {
  targets: changing((db, grant, kind, form) => {
    const targets = [...form.entries()].flatMap(([name, value]) =>
      name.startsWith('target.') ? [{ id: name.slice('target.'.length), target: targetIn(value) }] : []
    );
    setTargets(db, grant, kind, targets);
  }),
  proportion: changing((db, grant, kind, form) => {
    const total = targetIn(form.get('total') ?? '');
    if (total === null) refuse.invalid(leadSays('targetNumber'));
    else targetsFromAnswers(db, grant, kind, total);
  })
};
