import { describe, expect, it } from 'vitest';
import { authorize, systemActor, type Person } from '../../server/auth/authorize.ts';
import { schema } from '../../server/db/client.ts';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import type { ListQuestion } from '../../server/lists/list-question.ts';
import { importQueries } from '../benchmark/benchmark.server.ts';
import { nextWaiting, pageOfTopics, screenTopic, topicCounts, topicOf } from './screening.server.ts';
import { tasksOfTopic, topicOfContent, unknownTopics } from './tasks-of-topic.server.ts';
import { importTopics } from './topics.server.ts';
import type { ImportedTopic } from './topics.ts';
import { inEnglish } from '../../messages/say-in.ts';

const aTopic = (key: string, more: Partial<ImportedTopic> = {}): ImportedTopic => ({
  ...{ key, platform: 'Forum', url: null, date: null, language: 'en', text: `Post ${key}` },
  ...{ comments: [{ text: 'Really?', count: 3 }], state: 'waiting', reason: null, note: '' },
  ...more
});

function scene() {
  const { db, sqlite } = memoryDatabase();
  const resource = { kind: 'project', id: 'p' } as const;
  db.insert(schema.project).values({ id: 'p', slug: 'p', name: 'P', createdAt: 0 }).run();
  const lead = authorize(systemActor, resource, 'manage');
  const person = (role: 'reviewer' | 'annotator'): Person => ({
    ...{ kind: 'person', id: role, name: role, email: `${role}@x.example`, admin: false },
    roles: new Map([['p', [role]]])
  });
  importTopics(db, lead, [aTopic('t1'), aTopic('t2', { platform: 'Weibo', text: 'Heat pumps' }), aTopic('t3')]);
  const reviewer = authorize(person('reviewer'), resource, 'review');
  return { db, sqlite, lead, reviewer, person, resource };
}
const ask = (change: Partial<ListQuestion> = {}): ListQuestion => ({
  ...{ search: '', sort: 'position', descending: false, filters: {}, page: 1, size: 50 },
  ...change
});
const rejected = { state: 'rejected', reason: 'too-narrow', note: ' One town. ', seen: 'waiting' } as const;

describe('topics of a project', () => {
  it('are imported once: the same again changes nothing, other content under one id is refused', () => {
    const { db, lead } = scene();
    expect(importTopics(db, lead, [aTopic('T1', { text: 'Post t1' }), aTopic('t4')])).toEqual({
      added: 1,
      unchanged: 1
    });
    expect(() => importTopics(db, lead, [aTopic('t1', { text: 'Other' }), aTopic('t5')])).toThrow(
      'Nothing was imported.'
    );
    expect(topicCounts(db, lead).all).toBe(4);
  });

  it('are accepted or rejected with a reason by reviewers and leads, with an audit row each', () => {
    const { db, lead, reviewer } = scene();
    screenTopic(db, reviewer, 't1', rejected);
    screenTopic(db, lead, 't2', { state: 'accepted', reason: null, note: '', seen: 'waiting' });
    expect(topicOf(db, lead, 't1')).toMatchObject({
      ...{
        state: 'rejected',
        reason: 'too-narrow',
        note: 'One town.',
        screenedBy: 'reviewer',
        screenedByName: 'reviewer'
      }
    });
    expect(topicCounts(db, lead).states).toEqual({ waiting: 1, accepted: 1, rejected: 1 });
    const rows = db.select().from(schema.audit).all();
    expect(rows.map(({ action, detail }) => [action, (detail as Record<string, unknown>)['to']])).toEqual([
      ['topic.import', undefined],
      ['topic.screen', 'rejected'],
      ['topic.screen', 'accepted']
    ]);
  });

  it('keep the first decision if two people decide at once, and record the same decision once', () => {
    const { db, lead, reviewer } = scene();
    screenTopic(db, reviewer, 't1', rejected);
    expect(screenTopic(db, lead, 't1', { ...rejected, note: 'One town.' })).toMatchObject({
      screenedByName: 'reviewer'
    });
    expect(() => screenTopic(db, lead, 't1', { ...rejected, state: 'accepted', reason: null })).toThrow(
      'reviewer has already decided on this topic.'
    );
    expect(db.select().from(schema.audit).all()).toHaveLength(2);
  });

  it('are not rejected without a reason, nor screened by annotators', () => {
    const { db, lead, person, resource } = scene();
    expect(() => screenTopic(db, lead, 't1', { ...rejected, reason: null })).toThrow('The decision was not saved.');
    expect(() => screenTopic(db, lead, 't1', { ...rejected, state: 'accepted' })).toThrow(
      'The decision was not saved.'
    );
    expect(() => authorize(person('annotator'), resource, 'review')).toThrow('reviewers');
    expect(topicCounts(db, lead).states.waiting).toBe(3);
  });

  it('never change what they say', () => {
    const { sqlite } = scene();
    expect(() => sqlite.exec(`UPDATE topic SET text = 'Other'`)).toThrow('topic is immutable but for its screening');
  });

  it('are listed by page, words, state and platform, and the next one that waits follows in order of import', () => {
    const { db, lead } = scene();
    const keys = (change: Partial<ListQuestion>): string[] =>
      pageOfTopics(db, lead, ask(change)).rows.map(({ key }) => key);
    expect(keys({ search: 'PUMPS' })).toEqual(['t2']);
    expect(keys({ search: 'really' })).toEqual(['t1', 't2', 't3']);
    expect(keys({ filters: { platform: 'Weibo' } })).toEqual(['t2']);
    expect(keys({ size: 2, page: 2 })).toEqual(['t3']);
    expect(keys({ sort: 'key', descending: true })).toEqual(['t3', 't2', 't1']);
    screenTopic(db, lead, 't1', rejected);
    expect(keys({ filters: { state: 'rejected' } })).toEqual(['t1']);
    expect([nextWaiting(db, lead, null), nextWaiting(db, lead, topicOf(db, lead, 't2'))]).toEqual(['t2', 't3']);
    expect(nextWaiting(db, lead, topicOf(db, lead, 't3'))).toBe('t2');
  });

  it('know the tasks whose newest material names them', () => {
    const { db, lead } = scene();
    const query = { text: 'Q?', domain: null, category: null, language: null, items: [] };
    importQueries(db, lead, [
      { ...query, qid: 'a', material: { x: { topic: 't1' } } },
      { ...query, qid: 'b', material: { x: { topic: 't2' } } },
      { ...query, qid: 'c' }
    ]);
    expect(tasksOfTopic(db, lead, 't1')).toEqual([{ qid: 'a', text: 'Q?' }]);
  });

  it('that tasks name and the project does not have are named with their number', () => {
    const { db, lead } = scene();
    const named = (topic: unknown) => ({ material: { x: { topic } } });
    expect(inEnglish(unknownTopics(db, lead, [named('t9'), named('T1'), named('t9'), named(null), {}]))).toEqual([
      'Topics named by tasks but missing in the project: t9 (2). Import them, or correct the tasks'
    ]);
    expect(unknownTopics(db, lead, [named('t1')])).toEqual([]);
    expect(
      [{ topic: 'T1' }, { topic: 't9' }, { topic: null }, null].map((one) => topicOfContent(db, lead, one))
    ).toEqual([...['t1', null, null, null]]);
  });
});
