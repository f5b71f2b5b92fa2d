import type { Db } from '$lib/server/db/client.ts';
import { listGuidelines } from '$lib/verification/guidelines.server.ts';
import type { VerificationReader, VerificationRound } from '$lib/verification/rounds.server.ts';

/** The version of the guideline that a round goes by. */
export const guidelineNumber = (db: Db, grant: VerificationReader, round: VerificationRound): number =>
  listGuidelines(db, grant).find(({ id }) => id === round.guidelineId)?.number ?? 0;
