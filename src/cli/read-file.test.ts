import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { aReport, folderOf, newFolder, queriesCsv, removeFolders, run } from './command.fixture.ts';
import { exit } from './outcome.ts';

afterAll(removeFolders);

const files = folderOf({
  'queries.csv': queriesCsv('q1', 'q2'),
  'blobs/one': aReport('q1'),
  'blobs/two': aReport('q2'),
  'elsewhere/qid_q1_report.md': aReport('q1')
});

it.skipIf(process.platform === 'win32')(
  'reports that are symbolic links are scored, and one that ends nowhere is named',
  async () => {
    const reports = join(newFolder('links'), 'reports');
    mkdirSync(join(reports, 'alpha'), { recursive: true });
    symlinkSync(join(files, 'blobs/one'), join(reports, 'alpha/qid_q1_report.md'));
    symlinkSync(join(files, 'blobs/two'), join(reports, 'alpha/qid_q2_report.md'));
    symlinkSync(join(files, 'elsewhere'), join(reports, 'beta'));
    symlinkSync(reports, join(reports, 'again'));
    const score = () =>
      run([
        ...['score', '--reports', reports, '--queries', join(files, 'queries.csv'), '--json'],
        ...['--metric', 'presentation', '--judge', 'rules', '--out', join(newFolder('out'), 'scored')]
      ]);
    const scored = await score();
    expect(scored.code, scored.err).toBe(exit.done);
    expect(JSON.parse(scored.out)).toMatchObject({ reports: 3, judged: 3 });

    const gone = join(reports, 'alpha/qid_q3_report.md');
    symlinkSync(join(files, 'blobs/three'), gone);
    const refused = await score();
    expect([refused.code, refused.err]).toEqual([
      exit.failed,
      `${gone} does not exist, or its folder does not. Check the path, or create the folder. (ENOENT)\n`
    ]);
  }
);
