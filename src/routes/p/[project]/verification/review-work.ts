import type { RequestEvent } from '@sveltejs/kit';
import { nextAssignment } from '$lib/verification/assignments/assignments.server.ts';
import { commitReview, finishReview, readReview } from '$lib/verification/work/reviews.server.ts';
import { roundByNumber } from '$lib/verification/rounds/rounds.server.ts';
import { grantFor } from '../../../grants.ts';
import { orWhatStands } from '../../../overtaken.ts';
import { handedIn } from './work-place.ts';
import { readReviewInput as readInput } from './work-input.ts';

type ReviewEvent = Pick<RequestEvent<{ project: string; assignment: string }>, 'locals' | 'params'>;

/** Takes a review as it came from a page. */
export const commitInput = (event: ReviewEvent, input: unknown) =>
  commitReview(event.locals.db, grantFor(event, 'review').grant, {
    assignmentId: event.params.assignment,
    ...readInput(input)
  });

/** The same from a script; if another tab was first, the answer says what stands. */
export const commitReviewHere = (event: ReviewEvent, input: unknown): Response =>
  orWhatStands(
    () => {
      const { revision, left } = commitInput(event, input);
      return Response.json({ revision, left });
    },
    () => ratingNow(event, readInput(input).ratingId)
  );

/** A rating as its reviewer sees it now. */
export const ratingNow = (event: ReviewEvent, ratingId: string) =>
  readReview(event.locals.db, grantFor(event, 'review').grant, event.params.assignment)
    .subjects.flatMap(({ ratings }) => ratings)
    .find((one) => one.ratingId === ratingId);

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
