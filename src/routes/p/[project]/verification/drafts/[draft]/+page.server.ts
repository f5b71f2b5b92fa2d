import { sayingsOf } from '$lib/messages/sayings.ts';
import { fail, redirect, type RequestEvent } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { refuse } from '$lib/errors.ts';
import type { ProjectGrant } from '$lib/server/auth/authorize.ts';
import { adoptAsShown } from '$lib/verification/proposals/query-draft-adoption.server.ts';
import { decideDraftItem, respondToQuestion } from '$lib/verification/proposals/made-decisions.server.ts';
import { addDraftItem } from '$lib/verification/proposals/query-draft-items.server.ts';
import { getDraft } from '$lib/verification/proposals/query-draft-view.server.ts';
import {
  dropDraftQuery,
  editDraft,
  resumeDraft,
  type DraftEdit,
  type QueryDraft
} from '$lib/verification/proposals/query-drafts.server.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { answer, attempt } from '../../../../../answer.ts';
import { grantFor } from '../../../../../grants.ts';
import { verificationCrumbs } from '../../crumbs.ts';
import { fieldOf, namesToCode, typedDraft } from '../draft-input.ts';
import { judgesToAsk, draftForPage } from './draft-page.ts';
import { makeForDraft } from './make-for-draft.ts';

const leadSays = sayingsOf('leadRefusals');

type Event = RequestEvent<{ project: string; draft: string }>;

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'manage');
    const { db, driver } = event.locals;
    const shown = draftForPage(
      getDraft(db, grant, event.params.draft),
      messagesIn(event.locals.language, 'draftHistory'),
      event.locals.language
    );
    return {
      crumbs: verificationCrumbs(
        event.locals.language,
        project,
        {
          label: messagesIn(event.locals.language, 'draftRooms').drafts,
          href: `/p/${project.slug}/verification/drafts`
        },
        { label: shown.draft.qid }
      ),
      ...shown,
      names: namesToCode(db, grant),
      judges: judgesToAsk(driver)
    };
  });

/** The draft of the address with the grant to change it. */
function draftAt(event: Event): { draft: QueryDraft; grant: ProjectGrant<'manage'> } {
  const { grant } = grantFor(event, 'manage');
  return { draft: getDraft(event.locals.db, grant, event.params.draft).draft, grant };
}

/**
 * Does something with the draft and shows the page anew, at `to`. What is refused goes back with what was typed, and with
 * `at`: the part of the page that it is about.
 */
const doing =
  (
    at: (form: FormData) => string,
    to: (form: FormData) => string,
    /** Returns the qid of the draft if it may have changed. */
    act: (
      event: Event,
      form: FormData,
      draft: QueryDraft,
      grant: ProjectGrant<'manage'>
    ) => Pick<QueryDraft, 'qid'> | void
  ) =>
  async (event: Event) => {
    const form = await event.request.formData();
    const done = await attempt(() => {
      const { draft, grant } = draftAt(event);
      return { qid: (act(event, form, draft, grant) ?? draft).qid };
    });
    if (!('qid' in done))
      return fail(done.status, {
        ...done.data,
        at: at(form),
        typed: {
          ...typedDraft(form),
          qid: fieldOf(form, 'qid'),
          response: fieldOf(form, 'response'),
          kind: fieldOf(form, 'kind')
        }
      });
    redirect(303, `/p/${event.params.project}/verification/drafts/${encodeURIComponent(done.qid)}${to(form)}`);
  };

const editIn = (form: FormData, draft: QueryDraft): DraftEdit => ({
  ...{ draftId: draft.id, basedOn: Number(fieldOf(form, 'basedOn')), qid: fieldOf(form, 'qid') },
  ...typedDraft(form)
});

/** The judges that were named, each once. */
function namedJudges(form: FormData): string[] {
  const named = [...new Set(form.getAll('judge').flatMap((one) => String(one).trim() || []))];
  if (named.length === 0) refuse.invalid(leadSays('nameJudge'));
  return named;
}

export const actions: Actions = {
  edit: doing(
    () => 'text',
    () => '#text-head',
    (event, form, draft, grant) => editDraft(event.locals.db, grant, editIn(form, draft))
  ),
  drop: doing(
    () => 'drop',
    () => '',
    (event, form, draft, grant) => dropDraftQuery(event.locals.db, grant, draft.id, fieldOf(form, 'reason'))
  ),
  resume: doing(
    () => 'adopt',
    () => '',
    (event, _form, draft, grant) => resumeDraft(event.locals.db, grant, draft.id)
  ),
  adopt: doing(
    () => 'adopt',
    () => '',
    (event, form, draft, grant) => adoptAsShown(event.locals.db, grant, editIn(form, draft), fieldOf(form, 'seen'))
  ),
  addItem: doing(
    () => 'new-item',
    () => '#new-item',
    (event, form, draft, grant) => {
      addDraftItem(event.locals.db, grant, draft.id, fieldOf(form, 'text'));
    }
  ),
  item: doing(
    (form) => fieldOf(form, 'item'),
    (form) => `#item-${fieldOf(form, 'item')}`,
    (event, form, _draft, grant) => {
      const status = form.get('status');
      decideDraftItem(event.locals.db, grant, fieldOf(form, 'item'), {
        ...(status === 'accepted' || status === 'dropped' ? { status } : { text: fieldOf(form, 'text') }),
        seen: fieldOf(form, 'seen')
      });
    }
  ),
  respond: doing(
    (form) => fieldOf(form, 'question'),
    (form) => `#question-${fieldOf(form, 'question')}`,
    (event, form, _draft, grant) => {
      const kind = fieldOf(form, 'kind');
      const response = fieldOf(form, 'response');
      const id = fieldOf(form, 'question');
      if (kind === 'edited')
        respondToQuestion(event.locals.db, grant, id, {
          kind,
          response,
          text: fieldOf(form, 'text'),
          basedOn: Number(fieldOf(form, 'basedOn'))
        });
      else respondToQuestion(event.locals.db, grant, id, { kind: kind === 'dismissed' ? kind : 'answered', response });
    }
  ),
  ask: async (event) => {
    const form = await event.request.formData();
    const done = await attempt(async () => {
      const { draft, grant } = draftAt(event);
      return { asked: await makeForDraft(event.locals, grant, 'clarifications', draft, namedJudges(form)) };
    });
    return 'asked' in done ? done : fail(done.status, { ...done.data, at: 'ask', typed: null });
  },
  checklist: async (event) => {
    const form = await event.request.formData();
    const done = await attempt(async () => {
      const { draft, grant } = draftAt(event);
      const judges = namedJudges(form).slice(0, 1);
      return { drafted: await makeForDraft(event.locals, grant, 'checklist', draft, judges) };
    });
    return 'drafted' in done ? done : fail(done.status, { ...done.data, at: 'checklist', typed: null });
  }
};
