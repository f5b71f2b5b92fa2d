import { messagesIn } from '../../messages/words.ts';
import type { Attention } from '../../scorer/attention.ts';
import { metricWordIn } from '../../scorer/suites/metric-words.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import type { Db } from '../../server/db/client.ts';
import { anchorSets } from './anchor-sets.server.ts';
import { setState } from './checks.server.ts';
import { isDrift } from './drift.ts';

/**
 * Due tasks about anchor sets: drift that the last check found, and overdue checks.
 *
 * @param language of the reader
 */
export function attentionForAnchors(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  now: number,
  language: string
): Attention[] {
  const say = messagesIn(language, 'attention');
  return anchorSets(db, grant).flatMap((set): Attention[] => {
    const { closed, looks, answered, due, underWay } = setState(db, grant, set);
    if (closed !== null) return [];
    const title = metricWordIn(language, set.metric);
    const href = `/judges/monitoring?set=${set.number}`;
    const last = looks.at(-1);
    return [
      ...(answered && isDrift(answered.result)
        ? [
            {
              kind: 'drift',
              fact: say.drifted({ metric: title }),
              reason: say.driftedReason({ check: answered.number, set: set.number, result: answered.result }),
              action: { label: say.reviewChecks, href }
            }
          ]
        : []),
      ...(due !== null && due < now && underWay === null
        ? [
            {
              kind: 'overdue',
              fact: say.overdue({ metric: title }),
              reason: say.overdueReason({ set: set.number, days: String(set.everyDays), last: last?.number ?? 'none' }),
              action: { label: say.checkNow, href }
            }
          ]
        : [])
    ];
  });
}
