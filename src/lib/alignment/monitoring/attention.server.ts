import { dayIn } from '../../messages/dates.ts';
import { listIn } from '../../messages/lists.ts';
import { messagesIn } from '../../messages/words.ts';
import type { Attention } from '../../scorer/attention.ts';
import { daysUntil, ENDING_SOON_DAYS } from '../../scorer/judges/models/shutdowns.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import type { Db } from '../../server/db/client.ts';
import { metricWordIn } from '../../scorer/suites/metric-words.ts';
import { projectJudges } from './project-judges.server.ts';
import { reopenedAdoptions } from './reopened.server.ts';

/**
 * Due tasks about the adopted judges of a project: adoptions that are open again, and judges whose models end within weeks.
 *
 * @param now in ms
 * @param language of the reader
 */
export function attentionForJudges(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  now: number,
  language: string
): Attention[] {
  const say = messagesIn(language, 'attention');
  return [
    ...reopenedAdoptions(db, grant, language).map(({ metric, title, changed, confirm }): Attention => {
      const changes = changed.join(' ');
      return {
        ...(confirm === null
          ? { kind: 're-opened', fact: say.reopened({ metric: title }), reason: changes }
          : { kind: 'changed', fact: say.changed({ metric: title }), reason: say.reopenedReason({ changes }) }),
        metric,
        action: { label: say.reviewAdoption, href: `/judges#reopened-${metric}` }
      };
    }),
    ...projectJudges(db, grant).flatMap(({ name, adopted, endings }): Attention[] => {
      const [first] = endings;
      if (!first || adopted.length === 0) return [];
      const days = daysUntil(first.on, now);
      if (days > ENDING_SOON_DAYS) return [];
      const metrics = listIn(
        language,
        adopted.map(({ metric }) => metricWordIn(language, metric))
      );
      const end = { model: first.model, day: dayIn(language, Date.parse(first.on)) };
      return [
        {
          ...(days <= 0
            ? { kind: 'ended', fact: say.ended(end), reason: say.endedReason({ judge: name, metrics }) }
            : { kind: 'ends', fact: say.ends({ ...end, days }), reason: say.endsReason({ judge: name, metrics }) }),
          action: { label: say.chooseSuccessor, href: '/judges/succession' }
        }
      ];
    })
  ];
}
