import type { Db } from '../../../server/db/client.ts';
import { log } from '../../../server/log.ts';
import { allPlayers } from '../../judges/index.ts';
import type { Judge } from '../../judge.ts';
import { sqliteBatches } from '../../store/batches.server.ts';
import type { Run } from '../runs.server.ts';

/** How long a provider may take to cancel a batch, in milliseconds. */
const PATIENCE_MS = 10_000;

/**
 * Cancels the batches of a run that a person cancelled, so that no further line is billed. Answers that they have are read if the
 * run is resumed. A provider that does not answer is left alone: its batch ends by itself.
 */
export async function cancelBatches(db: Db, run: Run, judges: readonly Judge[]): Promise<void> {
  const players = new Map(judges.flatMap(allPlayers).map((player) => [player.fingerprint, player]));
  const open = sqliteBatches(db, run.id).open();
  await Promise.all(
    open.map(async ({ judge, remoteId }) => {
      const batch = players.get(judge)?.batch;
      if (remoteId === null || !batch) return;
      try {
        await batch.cancel(remoteId, AbortSignal.timeout(PATIENCE_MS));
      } catch (error) {
        log().warn({ run: run.id, number: run.number, batch: remoteId, err: error }, 'batch.not-cancelled');
      }
    })
  );
}
