import type { Db } from '$lib/server/db/client.ts';
import type { VerificationReader } from '$lib/verification/rounds.server.ts';
import type { WorkStage } from '$lib/verification/stages.ts';
import { guidelineFor } from './guideline-page.ts';
import { benchOf } from './rooms.ts';

/** Where a bench stands: what it begins with, what was handed in just before, and the guideline in force. */
export const placeOf = (event: { url: URL }, db: Db, grant: VerificationReader, slug: string, guideline: number) => ({
  first: event.url.searchParams.get('at'),
  after: event.url.searchParams.get('after'),
  guideline: guidelineFor(db, grant, slug, guideline)
});

/** Where a query that was handed in leads: to the next one, or to the room where there is none. */
export function handedIn(slug: string, stage: WorkStage, qid: string, next: string | null): string {
  const room = `/p/${slug}/verification`;
  return next
    ? `${room}/${benchOf[stage]}/${next}?after=${encodeURIComponent(qid)}`
    : `${room}?finished=${stage}&after=${encodeURIComponent(qid)}`;
}
