import { JOB_HEARTBEAT_SECONDS, type Queue } from './connection.server.ts';

/** A part as pg-boss hands it to a worker; settling names the attempt, so that a worker that lost it settles nothing. */
export interface PartJob {
  id: string;
  retryCount: number;
}

/** Each return of a part by a worker is a try of its job; crashes of workers are counted in the part itself. */
const MOST_TRIES = 10_000;
const DAY_SECONDS = 86_400;

const queueOf = (runId: string): string => `run-${runId.replaceAll(/[^\w.-]/g, '_')}`;

/** Offers parts of a run to the workers. Parts that are offered already stay as they are. */
export async function offerParts({ boss }: Queue, runId: string, parts: readonly string[]): Promise<void> {
  await boss.createQueue(queueOf(runId), {
    ...{
      retryLimit: MOST_TRIES,
      retryDelay: 0,
      expireInSeconds: DAY_SECONDS - 1,
      heartbeatSeconds: JOB_HEARTBEAT_SECONDS
    },
    ...{ retentionSeconds: 365 * DAY_SECONDS, deleteAfterSeconds: DAY_SECONDS }
  });
  if (parts.length > 0)
    await boss.insert(
      queueOf(runId),
      parts.map((id) => ({ id }))
    );
}

/** Takes a part of a run; null if none is free. */
export async function takePart({ boss }: Queue, runId: string): Promise<PartJob | null> {
  const [job] = await boss.fetch(queueOf(runId), { batchSize: 1, includeMetadata: true });
  return job ? { id: job.id, retryCount: job.retryCount } : null;
}

export const finishPart = async ({ boss }: Queue, runId: string, job: PartJob): Promise<void> =>
  void (await boss.complete(queueOf(runId), job));

/** Gives a part back for another worker. */
export const returnPart = async ({ boss }: Queue, runId: string, job: PartJob): Promise<void> =>
  void (await boss.fail(queueOf(runId), job));

/** Tells that the worker of these parts lives. */
export const keepParts = async ({ boss }: Queue, runId: string, jobs: readonly PartJob[]): Promise<void> =>
  void (await boss.touch(queueOf(runId), [...jobs]));

/** Gives parts back whose worker was killed: their leases have ended. pg-boss notices later by its own heartbeat. */
export async function returnLeft({ boss, rows, now }: Queue): Promise<void> {
  const left = await rows<{ id: string; run: string }>(
    `SELECT id, run_id AS run FROM voirdire.part WHERE lease_owner IS NOT NULL AND lease_until < $1 AND result IS NULL`,
    [now()]
  );
  for (const { id, run } of left) await boss.fail(queueOf(run), id);
}

/** Withdraws all parts of a run that no worker has. */
export async function withdrawParts({ boss }: Queue, runId: string): Promise<void> {
  await boss.deleteQueuedJobs(queueOf(runId));
}

export async function forgetParts({ boss }: Queue, runId: string): Promise<void> {
  await boss.deleteQueue(queueOf(runId));
}
