import type { KeyHint, PageKeys } from '$lib/components/shared/keys/key-actions.ts';
import { keyHints } from '$lib/components/shared/keys/key-hints.ts';
import type { Messages } from '$lib/messages/catalogues/en/index.ts';
import type { Words } from '$lib/messages/message.ts';
import { messagesIn } from '$lib/messages/words.ts';
import type { Db } from '$lib/server/db/client.ts';
import { labelChoices } from '$lib/verification/vocabulary/label-choices.ts';
import type { VerificationReader } from '$lib/verification/rounds/round.server.ts';
import type { WorkStage } from '$lib/verification/vocabulary/stages.ts';
import { guidelineFor } from './guideline-page.ts';
import { pageOfStage } from './rooms.ts';

type BlindStage = Exclude<WorkStage, 'adjudication'>;

/** State that decides the notices of the page about its query. */
interface Query {
  status: 'open' | 'done';
  writable: boolean;
  round: { status: 'open' | 'paused' | 'finalised' };
  returned: { note: string; inspection: number } | null;
  progress: { done: number; open: number; free: number };
}

interface Notice {
  tone: 'warn' | 'danger';
  title: string;
  says: string;
}

type PlaceWords = Words<Messages['workPlace']>;

/** Where a page of work stands and its words: what it begins with, what was handed in before, what its keys do. */
export function workPlace(
  event: { url: URL; locals: { language: string; keys: PageKeys } },
  db: Db,
  grant: VerificationReader,
  slug: string,
  asked: { stage: BlindStage; guideline: number; query: Query }
) {
  const { stage, query, guideline } = asked;
  const { language, keys } = event.locals;
  const say = messagesIn(language, 'workPlace');
  const terms = messagesIn(language, 'verificationTerms');
  const { done, open, free } = query.progress;
  const after = event.url.searchParams.get('after');
  return {
    first: event.url.searchParams.get('at'),
    stage: terms.stage({ stage }),
    notices: noticesOf(stage === 'review' ? 'review' : 'rating', query, say),
    choices: labelChoices(terms, messagesIn(language, 'ratingChoices')),
    hints: hintsOf(say, keys)[stage],
    keys: keysOf(say, keys)[stage],
    says: saysOf(stage, query.status === 'done', say),
    queue: after === null ? say.queue({ done, open, free }) : say.queueAfter({ after, done, open, free }),
    guideline: guidelineFor(db, grant, slug, guideline, language)
  };
}

function noticesOf(what: 'rating' | 'review', { writable, round, returned }: Query, say: PlaceWords): Notice[] {
  if (round.status === 'paused') return [{ tone: 'warn', title: say.paused, says: say.pausedSays }];
  if (!writable) return [{ tone: 'warn', title: say.later, says: say.laterSays({ what }) }];
  if (!returned) return [];
  const note = returned.note || say.noNote;
  return [
    { tone: 'warn', title: say.returned({ number: returned.inspection }), says: say.returnedSays({ what, note }) }
  ];
}

function saysOf(stage: BlindStage, done: boolean, say: PlaceWords): string {
  if (stage === 'review') return say.endReview;
  if (stage === 'inspection') return say.endInspection;
  return done ? say.endDone : say.endAnnotation;
}

/** Labels of a rating, or of a review's own. */
const labels = (does: string): KeyHint => ({ act: 'answer', keys: ['1', '–', '4'], does });

/** All keys of a page, as `?` lists them. */
function keysOf(say: PlaceWords, keys: PageKeys): Readonly<Record<BlindStage, KeyHint[]>> {
  const hint = keyHints(keys);
  const common: KeyHint[] = [
    hint('commit', say.keyCommit),
    hint('commitTyping', say.keyCommitTyping),
    hint('items', say.keyPrevious),
    hint('wording', say.keyWording),
    hint('note', say.keyComment),
    hint('leave', say.keyLeave),
    hint('guideline', say.keyGuideline)
  ];
  const rating: KeyHint[] = [
    labels(say.keyRateFully),
    { act: 'answer', keys: ['5', '–', '9'], does: say.keyReason },
    hint('choose', say.keyChoose),
    hint('undo', say.keyUndoLast),
    hint('ask', say.keyAsk)
  ];
  return {
    annotation: [...rating, hint('appendItem', say.keyAppend), ...common],
    inspection: [...rating, ...common],
    review: [
      hint('accept', say.keyAgreeFully),
      labels(say.keyOwnLabel),
      hint('decline', say.keyDisagree),
      hint('undo', say.keyBack),
      ...common
    ]
  };
}

/** The keys at the foot of a page. */
function hintsOf(say: PlaceWords, keys: PageKeys): Readonly<Record<BlindStage, KeyHint[]>> {
  const hint = keyHints(keys);
  const rating: KeyHint[] = [
    labels(say.keyRate),
    hint('items', say.keyItem),
    hint('undo', say.keyUndo),
    hint('guideline', say.keyGuideline),
    hint('allKeys', say.keyAll)
  ];
  return {
    annotation: rating,
    inspection: rating,
    review: [
      hint('accept', say.keyAgree),
      labels(say.keyAnotherLabel),
      hint('items', say.keyRating),
      hint('guideline', say.keyGuideline),
      hint('allKeys', say.keyAll)
    ]
  };
}

/** Where a query that was handed in leads: to the next one, or to the room if there is none. */
export function handedIn(slug: string, stage: BlindStage, qid: string, next: string | null): string {
  const room = `/p/${slug}/verification`;
  return next
    ? `${room}/${pageOfStage[stage]}/${next}?after=${encodeURIComponent(qid)}`
    : `${room}?finished=${stage}&after=${encodeURIComponent(qid)}`;
}
