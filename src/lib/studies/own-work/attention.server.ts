import { messagesIn } from '../../messages/words.ts';
import { and, asc, count, eq, isNull, ne } from 'drizzle-orm';
import type { Attention } from '../../scorer/attention.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';

/** Studies in which annotators wait for an answer of the lead. */
export function attentionForStudyQuestions(db: Db, grant: ProjectGrant<'read-results'>, language: string): Attention[] {
  const say = messagesIn(language, 'attention');
  const { studyQuestion: asked, studyItem, study } = schema;
  return db
    .select({ number: study.number, name: study.name, waiting: count() })
    .from(asked)
    .innerJoin(studyItem, eq(studyItem.id, asked.studyItemId))
    .innerJoin(study, eq(study.id, studyItem.studyId))
    .where(and(eq(study.projectId, grant.resource.id), ne(study.status, 'closed'), isNull(asked.answer)))
    .groupBy(study.id)
    .orderBy(asc(study.number))
    .all()
    .map(({ number, name, waiting }) => ({
      kind: 'asked',
      fact: say.asked({ n: waiting, study: name }),
      reason: say.askedReason,
      action: { label: say.answer, href: `/studies/${number}/questions` }
    }));
}
