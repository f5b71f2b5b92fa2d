import { joinSentences } from '$lib/messages/sentences.ts';
import { fail, redirect, type RequestEvent } from '@sveltejs/kit';
import { randomUUID } from 'node:crypto';
import { readBundle, type Bundle, type BundleSubject } from '$lib/verification/work/annotation-view.server.ts';
import { worded } from '$lib/errors.ts';
import type { Messages } from '$lib/messages/catalogues/en/index.ts';
import type { Words } from '$lib/messages/message.ts';
import { sayIn } from '$lib/messages/say-in.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { onDisk } from '$lib/server/db/on-disk.ts';
import { nextAssignment } from '$lib/verification/assignments/assignments.server.ts';
import { putOffQuery } from '$lib/verification/assignments/later.server.ts';
import { saveWorkDraft } from '$lib/verification/work/drafts.server.ts';
import { askLead } from '$lib/verification/work/flags.server.ts';
import { appendItem, commitRating, finishBundle, resumeBundle } from '$lib/verification/work/ratings.server.ts';
import { roundByNumber } from '$lib/verification/rounds/rounds.server.ts';
import type { Suggestion } from '$lib/verification/vocabulary/suggestions.ts';
import { termList, type TermWords } from '$lib/verification/vocabulary/terms.ts';
import { answer, attempt } from '../../../answer.ts';
import { grantFor } from '../../../grants.ts';
import { orWhatStands } from '../../../overtaken.ts';
import { verificationCrumbs } from './crumbs.ts';
import { pageOfStage } from './rooms.ts';
import { handedIn, workPlace } from './work-place.ts';
import { orNull, readAppended, readWorkDraft, readQuestion, readRating } from './work-input.ts';

/** Annotators and inspectors rate on the same page; which of the two is said by the access. */
type RatingAccess = 'annotate' | 'review';
type Event = Pick<RequestEvent<{ project: string; assignment: string }>, 'locals' | 'params' | 'url' | 'request'>;

export function loadRating(event: Event, access: RatingAccess) {
  return answer(() => {
    const { db } = event.locals;
    const { project, grant } = grantFor(event, access);
    const bundle = readBundle(db, grant, event.params.assignment);
    return {
      fillsWindow: true,
      crumbs: verificationCrumbs(event.locals.language, project, {
        label: messagesIn(event.locals.language, 'workPlace').crumb({
          stage: bundle.stage,
          number: bundle.round.number,
          name: bundle.qid
        })
      }),
      place: workPlace(event, db, grant, project.slug, {
        stage: bundle.stage,
        guideline: bundle.guideline,
        query: bundle
      }),
      bundle: { ...bundle, subjects: bundle.subjects.map((one) => shown(one, bundle, event.locals.language)) }
    };
  });
}

const shown = ({ suggestions, ...subject }: BundleSubject, bundle: Bundle, language: string) => ({
  ...subject,
  suggestions: suggestions.map((one) =>
    noteInWords(one, bundle, messagesIn(language, 'automaticHints'), messagesIn(language, 'verificationTerms'))
  )
});

/** A note made by code, as people read it; `bundle` has the items that it may be about. */
export function noteInWords(
  suggestion: Suggestion,
  bundle: { subjects: readonly { id: string; wording: string }[] },
  say: Words<Messages['automaticHints']>,
  terms: TermWords
): { says: string; about: string | null } {
  if (suggestion.kind === 'near-duplicate') {
    const other = bundle.subjects.find(({ id }) => id === suggestion.of);
    return {
      says: say.nearDuplicate({ share: `${Math.round(100 * suggestion.similarity)}%` }),
      about: other?.wording ?? null
    };
  }
  return {
    says: say.hint({ kind: suggestion.kind }),
    about:
      'words' in suggestion
        ? termList(
            terms,
            suggestion.words.map((word) => say.quoted({ word }))
          )
        : null
  };
}

const bodyOf = (event: Event): Promise<unknown> => event.request.json().catch(() => null);

export async function commitRatingHere(event: Event, access: RatingAccess): Promise<Response> {
  const body = await bodyOf(event);
  return answer(async () => {
    const { grant } = grantFor(event, access);
    const { db } = event.locals;
    const given = { assignmentId: event.params.assignment, ...withoutUndefined(readRating(body)) };
    const commit = (): Response => {
      const done = commitRating(db, grant, given);
      if (done.kind === 'committed') return Response.json({ revision: done.revision, left: done.left });
      const { now, wordingRevision, diff } = done;
      return Response.json(
        { message: 'The wording changed after you opened this page.', changed: { now, wordingRevision, diff } },
        { status: 409 }
      );
    };
    return onDisk(db, () => orWhatStands(commit, () => subjectNow(event, access, given.subjectId)));
  });
}

const withoutUndefined = <T extends { question?: string | undefined }>({ question, ...rest }: T) => ({
  ...rest,
  ...(question === undefined ? {} : { question })
});

/** @param standing what the server holds, if another tab was first */
export async function draftHere(
  event: Event,
  access: RatingAccess,
  standing: (about: string) => unknown = (about) => subjectNow(event, access, about)
): Promise<Response> {
  const body = await bodyOf(event);
  return answer(() => {
    const { grant } = grantFor(event, access);
    const draft = readWorkDraft(body);
    return orWhatStands(
      () => {
        const basis = saveWorkDraft(event.locals.db, grant, { assignmentId: event.params.assignment, ...draft });
        return Response.json({ saved: true, basis });
      },
      () => standing(draft.about)
    );
  });
}

/** A subject as its annotator or inspector sees it now. */
function subjectNow(event: Event, access: RatingAccess, subjectId: string) {
  const { grant } = grantFor(event, access);
  const bundle = readBundle(event.locals.db, grant, event.params.assignment);
  const subject = bundle.subjects.find(({ id }) => id === subjectId);
  return subject && shown(subject, bundle, event.locals.language);
}

export async function appendHere(event: Event): Promise<Response> {
  const body = await bodyOf(event);
  return answer(() => {
    const { db } = event.locals;
    const { grant } = grantFor(event, 'annotate');
    const assignmentId = event.params.assignment;
    const { subjectId } = appendItem(db, grant, { assignmentId, ...readAppended(body) });
    const bundle = readBundle(db, grant, assignmentId);
    const subject = bundle.subjects.find(({ id }) => id === subjectId);
    return Response.json({ subject: subject && shown(subject, bundle, event.locals.language) });
  });
}

export async function askHere(event: Event, access: RatingAccess): Promise<Response> {
  const body = await bodyOf(event);
  return answer(() => {
    const { grant } = grantFor(event, access);
    const { flagId } = askLead(event.locals.db, grant, {
      assignmentId: event.params.assignment,
      ...readQuestion(body)
    });
    return Response.json({ id: flagId });
  });
}

/** Ends the work on a query and answers with the address of the next one, taken now; or of the room's front page. */
function finishedTo(event: Event, access: RatingAccess): string {
  const { db } = event.locals;
  const { project, grant } = grantFor(event, access);
  const id = event.params.assignment;
  const { round, qid } = readBundle(db, grant, id);
  finishBundle(db, grant, id);
  const stage = access === 'annotate' ? 'annotation' : 'inspection';
  const next = nextAssignment(db, grant, roundByNumber(db, grant, round.number), stage, id);
  return handedIn(project.slug, stage, qid, next);
}

export const finishHere = (event: Event, access: RatingAccess): Promise<Response> =>
  answer(() => onDisk(event.locals.db, () => Response.json({ href: finishedTo(event, access) })));

/** Puts the query off and answers with the address of the one that comes now. */
function laterTo(event: Pick<Event, 'locals' | 'params'>, access: RatingAccess): string {
  const { db } = event.locals;
  const { project, grant } = grantFor(event, access);
  const { round, assignment } = putOffQuery(db, grant, event.params.assignment);
  if (assignment.stage === 'adjudication') return `/p/${project.slug}/verification`;
  const next = nextAssignment(db, grant, round, assignment.stage, assignment.id);
  return `/p/${project.slug}/verification/${next === null ? '' : `${pageOfStage[assignment.stage]}/${next}`}`;
}

/** The form action of putting off. */
export const laterAction = (access: RatingAccess) => async (event: Pick<Event, 'locals' | 'params'>) => {
  const done = await attempt(() => ({ to: laterTo(event, access) }));
  if (!('to' in done)) return fail(done.status, done.data);
  redirect(303, done.to);
};

/** Form actions, for browsers without scripts. */
export const ratingActions = (access: RatingAccess) => ({
  commit: async (event: Event) => {
    const form = await event.request.formData();
    const done = await attempt(() => {
      const { grant } = grantFor(event, access);
      const question = orNull(form.get('question'));
      return commitRating(event.locals.db, grant, {
        assignmentId: event.params.assignment,
        ...withoutUndefined(
          readRating({
            subjectId: form.get('subjectId'),
            wordingRevision: form.get('wordingRevision'),
            label: form.get('label'),
            wording: orNull(form.get('wording')),
            comment: String(form.get('comment') ?? ''),
            reasons: form.getAll('reasons').map(String),
            seconds: null,
            ...(question === null ? {} : { question }),
            basis: form.get('basis') ?? undefined,
            idempotencyKey: randomUUID()
          })
        )
      });
    });
    if (!('kind' in done)) return refusedWith(event, access, form, done);
    if (done.kind === 'committed') redirect(303, event.url.pathname);
    return fail(409, {
      refused: sayIn(event.locals.language, worded('wordingIsNow', { now: done.now })),
      problems: []
    });
  },
  append: async (event: Event) => {
    const form = await event.request.formData();
    const done = await attempt(() => {
      const { grant } = grantFor(event, 'annotate');
      return appendItem(event.locals.db, grant, {
        assignmentId: event.params.assignment,
        text: String(form.get('text') ?? ''),
        comment: String(form.get('comment') ?? ''),
        seconds: null,
        idempotencyKey: randomUUID()
      });
    });
    if (!('subjectId' in done)) return fail(done.status, done.data);
    redirect(303, event.url.pathname);
  },
  finish: async (event: Event) => {
    const done = await attempt(() => ({ to: finishedTo(event, access) }));
    if (!('to' in done)) return fail(done.status, done.data);
    redirect(303, done.to);
  },
  later: laterAction(access),
  resume: async (event: Event) => {
    const done = await attempt(() => {
      resumeBundle(event.locals.db, grantFor(event, access).grant, event.params.assignment);
      return { resumed: true };
    });
    if (!('resumed' in done)) return fail(done.status, done.data);
    redirect(303, event.url.pathname);
  }
});

/** A refused form is kept as a draft, so that the page shows what was written. */
async function refusedWith(
  event: Event,
  access: RatingAccess,
  form: FormData,
  refusal: ReturnType<typeof fail<{ refused: string; problems: { reason: string }[] }>>
) {
  await attempt(() =>
    saveWorkDraft(event.locals.db, grantFor(event, access).grant, {
      assignmentId: event.params.assignment,
      about: String(form.get('subjectId') ?? ''),
      content: {
        label: form.get('label'),
        wording: String(form.get('wording') ?? ''),
        comment: String(form.get('comment') ?? ''),
        reasons: form.getAll('reasons').map(String),
        question: String(form.get('question') ?? '')
      }
    })
  );
  const { refused, problems } = refusal.data;
  return fail(refusal.status, { refused: joinSentences([refused, ...problems.map(({ reason }) => reason)]), problems });
}
