import type { Attention } from '../../scorer/attention.ts';
import { daysUntil, ENDING_SOON_DAYS } from '../../scorer/judges/models/shutdowns.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import type { Db } from '../../server/db/client.ts';
import { date } from '../../stats/writing/days.ts';
import { listed } from '../../stats/writing/words.ts';
import { many } from '../../stats/writing/figures.ts';
import { findMetric } from '../../scorer/suites/index.ts';
import { projectJudges } from './project-judges.server.ts';
import { reopenedAdoptions } from './reopened.server.ts';

/** What is due about the adopted judges of a project: adoptions that are open again, and judges whose models end within weeks. */
export const attentionForJudges = (db: Db, grant: ProjectGrant<'read-results'>, now: number): Attention[] => [
  ...reopenedAdoptions(db, grant).map(({ metric, title, changed, confirm }): Attention => ({
    kind: confirm === null ? 're-opened' : 'changed',
    fact:
      confirm === null
        ? `The adoption for ${title} is re-opened`
        : `A judge adopted for ${title} was served another model version`,
    reason: `${changed.join(' ')}${confirm === null ? '' : ' The adoption is re-opened.'}`,
    metric,
    action: { label: 'Review adoption', href: `/judges#reopened-${metric}` }
  })),
  ...projectJudges(db, grant).flatMap(({ name, adopted, endings }): Attention[] => {
    const [first] = endings;
    if (!first || adopted.length === 0) return [];
    const days = daysUntil(first.on, now);
    if (days > ENDING_SOON_DAYS) return [];
    const metrics = listed(adopted.map(({ metric }) => findMetric(metric)?.title ?? metric));
    return [
      {
        kind: days <= 0 ? 'ended' : 'ends',
        fact: `${first.model} ${days <= 0 ? 'ended' : 'ends'} on ${date(Date.parse(first.on))}${days <= 0 ? '' : `, in ${many(days, 'day')}`}`,
        reason: `${name} is adopted for ${metrics}${days <= 0 ? ' and is no longer available' : ''}. Compare successors on the existing labels.`,
        action: { label: 'Choose successor', href: '/judges/succession' }
      }
    ];
  })
];
