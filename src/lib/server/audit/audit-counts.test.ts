import { describe, expect, it, vi } from 'vitest';
import { noteRepeatable, recordCounts } from './audit-counts.ts';
import { systemActor } from '../auth/authorize.ts';
import { schema } from '../db/client.ts';
import { memoryDatabase } from '../db/memory.fixture.ts';

const denial = (route: string) => ({ projectId: null, action: 'access.deny', entity: 'route', entityId: route });
const HOUR = 3_600_000;

describe('acts that can be repeated at will', () => {
  it('are one row at once, and one more with their number once the hour is over', () => {
    const { db } = memoryDatabase();
    const rows = () => db.select().from(schema.audit).all();
    for (let i = 0; i < 1_000; i++) noteRepeatable(db, systemActor, denial('/a'), 10 * HOUR + i);
    noteRepeatable(db, systemActor, denial('/b'), 10 * HOUR + 5);
    expect(rows().map(({ entityId, detail }) => [entityId, detail])).toEqual([
      ['/a', {}],
      ['/b', {}]
    ]);
    noteRepeatable(db, systemActor, denial('/a'), 11 * HOUR);
    expect(
      rows()
        .slice(2)
        .map(({ entityId, detail }) => [entityId, detail])
    ).toEqual([
      ['/a', { further: 999, inTheHourOf: '1970-01-01T10:00:00.000Z' }],
      ['/a', {}]
    ]);
    noteRepeatable(db, systemActor, denial('/a'), 11 * HOUR + 1);
    recordCounts(db);
    recordCounts(db);
    expect(
      rows()
        .slice(4)
        .map(({ detail }) => detail)
    ).toEqual([{ further: 1, inTheHourOf: '1970-01-01T11:00:00.000Z' }]);
  });

  it('cannot fill the disk, however many different ones there are', () => {
    const { db } = memoryDatabase();
    for (let i = 0; i < 5_000; i++) noteRepeatable(db, systemActor, denial(`/${i}`), 10 * HOUR);
    recordCounts(db);
    const rows = db.select().from(schema.audit).all();
    expect(rows).toHaveLength(202);
    expect(rows.at(-1)).toMatchObject({ entityId: 'all others', detail: { further: 4_799 } });
  });

  it('are refused all the same if they cannot be written', () => {
    const { db, sqlite } = memoryDatabase();
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    sqlite.pragma('query_only = ON');
    expect(() => noteRepeatable(db, systemActor, denial('/a'))).not.toThrow();
    expect(told).toHaveBeenCalledWith(expect.stringContaining('access.deny route /a'));
    told.mockRestore();
  });
});
