import { afterEach, expect, it, vi } from 'vitest';
import { makeShareLink } from '$lib/exchange/sharing/share-links.server.ts';
import { schema } from '$lib/server/db/client.ts';
import { memoryDatabase } from '$lib/server/db/memory.fixture.ts';
import { exampleRun } from '$lib/studies/planning/example-run.fixture.ts';
import { GET } from './[token]/+server.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

it('writes a shared page again after a minute, however often it is opened meanwhile', async () => {
  const { db } = memoryDatabase();
  const { token } = makeShareLink(db, exampleRun(db).manage, { page: 'leaderboard', days: 7 });
  let seconds = 1;
  vi.spyOn(performance, 'now').mockImplementation(() => seconds * 1000);
  const opened = async (at: number): Promise<string> => {
    seconds = at;
    // The cache reads the time once per millisecond.
    await new Promise((resolve) => setTimeout(resolve, 2));
    const answer = await GET({ locals: { db, language: 'en' }, params: { token } } as never);
    return (await (answer as Response).text()).includes('Renamed') ? 'new' : 'old';
  };
  expect(await opened(1)).toBe('old');
  db.update(schema.project).set({ name: 'Renamed' }).run();
  expect([await opened(40), await opened(80), await opened(120)]).toEqual(['old', 'new', 'new']);
});
