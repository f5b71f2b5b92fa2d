import type { CountsByKind, SubjectCounts } from './datasheet.ts';
import type { SubjectKind } from '../vocabulary/labels.ts';
import type { SubjectRecord } from '../records/records.ts';
import type { Settled } from '../records/settling.ts';

/** Outcomes of the queries and items of a round, in counts. */
export function subjectCounts(all: readonly { subject: SubjectRecord; settled: Settled }[]): CountsByKind {
  const of = (kind: SubjectKind): SubjectCounts => {
    const mine = all.filter(({ subject }) => subject.kind === kind);
    const count = (is: (one: (typeof mine)[number]) => boolean): number => mine.filter(is).length;
    return {
      came: count(({ subject }) => subject.origin === 'benchmark'),
      appended: count(({ subject }) => subject.origin === 'appended'),
      kept: count(({ settled }) => settled.keep),
      dropped: count(({ settled }) => !settled.keep),
      reworded: count(({ subject, settled }) => settled.keep && settled.wording !== subject.wording),
      states: {
        unanimous: count(({ settled }) => settled.state === 'unanimous'),
        adjudicated: count(({ settled }) => settled.state === 'adjudicated'),
        open: count(({ settled }) => settled.state === 'open')
      }
    };
  };
  const counts = { query: of('query'), item: of('item') };
  return all.some(({ subject }) => subject.kind === 'material') ? { ...counts, material: of('material') } : counts;
}
