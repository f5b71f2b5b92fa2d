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
    queue: `${after === null ? '' : `${after} is submitted; `}${done} queries done, ${open} in hand, ${free} available`,
    guideline: guidelineFor(db, grant, slug, guideline)
  };
}

function noticesOf(what: 'rating' | 'review', { writable, round, returned }: Query): Notice[] {
  if (round.status === 'paused')
    return [
      {
        tone: 'warn',
        title: 'The round is paused',
        says: 'No rating can be committed until a lead resumes it. Drafts are saved.'
      }
    ];
  if (!writable)
    return [
      {
        tone: 'warn',
        title: 'This query is in a later stage',
        says: `Each ${what} of yours is committed and read-only.`
      }
    ];
  if (!returned) return [];
  const note = returned.note || 'The lead left no note.';
  return [
    {
      tone: 'warn',
      title: `Inspection ${returned.inspection} returned this batch`,
      says: `Check each ${what} of yours again. ${note}`
    }
  ];
}

function saysOf(stage: BlindStage, done: boolean): string {
  if (stage === 'review') return 'Finish the query to submit your reviews. The batch is then inspected.';
  if (stage === 'inspection') return 'Finish the query to submit your ratings.';
  return done
    ? 'You have finished this query. You can change ratings until the other annotators finish it.'
    : 'Append an item if a request of the query is unchecked, or finish the query. You can change ratings until the query goes to review.';
}

const commonKeys: KeyHint[] = [
  { keys: ['⏎'], does: 'commit and continue' },
  { keys: ['Ctrl ⏎'], does: 'same, while typing' },
  { keys: ['←', '→'], does: 'previous, next' },
  { keys: ['W'], does: 'write a wording' },
  { keys: ['N'], does: 'write a comment' },
  { keys: ['G'], does: 'guideline' },
  { keys: ['Esc'], does: 'leave the text field' }
];

const ratingKeys: KeyHint[] = [
  { keys: ['1', '2', '3', '4'], does: 'rate; commits and continues if no text is required' },
  { keys: ['5', '–', '9'], does: 'select or clear a reason' },
  { keys: ['↑', '↓'], does: 'choose without committing' },
  { keys: ['F'], does: 'ask the lead' },
  { keys: ['U'], does: 'undo the last rating' }
];

const keysOf: Readonly<Record<BlindStage, KeyHint[]>> = {
  annotation: [...ratingKeys, { keys: ['A'], does: 'append a missing item' }],
  inspection: ratingKeys,
  review: [
    { keys: ['A'], does: 'agree, commit and continue' },
    { keys: ['1', '2', '3', '4'], does: 'disagree with your own label; continues if no text is required' },
    { keys: ['D'], does: 'disagree, then choose a label' },
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
