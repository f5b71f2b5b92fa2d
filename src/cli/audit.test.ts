import Database from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import { record } from '../lib/server/audit/audit.ts';
import { operator } from '../lib/server/auth/authorize.ts';
import { newFolder, removeFolders, run } from './command.fixture.ts';
import { exit } from './outcome.ts';
import { databaseFile, openOrCreate } from './place.ts';

afterAll(removeFolders);

async function recordActs(data: string, many: number): Promise<void> {
  const { db, close } = await openOrCreate(data);
  for (let i = 0; i < many; i++)
    record(db, operator, { projectId: null, action: 'thing.change', entity: 'thing', entityId: '1', detail: { i } });
  close();
}

describe('voirdire audit list', () => {
  it('tells what was done, newest first, also what belongs to no project', async () => {
    const data = newFolder('audit');
    await recordActs(data, 3);
    const list = (...more: string[]) => run(['audit', 'list', '--data', data, ...more]);
    const rows = JSON.parse((await list('--json', '--before', '3', '--limit', '1')).out) as unknown[];
    expect(rows).toMatchObject([{ id: 2, actorName: 'command line', action: 'thing.change', detail: { i: 1 } }]);
    expect((await list()).out).toMatch(/row +when.*\n +3 .*thing\.change +thing 1 +\{"i":2\}\n +2 /);
    expect(await list('--action', 'sign-in')).toMatchObject({
      code: exit.done,
      out: expect.stringContaining('No matching entries')
    });
    expect(await list('--limit', 'x')).toMatchObject({ code: exit.usage });
  });
});

describe('voirdire audit verify', () => {
  it('tells that the trail is whole with its anchor, and the first row that was changed', async () => {
    const data = newFolder('audit');
    const verify = (...more: string[]) => run(['audit', 'verify', '--data', data, ...more]);
    await recordActs(data, 3);

    const whole = await verify();
    expect(whole).toMatchObject({ code: exit.done, out: expect.stringContaining('is intact: 3 rows.') });
    const anchor = /Anchor: (3:[0-9a-f]{64})/.exec(whole.out)![1]!;
    await recordActs(data, 1);
    expect(await verify('--anchor', anchor)).toMatchObject({
      code: exit.done,
      out: expect.stringContaining('is intact: 4 rows; the anchor matches')
    });
    expect(await verify('--anchor', '3:xyz')).toMatchObject({ code: exit.usage });

    const file = new Database(databaseFile(data));
    file.exec('DROP TRIGGER audit_no_update; DROP TRIGGER audit_no_delete; DELETE FROM audit WHERE id = 4');
    expect(await verify()).toMatchObject({ code: exit.done });
    file.exec(`UPDATE audit SET detail = '{}' WHERE id = 2`);
    file.close();
    expect(await verify('--anchor', anchor)).toMatchObject({
      code: exit.failed,
      err: expect.stringContaining('Row 2 was changed')
    });
    expect(JSON.parse((await verify('--json')).out)).toMatchObject({ whole: false, row: 2 });
  });
});
