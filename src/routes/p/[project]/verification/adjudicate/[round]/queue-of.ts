import { adjudicationQueue, type AdjudicationRow } from '$lib/verification/adjudication.server.ts';
import { subjectName } from '$lib/components/verification/subject-name.ts';
import type { Db } from '$lib/server/db/client.ts';
import type { grantFor } from '../../../../../grants.ts';

type Adjudicator = ReturnType<typeof grantFor<'adjudicate'>>['grant'];

export const lists = ['open', 'unanimous', 'adjudicated'] as const;
export type List = (typeof lists)[number];

/** An adjudicator's queue as a page shows it: one of its lists, how long all of them are, and what was decided just before. */
export function queueOf(db: Db, grant: Adjudicator, roundId: string, asked: URLSearchParams) {
  const queue = adjudicationQueue(db, grant, roundId);
  const list: List = lists.find((one) => one === asked.get('list')) ?? 'open';
  const after = queue.adjudicated.find(({ subjectId }) => subjectId === asked.get('after'));
  return {
    list,
    after: after ? { subjectId: after.subjectId, name: subjectName(after.qid, after.key) } : null,
    counts: { open: queue.open.length, unanimous: queue.unanimous.length, adjudicated: queue.adjudicated.length },
    barred: queue.barred,
    rows: queue[list].map(
      ({ subjectId, qid, kind, key, wording, agreement, opinions, conflicts }: AdjudicationRow) => ({
        subjectId,
        qid,
        kind,
        key,
        wording,
        agreement,
        opinions,
        conflicts
      })
    )
  };
}
