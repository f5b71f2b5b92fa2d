import type { KeyHint } from '$lib/components/shared/frame/key-panel.svelte.ts';
import type { Db } from '$lib/server/db/client.ts';
import { choices } from '$lib/verification/vocabulary/label-choices.ts';
import type { VerificationReader } from '$lib/verification/rounds/round.server.ts';
import { stageNames, type WorkStage } from '$lib/verification/vocabulary/stages.ts';
import { guidelineFor } from './guideline-page.ts';
import { pageOfStage } from './rooms.ts';

type BlindStage = Exclude<WorkStage, 'adjudication'>;

/** What the page says of its query depends on this. */
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

/** Where a page of work stands and its words: what it begins with, what was handed in before, what its keys do. */
export function workPlace(
  event: { url: URL },
  db: Db,
  grant: VerificationReader,
  slug: string,
  asked: { stage: BlindStage; guideline: number; query: Query }
) {
  const { stage, query, guideline } = asked;
  const { done, open, free } = query.progress;
  const after = event.url.searchParams.get('after');
  return {
    first: event.url.searchParams.get('at'),
    stage: stageNames[stage],
    notices: noticesOf(stage === 'review' ? 'review' : 'rating', query),
    choices,
    hints: hintsOf[stage],
    keys: [...keysOf[stage], ...commonKeys],
    says: saysOf(stage, query.status === 'done'),
    queue: `${after === null ? '' : `${after} is handed in; `}${done} queries done, ${open} in hand, ${free} free to take`,
    guideline: guidelineFor(db, grant, slug, guideline)
  };
}

function noticesOf(what: 'rating' | 'review', { writable, round, returned }: Query): Notice[] {
  if (round.status === 'paused')
    return [
      {
        tone: 'warn',
        title: 'The round is paused',
        says: 'Nothing can be committed until the lead lets it go on. Drafts are kept.'
      }
    ];
  if (!writable)
    return [
      {
        tone: 'warn',
        title: 'This query has gone on',
        says: `Each ${what} of yours is committed and can only be read now.`
      }
    ];
  if (!returned) return [];
  const note = returned.note || 'The lead has left no note.';
  return [
    {
      tone: 'warn',
      title: `Inspection ${returned.inspection} sent this batch back`,
      says: `Look at each ${what} of yours again. ${note}`
    }
  ];
}

function saysOf(stage: BlindStage, done: boolean): string {
  if (stage === 'review')
    return 'Finish the query to hand your reviews in. It then waits for the inspection of its batch.';
  if (stage === 'inspection') return 'Finish the query to hand your ratings in.';
  return done
    ? 'You have finished this query; it can be changed until the others are done with it too.'
    : 'Is anything missing that the query asks for? Append it now, or finish the query. Ratings can be changed until the query goes to review.';
}

const commonKeys: KeyHint[] = [
  { keys: ['⏎'], does: 'commit and go on' },
  { keys: ['Ctrl ⏎'], does: 'the same while writing' },
  { keys: ['←', '→'], does: 'the one before, the one after' },
  { keys: ['W'], does: 'write a wording' },
  { keys: ['N'], does: 'write a comment' },
  { keys: ['G'], does: 'guideline' },
  { keys: ['Esc'], does: 'leave the text' }
];

const ratingKeys: KeyHint[] = [
  { keys: ['1', '2', '3', '4'], does: 'rate; commits and goes on where no text is asked for' },
  { keys: ['5', '–', '9'], does: 'tick or untick a reason' },
  { keys: ['↑', '↓'], does: 'choose without committing' },
  { keys: ['F'], does: 'ask the lead' },
  { keys: ['U'], does: 'take the last rating back' }
];

const keysOf: Readonly<Record<BlindStage, KeyHint[]>> = {
  annotation: [...ratingKeys, { keys: ['A'], does: 'append a missing item' }],
  inspection: ratingKeys,
  review: [
    { keys: ['A'], does: 'agree, commit and go on' },
    { keys: ['1', '2', '3', '4'], does: 'disagree with a label of your own; goes on where no text is asked for' },
    { keys: ['D'], does: 'disagree, and choose the label then' },
    { keys: ['U'], does: 'back to the last review, to change it' }
  ]
};

const ratingHints: KeyHint[] = [
  { keys: ['1', '–', '4'], does: 'rate' },
  { keys: ['←', '→'], does: 'item' },
  { keys: ['U'], does: 'undo' },
  { keys: ['G'], does: 'guideline' },
  { keys: ['?'], does: 'all keys' }
];

const hintsOf: Readonly<Record<BlindStage, KeyHint[]>> = {
  annotation: ratingHints,
  inspection: ratingHints,
  review: [
    { keys: ['A'], does: 'agree' },
    { keys: ['1', '–', '4'], does: 'another label' },
    { keys: ['←', '→'], does: 'rating' },
    { keys: ['G'], does: 'guideline' },
    { keys: ['?'], does: 'all keys' }
  ]
};

/** Where a query that was handed in leads: to the next one, or to the room where there is none. */
export function handedIn(slug: string, stage: BlindStage, qid: string, next: string | null): string {
  const room = `/p/${slug}/verification`;
  return next
    ? `${room}/${pageOfStage[stage]}/${next}?after=${encodeURIComponent(qid)}`
    : `${room}?finished=${stage}&after=${encodeURIComponent(qid)}`;
}
