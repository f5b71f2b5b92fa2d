import { expect, it } from 'vitest';
import type { ProjectGrant } from '$lib/server/auth/authorize.ts';
import { authorize, type Person } from '$lib/server/auth/authorize.ts';
import { schema, type Db } from '$lib/server/db/client.ts';
import { markRead } from '$lib/server/inbox.ts';
import { annotating, openAssignment } from '$lib/studies/judging/annotating.fixture.ts';
import { answerStudyQuestion, askStudyLead } from '$lib/studies/own-work/questions.server.ts';
import { setUp } from '$lib/studies/reveal/revealing.fixture.ts';
import { nextAssignment } from '$lib/verification/assignments/assignments.server.ts';
import { putOffQuery } from '$lib/verification/assignments/later.server.ts';
import { listBatches, noteInspection } from '$lib/verification/inspection/inspections.server.ts';
import { aQuery } from '$lib/verification/rounds/project.fixture.server.ts';
import { roundScene } from '$lib/verification/rounds/rounds.fixture.ts';
import { openBundle } from '$lib/verification/work/annotation-view.server.ts';
import { answerFlag, askLead } from '$lib/verification/work/flags.server.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { inboxOf } from './p/[project]/inbox-of.ts';

const say = messagesIn('en', 'inbox');
const projectOf = (db: Db) => db.select().from(schema.project).get()!;
const enter = (person: Person, id: string): ProjectGrant<'enter'> =>
  authorize(person, { kind: 'project', id }, 'enter');
const queries = (n: number) => Array.from({ length: n }, (_, i) => aQuery(`q${i + 1}`, 'Who is it?'));

it('an answer is unread until it is marked, and again when it changes; a note to all reaches those who judge, without the question', () => {
  const { db, ana, annotators, manage } = setUp();
  const project = projectOf(db);
  const open = openAssignment(db, ana)!;
  const other = annotators[1]!;
  openAssignment(db, other);
  const item = open.items[1] ?? open.items[0]!;
  const { questionId } = askStudyLead(db, annotating(ana), { studyItemId: item.id, question: 'Does it count?' });
  expect(inboxOf(db, ana, project, say)).toEqual([]);
  answerStudyQuestion(db, manage, questionId, { answer: 'It does.', to: 'asker', seen: null });
  const [answered] = inboxOf(db, ana, project, say);
  expect(answered).toMatchObject({
    ...{ kind: 'answer', question: 'Does it count?', says: 'It does.', unread: true },
    to: { href: `/p/${project.slug}/work/${open.id}?at=${item.id}` }
  });
  expect(inboxOf(db, other, project, say)).toEqual([]);
  markRead(db, enter(ana, project.id), [answered!]);
  expect(inboxOf(db, ana, project, say).map(({ unread }) => unread)).toEqual([false]);
  // A further answer has a later time of its own, whatever the clock of this machine tells.
  answerStudyQuestion(db, manage, questionId, { answer: 'It does not.', to: 'all', seen: answered!.at });
  db.update(schema.studyQuestion)
    .set({ answeredAt: answered!.at + 1 })
    .run();
  expect(inboxOf(db, ana, project, say)).toMatchObject([{ says: 'It does not.', unread: true }]);
});

it('an answer in verification leads to the very item, and is shown to no other person', () => {
  const s = roundScene({ queries: queries(1), settings: { overlap: 2 } });
  const project = projectOf(s.db);
  const [mine, other] = s.annotators as [Person, Person];
  const worker = s.grant(mine, 'annotate');
  const id = nextAssignment(s.db, worker, s.round, 'annotation')!;
  nextAssignment(s.db, s.grant(other, 'annotate'), s.round, 'annotation');
  const subjectId = openBundle(s.db, worker, id).subjects[1]!.id;
  const { flagId } = askLead(s.db, worker, { assignmentId: id, subjectId, question: 'Which year?' });
  answerFlag(s.db, s.lead, flagId, { answer: 'The last one.', seen: null });
  expect(inboxOf(s.db, mine, project, say)).toMatchObject([
    { says: 'The last one.', to: { href: `/p/${project.slug}/verification/annotate/${id}?at=${subjectId}` } }
  ]);
  expect(inboxOf(s.db, other, project, say)).toEqual([]);
});

it('work that an inspection sent back stands there with the lead’s note, until it is done again', () => {
  const s = roundScene({ queries: queries(2), settings: { overlap: 1, batchSize: 2 }, people: { annotators: 1 } });
  const project = projectOf(s.db);
  const [ana] = s.annotators as [Person];
  s.annotateAll(ana, ({ kind }) => (kind === 'query' ? 'appropriate' : { label: 'not-appropriate', comment: 'No.' }));
  s.reviewAll(s.reviewers[0]!);
  s.startInspections();
  s.inspectAll(s.reviewers[1]!);
  const inspection = listBatches(s.db, s.lead, s.round.id)[0]!.inspections[0]!;
  expect(inspection.status).toBe('returned');
  noteInspection(s.db, s.lead, inspection.id, 'Years were asked for.');
  const [returned, ...rest] = inboxOf(s.db, ana, project, say);
  expect(rest).toEqual([]);
  expect(returned).toMatchObject({ kind: 'returned', unread: true });
  expect(returned!.says).toBe(
    'An inspection sent 2 queries of yours back. Check each rating again. Years were asked for.'
  );
  const first = nextAssignment(s.db, s.grant(ana, 'annotate'), s.round, 'annotation')!;
  expect(returned!.to?.href).toBe(`/p/${project.slug}/verification/annotate/${first}`);
  s.annotateAll(ana);
  expect(inboxOf(s.db, ana, project, say)).toEqual([]);
});

it('a query that is put off comes after those in hand and those free to take; three at most wait so', () => {
  const s = roundScene({ queries: queries(5), settings: { overlap: 1 }, people: { annotators: 1 } });
  const worker = s.grant(s.annotators[0]!, 'annotate');
  const next = () => nextAssignment(s.db, worker, s.round, 'annotation')!;
  const off: string[] = [];
  for (let n = 0; n < 3; n++) {
    off.push(next());
    putOffQuery(s.db, worker, off[n]!);
  }
  expect(new Set([...off, next()]).size).toBe(4);
  expect(() => putOffQuery(s.db, worker, next())).toThrow('already postponed 3 queries');
  const done = s.annotateAll(s.annotators[0]!);
  const qid = (id: string) =>
    s.db.all<{ qid: string }>(
      `select q.qid as qid from verification_assignment a join round_query r on r.id = a.round_query_id
       join query q on q.id = r.query_id where a.id = '${id}'`
    )[0]!.qid;
  expect(new Set(done.slice(-3))).toEqual(new Set(off.map(qid)));
  expect(() => putOffQuery(s.db, worker, off[0]!)).toThrow();
});
