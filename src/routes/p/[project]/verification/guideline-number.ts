import type { Db } from '$lib/server/db/client.ts';
import { listGuidelines } from '$lib/verification/rounds/guidelines.server.ts';
import type { VerificationReader, VerificationRound } from '$lib/verification/rounds/round.server.ts';

/** The version of the guideline that a round goes by. */
export const guidelineNumber = (db: Db, grant: VerificationReader, round: VerificationRound): number =>
  listGuidelines(db, grant).find(({ id }) => id === round.guidelineId)?.number ?? 0;
