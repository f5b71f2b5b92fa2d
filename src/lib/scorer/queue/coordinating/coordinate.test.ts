import { expect, it } from 'vitest';
import { schema } from '../../../server/db/client.ts';
import { memoryDatabase } from '../../../server/db/memory.fixture.ts';
import { judged, judgeOf, metricOf, sample } from '../../engine/engine.fixture.ts';
import { seedRuns } from '../../store/sqlite.fixture.ts';
import { sqliteStore } from '../../store/sqlite.server.ts';
import { type Queue, QueueAway } from '../connection.server.ts';
import { coordinate } from './coordinate.server.ts';

it('pauses a run for which PostgreSQL does not answer long enough, and gives it back', async () => {
  const { db } = memoryDatabase();
  seedRuns(db, {
    ...{ runs: ['a'], judges: [{ id: 'j', fingerprint: 'j' }] },
    reports: ['r1', 'r2'].map((id) => ({ id, markdown: `Report ${id}` }))
  });
  const store = sqliteStore(db, 'a');
  const tasks = ['r1', 'r2'].map((report) => ({
    ...{ sample: sample(report), metric: metricOf(async () => [judged('1', 'yes')]), judge: judgeOf(), repeat: 0 }
  }));
  const away = () => Promise.reject(new QueueAway(900_000, 'connect ECONNREFUSED 127.0.0.1:5432'));
  const queue = { rows: away, together: away, onAway: () => () => undefined, now: Date.now } as unknown as Queue;
  const result = await coordinate({
    ...{ db, queue, run: db.select().from(schema.run).get()!, version: '1', tasks, store, owner: 'me' },
    ...{ signal: new AbortController().signal, onEvent: () => undefined }
  });
  expect(result).toMatchObject({ status: 'paused', tasks: { total: 2, finished: 0, skipped: 0 } });
  expect(result.unavailable).toBe(
    'PostgreSQL has not answered for 15 minutes (connect ECONNREFUSED 127.0.0.1:5432). The run continues where it stopped once you resume it.'
  );
  expect(store.acquireLease('another', Date.now(), 1_000)).toBe(true);
});
