import type { RequestEvent } from '@sveltejs/kit';
import { nextAssignment } from '$lib/verification/assignments.server.ts';
import { commitReview, finishReview, readReview } from '$lib/verification/reviews.server.ts';
import { roundByNumber } from '$lib/verification/rounds.server.ts';
import { grantFor } from '../../../grants.ts';
import { handedIn } from './bench-place.ts';
import { readReview as readInput } from './work-input.ts';

export type ReviewEvent = Pick<RequestEvent<{ project: string; assignment: string }>, 'locals' | 'params'>;

/** Takes a review as it came from a page. */
export const commitInput = (event: ReviewEvent, input: unknown) =>
  commitReview(event.locals.db, grantFor(event, 'review').grant, {
    assignmentId: event.params.assignment,
    ...readInput(input)
  });

/** Ends the review of a query and answers with the address of the next one, taken now; or of the room's front page. */
export function finishedTo(event: ReviewEvent): string {
  const { db } = event.locals;
  const { project, grant } = grantFor(event, 'review');
  const id = event.params.assignment;
  const { round, qid } = readReview(db, grant, id);
  finishReview(db, grant, id);
  const next = nextAssignment(db, grant, roundByNumber(db, grant, round.number), 'review', id);
  return handedIn(project.slug, 'review', qid, next);
}
