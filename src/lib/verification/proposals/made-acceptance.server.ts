import { isRefusal } from '../../errors.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import type { Db } from '../../server/db/client.ts';
import { decideMade, type PiecePlace } from './made-decisions.server.ts';
import { piecesOfRun } from './made-pieces.server.ts';

/** Outcome of accepting the waiting pieces of a run. */
export interface AcceptedPieces {
  accepted: number;
  /** Pieces that were refused and wait on, with the reason. */
  refused: { label: string; reason: string }[];
}

/**
 * Accepts every piece of a making run that waits, as it is. A piece that is refused, such as one whose source has changed since,
 * waits on.
 *
 * @param labels Only pieces of these sources, e.g. qids; absent: all
 * @param asItCame See `decideMade`
 */
export function acceptWaiting(
  db: Db,
  grant: ProjectGrant<'manage'>,
  runId: string,
  labels?: readonly string[],
  asItCame: PiecePlace | null = null
): AcceptedPieces {
  const found: AcceptedPieces = { accepted: 0, refused: [] };
  for (const { id, label, decision } of piecesOfRun(db, grant.resource.id, runId)) {
    if (decision !== 'waiting' || (labels && !labels.includes(label))) continue;
    try {
      decideMade(db, grant, id, { kind: 'accepted' }, asItCame);
      found.accepted += 1;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      found.refused.push({ label, reason: error.problems[0]?.reason ?? error.message });
    }
  }
  return found;
}
