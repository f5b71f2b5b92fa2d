import { setTimeout as sleep } from 'node:timers/promises';
import { parseJudgeSpec } from '$lib/scorer/judges/index.ts';
import { createMaking } from '$lib/scorer/making/making-runs.server.ts';
import type { RunDriver } from '$lib/scorer/runs/driving/driver.server.ts';
import type { ProjectGrant } from '$lib/server/auth/authorize.ts';
import type { Db } from '$lib/server/db/client.ts';
import { piecesOfRun, waitingPieces } from '$lib/verification/proposals/made-pieces.server.ts';
import type { QueryDraft } from '$lib/verification/proposals/query-drafts.server.ts';

/** Result of asking one model: pieces that wait for a person, or the reason why there are none. */
interface AskedModel {
  judge: string;
  kept: number;
  fault: string | null;
}

/** A person waits for the answer: this long, then the run continues without them. */
const WAIT_MS = 300_000;

/** A making run over one draft, whose results the draft's page shows as soon as they are there. */
export async function makeForDraft(
  { db, driver }: { db: Db; driver: RunDriver },
  grant: ProjectGrant<'manage'>,
  maker: 'clarifications' | 'checklist',
  draft: QueryDraft,
  specs: readonly string[]
): Promise<AskedModel[]> {
  const configs = specs.map(parseJudgeSpec);
  const judges = configs.map((config) => driver.name(config));
  const run = createMaking(db, grant, {
    ...{ maker, judges, name: `${maker === 'checklist' ? 'Checklist items' : 'Clarifying questions'} of ${draft.qid}` },
    units: [
      {
        ...{ source: 'draft', sourceId: draft.id, label: draft.qid },
        ...{ input: { text: draft.text }, revision: draft.revision }
      }
    ],
    // Asked again, a model may say something else.
    options: { useCache: false, prices: driver.prices(configs, {}), outageMinutes: 1 }
  });
  driver.start(grant, run.id);
  await Promise.race([driver.ended(run.id), sleep(WAIT_MS, undefined, { ref: false })]);
  const rows = piecesOfRun(db, grant.resource.id, run.id);
  const fresh = waitingPieces(db, grant.resource.id, draft.id).filter(({ runId }) => runId === run.id);
  const { problem } = driver.progress(run.id);
  return judges.map(({ spec: judge }) => {
    const own = rows.filter((row) => row.judge === judge);
    const failed = own.find(({ state }) => state === 'unmade')?.reason ?? null;
    const none = `${problem ?? 'It has not answered yet.'} See making run ${run.number}.`;
    return {
      judge,
      kept: fresh.filter((row) => row.judge === judge).length,
      fault: own.length === 0 ? none : failed
    };
  });
}
