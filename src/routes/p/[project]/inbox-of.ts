import type { Person } from '$lib/server/auth/authorize.ts';
import type { Db } from '$lib/server/db/client.ts';
import { withUnread, type InboxEntry } from '$lib/server/inbox.ts';
import type { Project } from '$lib/server/projects.ts';
import type { Messages } from '$lib/messages/catalogues/en/index.ts';
import type { Words } from '$lib/messages/message.ts';
import { studyAnswers } from '$lib/studies/own-work/questions.server.ts';
import { ownFlagAnswers } from '$lib/verification/work/flags.server.ts';
import { returnedWork } from '$lib/verification/work/returns.server.ts';
import { pageOfStage } from './verification/rooms.ts';

/** An answer, a note to all, or work that was returned. */
interface InboxItem extends InboxEntry {
  kind: 'answer' | 'note' | 'returned';
  /** Where it comes from: a study, or a round and query. */
  about: string;
  /** The person's own question. */
  question: string | null;
  says: string;
  /** The very item, if the person still has it. */
  to: { href: string; label: string } | null;
}

/** Inbox of a person in a project, the newest first; entries are `unread` until they opened or marked them. */
export function inboxOf(
  db: Db,
  person: Person,
  project: Pick<Project, 'id' | 'slug'>,
  say: Words<Messages['inbox']>
): (InboxItem & { unread: boolean })[] {
  const base = `/p/${project.slug}`;
  const items: InboxItem[] = [
    ...studyAnswers(db, person, project.id).map(
      ({ id, study, question, answer, answeredAt, assignmentId, itemId }): InboxItem => ({
        entry: `question:${id}`,
        at: answeredAt,
        kind: question === null ? 'note' : 'answer',
        about: study.name,
        question,
        says: answer,
        to:
          assignmentId === null
            ? { href: `${base}/studies/${study.number}/guideline`, label: say.readGuideline }
            : { href: `${base}/work/${assignmentId}?at=${itemId}`, label: say.openItem }
      })
    ),
    ...ownFlagAnswers(db, person, project.id).map(
      ({ id, round, qid, question, answer, answeredAt, work, subjectId }): InboxItem => ({
        entry: `flag:${id}`,
        at: answeredAt,
        kind: 'answer',
        about: say.roundAndQuery({ ...round, qid }),
        question,
        says: answer,
        to:
          work === null || work.stage === 'adjudication'
            ? null
            : {
                href: `${base}/verification/${pageOfStage[work.stage]}/${work.assignmentId}${subjectId === null ? '' : `?at=${subjectId}`}`,
                label: subjectId === null ? say.openQuery : say.openItem
              }
      })
    ),
    ...returnedWork(db, person, project.id).map(({ id, round, stage, queries, assignmentId, note, at }): InboxItem => ({
      entry: `return:${id}:${stage}`,
      at,
      kind: 'returned',
      about: say.round({ ...round }),
      question: null,
      says: say.returned({ stage, n: queries, note }).trim(),
      to: { href: `${base}/verification/${pageOfStage[stage]}/${assignmentId}`, label: say.openFirst }
    }))
  ];
  return withUnread(db, person, items).sort((a, b) => b.at - a.at);
}
