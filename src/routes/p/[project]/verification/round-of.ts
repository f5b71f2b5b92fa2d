import { refuse } from '$lib/errors.ts';
import { roundByNumber } from '$lib/verification/rounds/rounds.server.ts';
import { type VerificationReader, type VerificationRound } from '$lib/verification/rounds/round.server.ts';
import type { Db } from '$lib/server/db/client.ts';

/** The round of an address. */
export const roundAt = (db: Db, grant: VerificationReader, number: string): VerificationRound =>
  /^[1-9]\d{0,8}$/.test(number) ? roundByNumber(db, grant, Number(number)) : refuse.notFound('round');

/** Head of every page of a round. */
export const roundHead = ({ number, name, status, settings }: VerificationRound) => ({
  number,
  name,
  status,
  deadline: settings.deadline
});
