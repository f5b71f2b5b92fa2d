import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { messagesIn } from '../../messages/words.ts';
import { authorize } from '../../server/auth/authorize.ts';
import { schema } from '../../server/db/client.ts';
import { annotating, openAssignment } from '../judging/annotating.fixture.ts';
import { nextStudyAssignment } from '../judging/queue.server.ts';
import { judgeNext, setUp } from '../reveal/revealing.fixture.ts';
import { revealAssignment } from '../reveal/reveal.server.ts';
import { attentionForStudyQuestions } from './attention.server.ts';
import { putOffAssignment } from './later.server.ts';
import { pageOfOwnLabels } from './own-labels.server.ts';
import {
  answerStudyQuestion,
  askStudyLead,
  listStudyQuestions,
  ownQuestions,
  studyAnswers
} from './questions.server.ts';

const terms = messagesIn('en', 'studyTerms');
const all = { search: '', sort: 'time', descending: true, filters: {}, page: 1, size: 50 };

it('a person finds their own labels, which can be changed until the judges are shown', () => {
  const { db, ana, annotators } = setUp();
  const id = judgeNext(db, ana);
  const own = (filters = {}) => pageOfOwnLabels(db, annotating(ana), { ...all, filters }, terms);
  const items = own().total;
  expect(own().rows.every(({ assignmentId, state }) => assignmentId === id && state === 'open')).toBe(true);
  expect(items).toBeGreaterThan(0);
  revealAssignment(db, annotating(ana), id);
  expect([own({ state: 'open' }).total, own({ state: 'final' }).total]).toEqual([0, items]);
  expect(own().rows.every(({ state, label }) => state === 'revealed' && label !== '')).toBe(true);
  expect(pageOfOwnLabels(db, annotating(annotators[1]!), all, terms).total).toBe(0);
});

it('an own label has the query that it is about, as the judges saw it, which is searched as well', () => {
  const { db, ana } = setUp();
  const id = judgeNext(db, ana);
  const [{ text }] = db
    .select({ text: schema.query.text })
    .from(schema.query)
    .innerJoin(schema.report, eq(schema.report.queryId, schema.query.id))
    .innerJoin(schema.assignment, eq(schema.assignment.reportId, schema.report.id))
    .where(eq(schema.assignment.id, id))
    .all() as [{ text: string }];
  const found = (search: string) => pageOfOwnLabels(db, annotating(ana), { ...all, search }, terms);
  expect([...new Set(found('').rows.map(({ query }) => query))]).toEqual([text.replace(' (edited later)', '')]);
  expect(found(text).total).toBe(found('').total);
  expect(found('no such query').total).toBe(0);
});

it('own labels can be read while a study rests and once it is closed, each with the reason why it cannot be changed', () => {
  const { db, ana } = setUp();
  judgeNext(db, ana);
  const states = (state?: string) =>
    pageOfOwnLabels(db, annotating(ana), { ...all, filters: state === undefined ? {} : { state } }, terms).rows.map(
      (row) => row.state
    );
  const before = states().length;
  for (const status of ['paused', 'closed'] as const) {
    db.update(schema.study).set({ status }).run();
    expect(states()).toEqual(Array.from({ length: before }, () => status));
    expect([states('open').length, states('final').length]).toEqual(status === 'paused' ? [before, 0] : [0, before]);
  }
});

it('a report that is put off comes after the others of its study', () => {
  const { db, ana } = setUp();
  const first = openAssignment(db, ana)!.id;
  const next = putOffAssignment(db, annotating(ana), first);
  expect(next).not.toBe(first);
  const order: string[] = [];
  for (let id = nextStudyAssignment(db, ana); id !== null; id = nextStudyAssignment(db, ana))
    order.push(judgeNext(db, ana));
  expect(order.at(-1)).toBe(first);
  expect(() => putOffAssignment(db, annotating(ana), first)).toThrow('nothing to put off');
});

it('a question is answered without names of systems or judges, and the lead does not read who asked', () => {
  const { db, ana, study, manage, annotators } = setUp();
  const open = openAssignment(db, ana)!;
  const ask = () =>
    askStudyLead(db, annotating(ana), { studyItemId: open.items[0]!.id, question: 'Does a table count?' });
  const { questionId } = ask();
  expect(ask().questionId).toBe(questionId);
  const lead = authorize(manage.actor, manage.resource, 'read-results');
  expect(attentionForStudyQuestions(db, lead, 'en')).toMatchObject([
    { action: { href: `/studies/${study.number}/questions` } }
  ]);
  const listed = JSON.stringify(listStudyQuestions(db, manage, study.id));
  const [{ name }] = db.select({ name: schema.system.name }).from(schema.system).all() as [{ name: string }];
  expect([listed.includes(ana.id), listed.includes(ana.name), listed.includes(name)]).toEqual([false, false, false]);
  expect(() =>
    answerStudyQuestion(db, manage, questionId, { answer: `As ${name} does`, to: 'asker', seen: null })
  ).toThrow('not sent');
  answerStudyQuestion(db, manage, questionId, { answer: 'Tables count.', to: 'all', seen: null });
  expect(attentionForStudyQuestions(db, lead, 'en')).toEqual([]);
  expect(ownQuestions(db, ana, open.id)).toMatchObject([{ answer: 'Tables count.' }]);
  expect(studyAnswers(db, ana, study.projectId)).toMatchObject([{ question: 'Does a table count?' }]);
  expect(studyAnswers(db, annotators[1]!, study.projectId)).toEqual([]);
  expect(db.select().from(schema.studyGuideline).all().at(-1)?.markdown).toContain('> Tables count.');
  // Another lead, whose page still shows the question without an answer.
  const late = { answer: 'Tables do not count.', to: 'all', seen: null } as const;
  expect(() => answerStudyQuestion(db, manage, questionId, late)).toThrow(/answered after .*“Tables count\.”/);
  const [asked] = listStudyQuestions(db, manage, study.id);
  answerStudyQuestion(db, manage, questionId, { ...late, seen: asked!.answeredAt });
  const guideline = db.select().from(schema.studyGuideline).all().at(-1)!.markdown;
  expect(guideline).toContain('> Tables do not count.');
  expect(guideline).not.toContain('> Tables count.');
});
