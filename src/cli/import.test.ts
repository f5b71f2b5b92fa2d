import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { aReport, folderOf, newFolder, queriesCsv, removeFolders, run } from './command.fixture.ts';
import { exit } from './outcome.ts';

afterAll(removeFolders);

const files = folderOf({
  'queries.csv': queriesCsv('q1', 'q2'),
  'reports/aurora/qid_q1_report.md': aReport('q1'),
  'reports/aurora/qid_q2_report.md': aReport('q2'),
  'reports/README.md': 'About these reports.',
  'reports/aurora/qid_q3_report.txt': aReport('q3'),
  'reports/.hidden/qid_q1_report.md': 'not a report of ours',
  'direct/qid_q1_report.md': aReport('q1'),
  'broken.csv': 'qid,Deep Research Query,Checklist\nq1,,Is it there?\n,What?,Is it there?\n'
});
const here = (name: string): string => join(files, name);

describe('voirdire import', () => {
  it('brings in queries and reports in one go, in whatever order they are named, and nothing more the second time', async () => {
    const data = newFolder('data');
    const args = ['import', here('reports'), here('queries.csv'), '--project', 'heat', '--create-project', 'Heat'];
    const first = await run([...args, '--data', data]);
    expect(first).toMatchObject({ code: exit.done, err: '' });
    expect(first.out).toMatch(/queries: 2 added[^]*items: 4 added[^]*reports: 2 added[^]*systems: 1 added/);
    expect(first.out).toContain(
      '2 files were skipped, because they are not reports: reports/README.md, reports/aurora/qid_q3_report.txt'
    );

    const second = await run([...args, '--data', data, '--json']);
    const { project, imported } = JSON.parse(second.out) as { project: string; imported: unknown };
    expect(project).toBe('heat');
    expect(imported).toMatchObject([
      { kind: 'queries', result: { queries: { added: 0, unchanged: 2 }, items: { added: 0, unchanged: 4 } } },
      { kind: 'reports', result: { reports: { added: 0, unchanged: 2 }, systems: { added: 0 } } }
    ]);
  });

  it('tells row, column and reason of bad input, as lines and as data, and imports nothing', async () => {
    const data = newFolder('data');
    const args = ['import', here('queries.csv'), here('broken.csv'), '--project', 'heat', '--create-project', 'Heat'];
    const { code, out, err } = await run([...args, '--data', data]);
    expect({ code, out }).toEqual({ code: exit.failed, out: '' });
    expect(err).toContain('Nothing was imported.');
    expect(err).toMatch(/row 2, .*broken\.csv.*query/i);
    expect(err).toMatch(/row 3, .*broken\.csv.*qid/i);

    const told = JSON.parse((await run([...args, '--data', data, '--json'])).out) as {
      error: { code: string; problems: { row: number }[] };
    };
    expect(told.error.code).toBe('invalid-input');
    expect(told.error.problems.map(({ row }) => row)).toEqual([2, 3]);

    const later = await run(['import', here('queries.csv'), '--project', 'heat', '--data', data]);
    expect(later).toMatchObject({ code: exit.failed });
    expect(later.err).toContain(
      'create one with "voirdire serve" or "voirdire import FILE --project NAME --create-project TITLE"'
    );
    expect(existsSync(join(data, 'voirdire.db'))).toBe(false);
  });

  it('makes no project if the import into it is refused', async () => {
    const data = newFolder('data');
    const args = ['--project', 'heat', '--create-project', 'Heat', '--data', data];
    const refused = await run(['import', here('reports'), ...args]);
    expect(refused.code).toBe(exit.failed);
    expect(refused.err).toContain('The project has no query q1.');
    const later = await run(['import', here('queries.csv'), '--project', 'heat', '--data', data]);
    expect(later.err).toContain('There is no project heat. Create it with --create-project NAME.');
  });

  it('takes the system from the folder, or from --system, which wins over it, with its description', async () => {
    const data = newFolder('data');
    const base = ['--project', 'heat', '--data', data, '--json'];
    await run(['import', here('queries.csv'), '--create-project', 'Heat', ...base]);
    const system = ['--system', 'borealis', '--provider', 'Somebody', '--collected-at', '2025-06-01'];
    const told = await run(['import', here('direct'), ...system, ...base]);
    expect(JSON.parse(told.out)).toMatchObject({ imported: [{ result: { systems: { added: 1 } } }] });
    const untold = await run(['import', here('direct'), ...base]);
    expect(JSON.parse(untold.out)).toMatchObject({
      imported: [{ result: { systems: { added: 1 }, reports: { added: 1 } } }]
    });
    const elsewhere = await run(['import', here('reports'), ...system, ...base]);
    expect(elsewhere).toMatchObject({ code: exit.done });
    expect(JSON.parse(elsewhere.out)).toMatchObject({
      imported: [
        {
          notes: [
            'The reports of the folder aurora were imported as reports of borealis',
            '2 files were skipped, because they are not reports: README.md, reports/aurora/qid_q3_report.txt'
          ]
        }
      ]
    });
    const wrong = await run(['import', here('direct'), '--system', 'x', '--collected-at', '2025-13-01', ...base]);
    expect(wrong.err).toContain('Write a date like 2025-09-30.');
  });

  it.each([
    [['import', here('nowhere'), '--project', 'p'], exit.failed, 'There is no file or folder'],
    [['import', here('direct'), '--project', 'p', '--provider', 'X'], exit.failed, 'Specify the system with --system'],
    [['import', here('queries.csv'), '--project', 'p', '--data', join(files, 'none')], exit.failed, 'not available'],
    [['import', here('queries.csv')], exit.usage, '--project'],
    [['import', '--project', 'p'], exit.usage, 'specify files or folders'],
    [
      ['import', here('direct'), '--project', 'p', '--collected', '2026-02-30'],
      exit.usage,
      '"2026-02-30" is not a day'
    ],
    [['import', files, '--project', 'p', '--category', 'robot'], exit.usage, 'multi-agent']
  ])('%j ends with %i and says why', async (args, code, why) => {
    const ended = await run(args);
    expect(ended.code).toBe(code);
    expect(ended.err).toContain(why);
  });
});
