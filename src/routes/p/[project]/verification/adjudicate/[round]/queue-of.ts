import type { AdjudicationQueue, AdjudicationRow } from '$lib/verification/adjudication/adjudication.server.ts';
import { subjectName } from '$lib/components/verification/subject-name.ts';

export const lists = ['open', 'unanimous', 'adjudicated'] as const;
export type List = (typeof lists)[number];

/** An adjudicator's queue as a page shows it: one of its lists, how long all of them are, and what was decided just before. */
export function shownQueue(queue: AdjudicationQueue, asked: URLSearchParams) {
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
