import { sayingsOf } from '../../messages/sayings.ts';
import { and, eq, isNotNull } from 'drizzle-orm';
import { refuse } from '../../errors.ts';
import { record } from '../../server/audit/audit.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { statedRuns } from './run-state.server.ts';

const leadSays = sayingsOf('leadRefusals');

/**
 * Pins a run: the leaderboard opens with it, and no longer with another that was pinned. Pinning it twice changes nothing.
 *
 * @throws Refusal unless the run is complete, judges for a leaderboard, and is not in the archive
 */
export function pinRun(db: Db, grant: ProjectGrant<'manage'>, runId: string): void {
  write(db, (tx) => {
    const runs = statedRuns(tx, grant);
    const run = runs.find(({ id }) => id === runId) ?? refuse.conflict(leadSays('runArchived'));
    if (run.options.check !== undefined) refuse.conflict(leadSays('runOfAnchors', { number: run.number }));
    if (run.state === 'incomplete') refuse.conflict(leadSays('runIncomplete', { number: run.number }));
    if (run.state !== 'done') refuse.conflict(leadSays('onlyDonePinned', { number: run.number, state: run.state }));
    if (run.pinnedAt !== null) return;
    const before = runs.find(({ pinnedAt }) => pinnedAt !== null)?.number ?? null;
    clearPins(tx, grant.resource.id);
    tx.update(schema.run).set({ pinnedAt: Date.now() }).where(eq(schema.run.id, runId)).run();
    recordPin(tx, grant, run, 'run.pin', { inPlaceOf: before });
  });
}

/** Takes the pin off a run. A run that is not pinned stays as it is. */
export function unpinRun(db: Db, grant: ProjectGrant<'manage'>, runId: string): void {
  write(db, (tx) => {
    const run = statedRuns(tx, grant).find(({ id }) => id === runId);
    if (run?.pinnedAt == null) return;
    clearPins(tx, grant.resource.id);
    recordPin(tx, grant, run, 'run.unpin', {});
  });
}

const clearPins = (tx: Db, projectId: string): void => {
  const { run } = schema;
  tx.update(run)
    .set({ pinnedAt: null })
    .where(and(eq(run.projectId, projectId), isNotNull(run.pinnedAt)))
    .run();
};

const recordPin = (
  tx: Db,
  { actor, resource }: ProjectGrant<'manage'>,
  { id, number }: { id: string; number: number },
  action: 'run.pin' | 'run.unpin',
  detail: Record<string, unknown>
): void =>
  record(tx, actor, { projectId: resource.id, action, entity: 'run', entityId: id, detail: { number, ...detail } });
