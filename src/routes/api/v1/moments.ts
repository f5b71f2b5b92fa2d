import { z } from 'zod';

/** A moment as the database keeps it, in milliseconds since 1970, sent as text by ISO 8601 in UTC. */
export const utcMoment = z
  .union([z.number(), z.string()])
  .transform((at) => (typeof at === 'number' ? new Date(at).toISOString() : at))
  .pipe(z.iso.datetime())
  .describe('Moment in UTC.');
