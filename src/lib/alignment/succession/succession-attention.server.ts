import { messagesIn } from '../../messages/words.ts';
import type { Attention } from '../../scorer/attention.ts';
import { runsScoring } from '../../scorer/runs/runs.server.ts';
import { metricWordIn } from '../../scorer/suites/metric-words.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import type { Db } from '../../server/db/client.ts';
import { currentAdoption, listDecisions } from '../adoption/decisions.server.ts';
import { successionsOf } from './succession-decisions.server.ts';

/** Adoptions that are open again while a later run offers successors on which nothing was decided since. */
export function attentionForSuccession(db: Db, grant: ProjectGrant<'read-results'>, language: string): Attention[] {
  const say = messagesIn(language, 'attention');
  const metrics = [...new Set(listDecisions(db, grant).map(({ metric }) => metric))];
  return metrics.flatMap((metric): Attention[] => {
    const adoption = currentAdoption(db, grant, metric);
    if (!adoption || adoption.validity.valid) return [];
    const [decided] = successionsOf(db, grant, metric);
    const since = Math.max(adoption.decidedAt, decided?.decidedAt ?? 0);
    const [run] = runsScoring(db, grant, metric).filter(
      ({ id, status, options, finishedAt }) =>
        status === 'done' && options.check === undefined && id !== adoption.runId && (finishedAt ?? 0) > since
    );
    return run === undefined
      ? []
      : [
          {
            kind: 'undecided',
            fact: say.undecided({ metric: metricWordIn(language, metric) }),
            reason: say.undecidedReason({ run: run.number }),
            metric,
            action: { label: say.compareSuccessors, href: `/judges/succession?metric=${encodeURIComponent(metric)}` }
          }
        ];
  });
}
