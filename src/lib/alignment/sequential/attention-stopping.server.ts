import { messagesIn } from '../../messages/words.ts';
import type { Attention } from '../../scorer/attention.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import type { Db } from '../../server/db/client.ts';
import { listStudies } from '../../studies/planning/studies.server.ts';
import { monitoredPlan } from './sequential-monitor.server.ts';
import { progressInWords } from './sequential-words.ts';

/** Studies that still collect labels though their sequential plan lets them stop; without a figure and without a direction. */
export const attentionForStopping = (db: Db, grant: ProjectGrant<'read-results'>, language: string): Attention[] =>
  listStudies(db, grant).flatMap(({ id, number, status, run, done, total }): Attention[] => {
    if (run === null || status === 'closed' || done === total) return [];
    const plan = monitoredPlan(db, grant, id);
    if (!plan?.mayStop) return [];
    const say = messagesIn(language, 'attention');
    return [
      {
        kind: 'may stop',
        fact: say.mayStop({ study: number }),
        reason: progressInWords(plan),
        action: { label: say.openStudy, href: `/studies/${number}` }
      }
    ];
  });
