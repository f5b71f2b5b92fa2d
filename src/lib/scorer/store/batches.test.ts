import { describe, expect, it } from 'vitest';
import { schema } from '../../server/db/client.ts';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import { batchesOfRun, sqliteBatches } from './batches.server.ts';

const given = () => {
  const { db } = memoryDatabase();
  db.insert(schema.project)
    .values({ id: 'p', slug: 'p', name: 'P', description: '', createdAt: 1 } as never)
    .run();
  for (const [number, id] of ['r1', 'r2'].entries())
    db.insert(schema.run)
      .values({ id, projectId: 'p', number, name: id, status: 'running', options: {} as never, createdAt: 1 })
      .run();
  return db;
};
const batch = (id: string, at = 1) => ({
  ...{ id, judge: 'f', name: `voirdire-${id}`, remoteId: null, at },
  lines: [{ id: `${id}-0`, key: 'k' }]
});

describe('batches of a run in the database', () => {
  it('are open until they are ended, each run for itself', () => {
    const db = given();
    const [one, other] = [sqliteBatches(db, 'r1'), sqliteBatches(db, 'r2')];
    one.begin(batch('a'));
    one.begin(batch('b', 2));
    other.begin(batch('c'));
    one.submitted('a', 'remote-1');
    expect(one.open()).toMatchObject([
      { id: 'a', remoteId: 'remote-1', lines: [{ id: 'a-0', key: 'k' }] },
      { id: 'b', remoteId: null }
    ]);
    one.end('a', null, 5);
    expect(one.open().map(({ id }) => id)).toEqual(['b']);
    expect(other.open().map(({ id }) => id)).toEqual(['c']);
  });

  it('end once: the first reason stays', () => {
    const db = given();
    const store = sqliteBatches(db, 'r1');
    store.begin(batch('a'));
    store.end('a', 'Expired.', 5);
    store.end('a', null, 9);
    expect(batchesOfRun(db, 'r1')).toEqual([
      { name: 'voirdire-a', remoteId: null, lines: 1, at: 1, endedAt: 5, problem: 'Expired.' }
    ]);
  });
});
