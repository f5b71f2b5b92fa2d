import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { aReport, folderOf, newFolder, queriesCsv, removeFolders, run } from './command.fixture.ts';
import { exit } from './outcome.ts';

afterAll(removeFolders);

describe('voirdire site', () => {
  it('writes signed pages, replaces those of an earlier site, and leaves files of others alone', async () => {
    const files = folderOf({ 'queries.csv': queriesCsv('q1'), 'reports/aurora/qid_q1_report.md': aReport('q1') });
    const data = join(newFolder('site'), 'scored');
    const scored = await run([
      ...['score', '--reports', join(files, 'reports'), '--queries', join(files, 'queries.csv'), '--out', data],
      ...['--metric', 'presentation', '--judge', 'rules']
    ]);
    expect(scored.code).toBe(exit.done);
    const folder = join(data, '../public');
    const site = (to: string) => run(['site', to, '--data', data, '--json']);
    const first = await site(folder);
    expect(JSON.parse(first.out)).toMatchObject({
      run: 1,
      files: ['index.html', 'metric-presentation.html', 'leaderboard.csv']
    });
    expect((await run(['verify', folder])).code).toBe(exit.done);
    const index = readFileSync(join(folder, 'index.html'), 'utf8');

    for (const name of ['metric-gone.html', 'index-2.html', 'robots.txt']) writeFileSync(join(folder, name), 'earlier');
    expect((await site(folder)).code).toBe(exit.done);
    expect(['metric-gone.html', 'index-2.html', 'robots.txt'].map((name) => existsSync(join(folder, name)))).toEqual([
      false,
      false,
      true
    ]);
    expect(readFileSync(join(folder, 'index.html'), 'utf8')).toBe(index);

    const other = newFolder('other');
    writeFileSync(join(other, 'thesis.txt'), 'mine');
    expect(await site(other)).toMatchObject({
      code: exit.failed,
      err: expect.stringContaining('does not contain a site')
    });
    expect(await site(join(other, 'thesis.txt'))).toMatchObject({
      code: exit.failed,
      err: expect.stringContaining('thesis.txt is a file.')
    });
    // A kill leaves pages without a front page, and the part of a file.
    const killed = newFolder('killed');
    for (const name of ['leaderboard.csv', 'metric-presentation.html', '.voirdire.part-01234567'])
      writeFileSync(join(killed, name), 'half');
    expect((await site(killed)).code).toBe(exit.done);
    expect(readFileSync(join(killed, 'index.html'), 'utf8')).toBe(index);
    const ours = newFolder('ours');
    writeFileSync(join(ours, 'index.html'), 'A page of another program.');
    expect((await site(ours)).err).toContain('does not contain a site');
    expect((await run(['site', folder, '--data', data, '--run', '9'])).err).toContain('no such run');
  });
});
