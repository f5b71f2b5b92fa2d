import type { RequestEvent } from '@sveltejs/kit';
import { adjudicate, type DecisionOutcome } from '$lib/verification/adjudication/adjudication.server.ts';
import { grantFor } from '../../../../../../grants.ts';
import { readDecision } from '../../../work-input.ts';

type SubjectEvent = Pick<
  RequestEvent<{ project: string; round: string; subject: string }>,
  'locals' | 'params' | 'url'
>;

/** Takes a decision as it came from a page. */
export const decideHere = (event: SubjectEvent, input: unknown): DecisionOutcome =>
  adjudicate(event.locals.db, grantFor(event, 'adjudicate').grant, {
    subjectId: event.params.subject,
    ...readDecision(input)
  });

/** Where to go after a decision: the least agreed one that is left, or the end of the queue. */
export function afterwards(event: SubjectEvent, next: string | null): string {
  const queue = `/p/${event.params.project}/verification/adjudicate/${event.params.round}`;
  return next ? `${queue}/${next}?after=${event.params.subject}` : queue;
}
