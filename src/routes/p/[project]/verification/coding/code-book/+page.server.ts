import { sayingsOf } from '$lib/messages/sayings.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { fail, redirect, type RequestEvent } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { refuse } from '$lib/errors.ts';
import { allSuites } from '$lib/scorer/suites/index.ts';
import type { ProjectGrant } from '$lib/server/auth/authorize.ts';
import type { Db } from '$lib/server/db/client.ts';
import {
  addBenchmarkLabels,
  addCodeBook,
  addCodingLabel,
  addUsualLabels,
  changeCodingLabel,
  codingRows,
  labelById,
  removeCodingLabel
} from '$lib/verification/proposals/survey/coding.server.ts';
import { outsideList } from '$lib/verification/proposals/survey/coding-targets.server.ts';
import { codingKinds, usualLabels, type CodingKind } from '$lib/verification/proposals/survey/coding.ts';
import { answer, attempt } from '../../../../../answer.ts';
import { grantFor } from '../../../../../grants.ts';
import { refuseUnseen, seenOf } from '../../../../../seen-values.ts';
import { verificationCrumbs } from '../../crumbs.ts';

const leadSays = sayingsOf('leadRefusals');

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'manage');
    const { db } = event.locals;
    return {
      crumbs: verificationCrumbs(
        event.locals.language,
        project,
        {
          label: messagesIn(event.locals.language, 'codingPage').title,
          href: `/p/${project.slug}/verification/coding`
        },
        { label: messagesIn(event.locals.language, 'codeBookPage').codeBook }
      ),
      books: missingBooks(db, grant),
      lists: codingKinds.map((kind) => {
        const rows = codingRows(db, grant, kind);
        const listed = new Set(rows.map(({ name }) => name.toLowerCase()));
        return {
          kind,
          rows: rows.map(({ id, name, answers, drafts, queries, domainId }) => ({
            ...{ id, name, answers, drafts, queries, domainId, seen: seenOf([name, domainId]) }
          })),
          usual: usualLabels[kind].filter((name) => !listed.has(name.toLowerCase())).length,
          benchmark: outsideList(db, grant, kind).others.filter(({ name }) => !listed.has(name.toLowerCase())).length
        };
      })
    };
  });

/** Code books of suites of which the project lacks something. */
const missingBooks = (db: Db, grant: ProjectGrant<'manage'>) => {
  const names = codingKinds.flatMap((kind) => codingRows(db, grant, kind).map(({ name }) => name.toLowerCase()));
  return allSuites().flatMap(({ name, title, codeBook = [] }) => {
    const all = codeBook.flatMap(({ domain, categories }) => [domain, ...categories]);
    const missing = all.filter((one) => !names.includes(one.toLowerCase())).length;
    const categories = all.length - codeBook.length;
    return missing > 0 ? [{ suite: name, title, domains: codeBook.length, categories, missing }] : [];
  });
};

const kindOf = (form: FormData): CodingKind =>
  codingKinds.find((kind) => kind === form.get('kind')) ?? refuse.invalid(leadSays('oneOfTwoLists'));

/** Changes a list and shows the page anew; what is refused stands at the row, or at the list, that it is about. */
const changing =
  (at: (form: FormData) => string, change: (event: RequestEvent, form: FormData) => void) =>
  async (event: RequestEvent) => {
    const form = await event.request.formData();
    const done = await attempt(() => {
      change(event, form);
      return { ok: true as const };
    });
    if (!('ok' in done)) return fail(done.status, { ...done.data, at: at(form), name: String(form.get('name') ?? '') });
    redirect(303, event.url.pathname);
  };

const text = (form: FormData, name: string): string => String(form.get(name) ?? '');
const byList = (form: FormData): string => text(form, 'kind');
const byRow = (form: FormData): string => text(form, 'label');

export const actions: Actions = {
  add: changing(byList, (event, form) => {
    addCodingLabel(event.locals.db, grantFor(event, 'manage').grant, { kind: kindOf(form), name: text(form, 'name') });
  }),
  rename: changing(byRow, (event, form) => {
    const { db } = event.locals;
    const { grant } = grantFor(event, 'manage');
    const { name, domainId } = labelById(db, grant, text(form, 'label'));
    refuseUnseen(form, [name, domainId]);
    changeCodingLabel(db, grant, text(form, 'label'), {
      name: text(form, 'name'),
      ...(form.has('domain') && { domainId: text(form, 'domain') || null })
    });
  }),
  book: changing(byList, (event, form) => {
    const suite = allSuites().find(({ name }) => name === form.get('suite'));
    addCodeBook(event.locals.db, grantFor(event, 'manage').grant, suite?.codeBook ?? []);
  }),
  remove: changing(byRow, (event, form) => {
    // A page that showed no answers to decide on has no such field: another lead may have coded one meanwhile.
    const instead = form.get('instead');
    removeCodingLabel(
      event.locals.db,
      grantFor(event, 'manage').grant,
      text(form, 'label'),
      instead === null ? undefined : String(instead) || null
    );
  }),
  usual: changing(byList, (event, form) =>
    addUsualLabels(event.locals.db, grantFor(event, 'manage').grant, [kindOf(form)])
  ),
  benchmark: changing(byList, (event, form) =>
    addBenchmarkLabels(event.locals.db, grantFor(event, 'manage').grant, kindOf(form))
  )
};
