import { describe, expect, it } from 'vitest';
import { parseJudgeSpec } from '../src/lib/scorer/judges/index.ts';
import { createMaking } from '../src/lib/scorer/making/making-runs.server.ts';
import { RunDriver } from '../src/lib/scorer/runs/driving/driver.server.ts';
import { taskAblation } from '../src/lib/scorer/suites/daily-report/ablation.ts';
import { dailyCodeBook } from '../src/lib/scorer/suites/daily-report/code-book.ts';
import { dailyTask } from '../src/lib/scorer/suites/daily-report/material.ts';
import { authorize, systemActor } from '../src/lib/server/auth/authorize.ts';
import { schema, type Db } from '../src/lib/server/db/client.ts';
import { memoryDatabase } from '../src/lib/server/db/memory.fixture.ts';
import { thingNamed } from '../src/lib/server/managing/managed-thing.ts';
import { renameThing } from '../src/lib/server/managing/renaming.ts';
import { importQueries, listQueries } from '../src/lib/verification/benchmark/benchmark.server.ts';
import { editMaterial, materialRevisions } from '../src/lib/verification/benchmark/material.server.ts';
import { decideMade } from '../src/lib/verification/proposals/made-decisions.server.ts';
import { modelMarks } from '../src/lib/verification/proposals/query-draft-adoption.server.ts';
import { draftedSubtasks } from '../src/lib/verification/proposals/made-material.server.ts';
import { unitsToMake } from '../src/lib/verification/proposals/made-sources.server.ts';
import {
  addCodeBook,
  changeCodingLabel,
  codingRows,
  outsideCodeBook,
  removeCodingLabel
} from '../src/lib/verification/proposals/survey/coding.server.ts';
import { freezeVersion } from '../src/lib/verification/release/versions.server.ts';
import { screenTopic } from '../src/lib/verification/topics/screening.server.ts';
import { importTopics } from '../src/lib/verification/topics/topics.server.ts';
import { inEnglish } from '../src/lib/messages/say-in.ts';

function scene() {
  const { db } = memoryDatabase();
  db.insert(schema.project).values({ id: 'p', slug: 'p', name: 'P', createdAt: 0 }).run();
  const manage = authorize(systemActor, { kind: 'project', id: 'p' }, 'manage');
  const about = { platform: 'Forum', url: null, date: null, language: 'en', reason: null, note: '' };
  importTopics(db, manage, [
    {
      ...about,
      key: 't1',
      text: 'Heat pumps',
      comments: [
        { text: 'Cost?', count: 1 },
        { text: 'When?', count: 5 }
      ],
      state: 'waiting'
    },
    { ...about, key: 't2', text: 'Other', comments: [], state: 'waiting' }
  ]);
  screenTopic(db, manage, 't1', { state: 'accepted', reason: null, note: '', seen: 'waiting' });
  return { db, manage };
}
type Scene = ReturnType<typeof scene>;

/** A making run in which the model made one piece of the first unit. */
function pieceOf(
  { db, manage }: Scene,
  maker: string,
  source: 'topic' | 'query',
  piece: { text: string; data: Record<string, unknown> }
) {
  const driver = new RunDriver(db, { OPENAI_API_KEY: 'k' });
  const run = createMaking(db, manage, {
    ...{ maker, judges: [driver.name(parseJudgeSpec('openai:gpt-5'))], units: unitsToMake(db, manage, { source }) }
  });
  const unit = db
    .select()
    .from(schema.makingUnit)
    .all()
    .find(({ runId }) => runId === run.id)!;
  const judge = db.select().from(schema.judge).all().at(-1)!;
  const id = `${maker}-${piece.text}`;
  db.insert(schema.made)
    .values({
      ...{ id, runId: run.id, unitId: unit.id, judgeId: judge.id, item: 'p1', state: 'made', why: '', at: 1 },
      ...{ ...piece, decision: 'waiting' }
    })
    .run();
  return { id, unit };
}
const subtask = {
  ...{ constraint: 'content', modifiers: [], importance: null, group: null },
  rubrics: { ins: 'It lists them.', fac: null, rat: null }
};
const drafted = (given: Scene): void => {
  const task = pieceOf(given, 'topic-tasks', 'topic', {
    text: 'Which subsidies?',
    data: { topic: 't1', type: 'retrieval', qidPrefix: 't1', domain: null, category: null, language: 'en' }
  });
  decideMade(given.db, given.manage, task.id, { kind: 'accepted' });
  for (const text of ['Lists subsidies', 'Names deadlines']) {
    const data = { suite: 'daily-report', type: 'analysis', subtask };
    const { id } = pieceOf(given, 'subtasks', 'query', { text, data });
    decideMade(given.db, given.manage, id, { kind: 'accepted' });
  }
};
const material = (db: Db, { manage }: Scene, qid: string) => materialRevisions(db, manage, qid);

describe('from a topic to a task', () => {
  it('models draft from accepted topics alone, with the comments that most people liked first', () => {
    const { db, manage } = scene();
    expect(unitsToMake(db, manage, { source: 'topic' })).toMatchObject([
      { label: 't1', input: { topic: 't1', post: 'Heat pumps', comments: [{ text: 'When?' }, { text: 'Cost?' }] } }
    ]);
    expect(() => unitsToMake(db, manage, { source: 'topic', qids: ['t2'] })).toThrow('The units were not chosen.');
  });

  it('accepted tasks become queries that know their topic, accepted subtasks material that stays marked as the model’s', () => {
    const given = scene();
    const { db, manage } = given;
    drafted(given);
    expect(listQueries(db, manage).map(({ qid, text, language }) => [qid, text, language])).toEqual([
      ['t1-1', 'Which subsidies?', 'en']
    ]);
    const [newest, first] = material(db, given, 't1-1');
    expect([newest!.origin, newest!.revision, first!.reason]).toEqual([
      'generated',
      2,
      'Subtask s1, drafted by openai:gpt-5, was accepted'
    ]);
    const task = dailyTask.parse(newest!.content);
    expect(task).toMatchObject({
      topic: 't1',
      type: 'analysis',
      subtasks: [{ key: 's1', text: 'Lists subsidies' }, { key: 's2' }]
    });
    expect(draftedSubtasks(db, manage, 't1-1')).toMatchObject([
      { key: 's1', judge: 'openai:gpt-5', prompt: 'verification/subtasks@1', draftedText: 'Lists subsidies' },
      { key: 's2' }
    ]);
  });

  it('task and subtasks stay marked as the model’s, also once a lead has renamed the query', () => {
    const given = scene();
    const { db, manage } = given;
    drafted(given);
    const marks = (qid: string) => [...modelMarks(db, manage, qid)].map(([key, { draftedText }]) => [key, draftedText]);
    expect(marks('t1-1')).toEqual([['', 'Which subsidies?']]);
    renameThing(db, manage, 'query', thingNamed(db, manage, 'query', 't1-1').id, 'subsidies');
    importQueries(db, manage, [{ qid: 't1-1', text: 'Q?', domain: null, category: null, language: null, items: [] }]);
    expect([marks('subsidies'), marks('t1-1')]).toEqual([[['', 'Which subsidies?']], []]);
    const keys = ['subsidies', 't1-1'].map((qid) => draftedSubtasks(db, manage, qid).map(({ key }) => key));
    expect(keys).toEqual([['s1', 's2'], []]);
  });

  it('a piece of a topic that is not accepted any more is refused', () => {
    const given = scene();
    const { id } = pieceOf(given, 'topic-tasks', 'topic', {
      text: 'Which?',
      data: { topic: 't1', type: 'retrieval', qidPrefix: 't1', domain: null, category: null, language: 'en' }
    });
    screenTopic(given.db, given.manage, 't1', { state: 'rejected', reason: 'unsafe', note: '', seen: 'accepted' });
    expect(() => decideMade(given.db, given.manage, id, { kind: 'accepted' })).toThrow(
      'The topic is no longer accepted.'
    );
  });

  it('importance by ablation is a revision with the ratings on record, and part of the frozen version', () => {
    const given = scene();
    const { db, manage } = given;
    drafted(given);
    const task = dailyTask.parse(material(db, given, 't1-1')[0]!.content);
    const ratings = { single: { s1: 1, s2: 3 }, joint: [] } as const;
    const done = taskAblation.apply(task, ratings);
    if (!('content' in done)) throw new Error(JSON.stringify(done.faults));
    const before = freezeVersion(db, manage).version.contentHash;
    const reason = `Importance by ablation: ${taskAblation.summary(ratings)}`;
    editMaterial(db, manage, { qid: 't1-1', suite: 'daily-report', content: done.content, reason, revision: 2 });
    const { version } = freezeVersion(db, manage);
    expect(version.contentHash).not.toBe(before);
    expect(version.content.topics!.map(({ key }) => key)).toEqual(['t1']);
    expect(
      db
        .select()
        .from(schema.audit)
        .all()
        .map(({ detail }) => (detail as Record<string, unknown>)['reason'])
    ).toContain('Importance by ablation: without s1: 1, without s2: 3');
  });
});

describe('the code book', () => {
  it('starts with ten domains and 35 categories that belong to them, which leads change', () => {
    const { db, manage } = scene();
    addCodeBook(db, manage, dailyCodeBook);
    addCodeBook(db, manage, dailyCodeBook);
    const [domains, categories] = [codingRows(db, manage, 'domain'), codingRows(db, manage, 'category')];
    expect([domains.length, categories.length]).toEqual([10, 35]);
    expect(categories.every(({ domainId }) => domains.some(({ id }) => id === domainId))).toBe(true);
    const music = categories.find(({ name }) => name === 'Music')!;
    changeCodingLabel(db, manage, music.id, { domainId: domains[0]!.id });
    removeCodingLabel(db, manage, domains[0]!.id);
    expect(codingRows(db, manage, 'category').find(({ name }) => name === 'Music')!.domainId).toBeNull();
    expect(() => changeCodingLabel(db, manage, domains[1]!.id, { domainId: domains[2]!.id })).toThrow(
      'Only a category can belong'
    );
  });

  it('names what an import has and the book has not, and categories under another domain; nothing without a book', () => {
    const { db, manage } = scene();
    const query = { text: 'Q?', language: null, items: [] };
    const queries = [
      { ...query, qid: 'a', domain: 'Health', category: 'Music' },
      { ...query, qid: 'b', domain: 'Sports & Entertainment', category: 'Cycling' },
      { ...query, qid: 'c', domain: null, category: 'games' }
    ];
    expect(outsideCodeBook(db, manage, queries)).toEqual([]);
    addCodeBook(db, manage, dailyCodeBook);
    expect(inEnglish(outsideCodeBook(db, manage, queries))).toEqual([
      'Categories that are not in the project’s code book: Cycling (1)',
      'Categories under another domain than in the code book: Health › Music (Sports & Entertainment)'
    ]);
    importQueries(db, manage, queries);
    expect(codingRows(db, manage, 'category').find(({ name }) => name === 'Music')!.queries).toBe(1);
  });
});
