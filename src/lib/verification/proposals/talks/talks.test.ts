import { describe, expect, it } from 'vitest';
import { authorize } from '../../../server/auth/authorize.ts';
import { schema } from '../../../server/db/client.ts';
import { newId } from '../../../server/db/id.ts';
import { archiveThing } from '../../../server/managing/archiving.ts';
import { deleteThing } from '../../../server/managing/deleting.ts';
import { thingNamed } from '../../../server/managing/managed-thing.ts';
import { importQueries } from '../../benchmark/benchmark.server.ts';
import { aQuery, problemsOf, scene, type Scene } from '../../rounds/project.fixture.server.ts';
import { openComparisons, pickQueue, picksOfRanking, pickTask } from './task-picks.server.ts';
import { piecesOfTalks } from './talk-units.server.ts';
import type { ReadTalk } from './talk.ts';
import { talkTime } from './talk.ts';
import { importTalk, talkByNumber, talksOf } from './talks.server.ts';

const read = (text = 'Kites fly.'): ReadTalk => ({
  ...{ format: 'text', lines: 1, words: 2 },
  passages: [{ speaker: null, start: null, end: null, text }]
});
const choices = { disciplines: ['design', 'art'], languages: ['en', 'zh'] };
const facts = { title: 'Kites', discipline: 'design', language: 'en' };

describe('talks of a project', () => {
  it('are numbered, kept as they were read, and told in the audit trail', () => {
    const { db, lead } = scene();
    importTalk(db, lead, facts, read(), choices);
    importTalk(db, lead, { ...facts, title: 'More kites' }, read('Kites fall.'), choices);
    expect(talksOf(db, lead).map(({ number, title }) => [number, title])).toEqual([[1, 'Kites'], [2, 'More kites']]); // prettier-ignore
    expect(talkByNumber(db, lead, 2).passages[0]!.text).toBe('Kites fall.');
    expect(() => talkByNumber(db, lead, 3)).toThrow('no such talk');
    expect(db.select().from(schema.audit).all().filter(({ action }) => action === 'talk.import')).toHaveLength(2); // prettier-ignore
  });

  it('are refused a second time, under a title that is there in other capitals, and with facts that are not known', () => {
    const { db, lead } = scene();
    importTalk(db, lead, facts, read(), choices);
    expect(() => importTalk(db, lead, { ...facts, title: 'Again' }, read(), choices)).toThrow('as talk 1, Kites');
    expect(() => importTalk(db, lead, { ...facts, title: ' KITES ' }, read('Other.'), choices)).toThrow(
      'Talk 1 already has this title'
    );
    expect(problemsOf(() => importTalk(db, lead, { title: ' ', discipline: 'sailing', language: 'de' }, read('x'), choices))).toMatchObject([{ column: 'title' }, { column: 'discipline' }, { column: 'language' }]); // prettier-ignore
    expect(talksOf(db, lead)).toHaveLength(1);
  });

  it('have times as people read them', () => {
    expect([0, 59_999, 60_000, 3_723_000].map(talkTime)).toEqual(['0:00', '0:59', '1:00', '1:02:03']);
  });
});

/** A making run without units; its id. */
function makingRun({ db, project }: Scene, metric: string): string {
  const runId = newId();
  db.insert(schema.run)
    .values({
      ...{ id: runId, projectId: project.id, number: 1, name: 'Making', kind: 'making', status: 'done' },
      ...{ options: {} as never, createdAt: 0 }
    })
    .run();
  const prompt = { promptName: 'p', promptVersion: '1', promptHash: 'h' };
  db.insert(schema.runMetric)
    .values({ ...{ runId, metric, settings: {}, position: 0 }, ...prompt })
    .run();
  return runId;
}

/** Pieces of talks in one making run by so many models, those of the first talk first. */
function drafted(s: Scene, metric: string, talks: readonly string[], models = 1, more: object = {}): void {
  const { db, project } = s;
  const runId = makingRun(s, metric);
  const judges = Array.from({ length: models }, (_, position) => {
    const judgeId = newId();
    const model = { spec: `openai:m${position}`, provider: 'openai', model: `m${position}` };
    const own = { settings: {}, fingerprint: `f${position}`, createdAt: 0 };
    db.insert(schema.judge)
      .values({ ...{ id: judgeId, projectId: project.id }, ...model, ...own })
      .run();
    db.insert(schema.runJudge).values({ runId, judgeId, position }).run();
    return judgeId;
  });
  for (const [position, sourceId] of talks.entries()) {
    const unitId = newId();
    const source = { source: 'talk', sourceId, label: '', revision: null, input: {} };
    db.insert(schema.makingUnit)
      .values({ ...{ id: unitId, runId, position }, ...source })
      .run();
    for (const judgeId of judges)
      db.insert(schema.made)
        .values({
          ...{ id: newId(), runId, unitId, judgeId, item: '1', state: 'made', text: 'Why?', why: '', at: 0 },
          ...more
        })
        .run();
  }
}

const remove = ({ db, lead }: Scene, kind: 'talk' | 'query', id: string, name: string): void => {
  archiveThing(db, lead, kind, id);
  deleteThing(db, lead, kind, id, name);
};

it('inspirations keep their names, by which tasks know them, when another talk of their run is deleted', () => {
  const s = scene();
  const { db, lead, project } = s;
  const [first, second] = ['Kites', 'More kites'].map(
    (title) => importTalk(db, lead, { ...facts, title }, read(`${title} fly.`), choices).id
  );
  drafted(s, 'inspirations', [first!, second!], 2);
  const names = () => piecesOfTalks(db, project.id, 'inspirations', [second!]).map(({ name }) => name);
  expect(names()).toEqual(['r1-i2.1', 'r1-i2.1-m2']);
  remove(s, 'talk', first!, 'Kites');
  expect(names()).toEqual(['r1-i2.1', 'r1-i2.1-m2']);
});

describe('a talk with an accepted task', () => {
  it('cannot be deleted before the query, whose mark would be lost', () => {
    const s = scene();
    const { db, lead } = s;
    const talk = importTalk(db, lead, facts, read(), choices);
    importQueries(db, lead, [aQuery('t1')]);
    drafted(s, 'research-tasks', [talk.id], 1, { decision: 'accepted', placed: 't1' });
    expect(() => remove(s, 'talk', talk.id, 'Kites')).toThrow('contains 1 result of this talk');
    expect(db.select().from(schema.made).all()).toHaveLength(1);
    remove(s, 'query', thingNamed(db, lead, 'query', 't1').id, 't1');
    remove(s, 'talk', talk.id, 'Kites');
    expect(db.select().from(schema.made).all()).toEqual([]);
  });
});

describe('tasks compared by people', () => {
  const ranked = () => {
    const s = scene();
    const runId = makingRun(s, 'task-comparison');
    const task = (qid: string) => ({ qid, text: `Task ${qid}` });
    const units = [['t1', 't2'], ['t3', 't4']].flatMap(([a, b], at) =>
      (['first', 'second'] as const).map((order) => ({
        ...{ id: newId(), runId, position: 2 * at + Number(order === 'second'), source: 'task-pair' },
        ...{ sourceId: `1.${at + 1}.${order}`, label: '', revision: null },
        input: { round: 1, pair: at + 1, order, a: task(order === 'first' ? a! : b!), b: task(order === 'first' ? b! : a!) }
      }))
    ); // prettier-ignore
    for (const unit of units) s.db.insert(schema.makingUnit).values(unit).run();
    const annotate = authorize(s.as('annotator'), { kind: 'project', id: s.project.id }, 'annotate');
    return { ...s, annotate, runId };
  };

  it('see each pair once in an order of their own, without ids, and pick by side', () => {
    const { db, annotate, runId } = ranked();
    const first = pickQueue(db, annotate, runId);
    expect(first).toMatchObject({ pairs: 2, done: 0, last: null });
    expect(JSON.stringify(first)).not.toMatch(/qid|"t1"/);
    const wins = first.next!.left;
    pickTask(db, annotate, runId, first.next!.unitId, 'left');
    const { findings, people } = picksOfRanking(db, runId);
    expect(people).toHaveLength(1);
    expect(findings).toMatchObject([{ round: 1, pair: 1, a: 't1', b: 't2', confidence: 1 }]);
    expect(`Task ${findings[0]!.winner === 'a' ? 't1' : 't2'}`).toBe(wins);
    expect(pickQueue(db, annotate, runId)).toMatchObject({ done: 1, last: first.next!.unitId });
    expect(openComparisons(db, annotate)).toEqual([{ number: 1, pairs: 2, done: 1 }]);
  });

  it('can change a pick, which is kept as a revision; the same pick again is one', () => {
    const { db, annotate, runId } = ranked();
    const { unitId } = pickQueue(db, annotate, runId).next!;
    pickTask(db, annotate, runId, unitId, 'left');
    pickTask(db, annotate, runId, unitId, 'left');
    const before = picksOfRanking(db, runId).findings[0]!.winner;
    expect(pickQueue(db, annotate, runId, unitId).next!.unitId).toBe(unitId);
    pickTask(db, annotate, runId, unitId, 'right');
    expect(db.select().from(schema.taskPick).all()).toHaveLength(2);
    expect(picksOfRanking(db, runId).findings.map(({ winner }) => winner)).toEqual([before === 'a' ? 'b' : 'a']);
    expect(() => pickTask(db, annotate, runId, 'none', 'left')).toThrow('no such pair');
  });
});
