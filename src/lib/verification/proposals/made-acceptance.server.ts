import { eq } from 'drizzle-orm';
import { fieldSays, isRefusal, problemAt, refuse } from '../../errors.ts';
import { sayingsOf } from '../../messages/sayings.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { decideMade, type PiecePlace } from './made-decisions.server.ts';
import { piecesOfRun } from './made-pieces.server.ts';

const leadSays = sayingsOf('leadRefusals');

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
 * @throws a refusal that names each label that no unit of the run has
 */
export function acceptWaiting(
  db: Db,
  grant: ProjectGrant<'manage'>,
  runId: string,
  labels?: readonly string[],
  asItCame: PiecePlace | null = null
): AcceptedPieces {
  if (labels) requireUnits(db, runId, labels);
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

function requireUnits(db: Db, runId: string, labels: readonly string[]): void {
  const { label, runId: ofRun } = schema.makingUnit;
  const known = new Set(
    db
      .select({ label })
      .from(schema.makingUnit)
      .where(eq(ofRun, runId))
      .all()
      .map((unit) => unit.label)
  );
  const missing = labels.filter((one) => !known.has(one));
  if (missing.length > 0)
    refuse.invalid(
      leadSays('unitsNotChosen'),
      missing.map((one) => problemAt('qid', fieldSays('unitUnknown'), one))
    );
}
