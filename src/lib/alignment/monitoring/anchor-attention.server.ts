import type { Attention } from '../../scorer/attention.ts';
import { findMetric } from '../../scorer/suites/index.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import type { Db } from '../../server/db/client.ts';
import { anchorSets } from './anchor-sets.server.ts';
import { setState } from './checks.server.ts';
import { isDrift } from './drift.ts';

/** What is due about anchor sets: drift that the last check found, and checks whose day has passed. */
export function attentionForAnchors(db: Db, grant: ProjectGrant<'read-results'>, now: number): Attention[] {
  return anchorSets(db, grant).flatMap((set): Attention[] => {
    const { closed, looks, due, underWay } = setState(db, grant, set);
    if (closed !== null) return [];
    const title = findMetric(set.metric)?.title ?? set.metric;
    const href = `/judges/monitoring?set=${set.number}`;
    const last = looks.at(-1);
    return [
      ...(last && isDrift(last.result)
        ? [
            {
              kind: 'drift',
              fact: `The adopted judges of ${title} drifted`,
              reason: `Check ${last.number} of anchor set ${set.number}: ${last.result === 'loss' ? 'agreement with annotators fell' : 'more verdicts changed than the limit allows'}.`,
              action: { label: 'Review checks', href }
            }
          ]
        : []),
      ...(due !== null && due < now && underWay === null
        ? [
            {
              kind: 'overdue',
              fact: `A check of the adopted judges of ${title} is overdue`,
              reason: `Anchor set ${set.number}, every ${set.everyDays} days; ${last ? `check ${last.number} was the last` : 'it has never been checked'}.`,
              action: { label: 'Check now', href }
            }
          ]
        : [])
    ];
  });
}
