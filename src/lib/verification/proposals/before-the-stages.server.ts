import { and, count, eq, isNull } from 'drizzle-orm';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import type { BeforeTheStages } from './before-the-stages.ts';
import { codingRows } from './survey/coding.server.ts';
import { listDrafts } from './query-drafts.server.ts';
import { listTopics } from '../topics/topics.server.ts';
import { listAnswers } from './survey/survey.server.ts';

/** How far the project is before the five stages. */
export function beforeTheStages(db: Db, grant: ProjectGrant<'manage'>): BeforeTheStages {
  const all = listDrafts(db, grant);
  const open = all.filter(({ status }) => status === 'draft');
  const domains = codingRows(db, grant, 'domain');
  const shownTalk = and(eq(schema.talk.projectId, grant.resource.id), isNull(schema.talk.archivedAt));
  const aimed = domains.filter(({ target }) => target !== null);
  return {
    topics: listTopics(db, grant).length,
    talks: db.select({ n: count() }).from(schema.talk).where(shownTalk).get()!.n,
    answers: listAnswers(db, grant, { limit: 1 }).total,
    coded: listAnswers(db, grant, { coded: true, limit: 1 }).total,
    domains: domains.length,
    categories: codingRows(db, grant, 'category').length,
    drafts: {
      draft: open.length,
      adopted: all.filter(({ status }) => status === 'adopted').length,
      dropped: all.filter(({ status }) => status === 'dropped').length
    },
    openClarifications: open.reduce((sum, one) => sum + one.openClarifications, 0),
    proposedItems: open.reduce((sum, one) => sum + one.proposed, 0),
    ready: open.filter(({ next }) => next === 'adopt').length,
    targets:
      aimed.length === 0
        ? null
        : {
            wanted: aimed.reduce((sum, { target }) => sum + target!, 0),
            there: aimed.reduce((sum, { target, drafts, queries }) => sum + Math.min(target!, drafts + queries), 0)
          }
  };
}
