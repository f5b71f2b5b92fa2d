import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { folderOf, newFolder, removeFolders, run } from './command.fixture.ts';
import { exit } from './outcome.ts';

afterAll(removeFolders);

const rows = Array.from({ length: 10 }, (_, i) => [`i${i},ann,${1 + (i % 4)},d${i % 3}`, `i${i},gpt,${1 + ((i + (i % 2)) % 4)},d${i % 3}`]).flat(); // prettier-ignore
const files = folderOf({
  'labels.csv': ['item,rater,clarity,doc', ...rows].join('\n'),
  'valid.csv': ['item,rater,label', ...rows.map((row) => row.split(',').slice(0, 2)).map(([item, rater], i) => `${item},${rater},${i % 4 < 2 ? 'invalid' : 'valid'}`)].join('\n'), // prettier-ignore
  'wrong.csv': ['item,rater,clarity,doc', ...rows, 'i0,ann,2,d0', 'i10,gpt,9,d1'].join('\n')
});
const here = (name: string): string => join(files, name);
const common = ['--project', 'notes', '--name', 'Pilot', '--scale', 'ordinal:1..4', '--columns', 'cluster=doc', '--label', 'clarity']; // prettier-ignore

describe('voirdire import --ratings', () => {
  it('makes a study that voirdire report reads', async () => {
    const data = newFolder('data');
    const args = ['import', '--ratings', here('labels.csv'), ...common, '--judges', 'gpt', '--data', data];
    const made = await run([...args, '--create-project', 'Notes', '--json']);
    expect(made).toMatchObject({ code: exit.done, err: '' });
    expect(JSON.parse(made.out)).toEqual({
      project: 'notes',
      studies: [{ number: 1, name: 'Pilot', metric: 'clarity', items: 10, raters: 2 }],
      notes: []
    });
    const second = await run(args);
    expect(second.out).toBe('study 2, Pilot: 10 items, 2 raters\n');
    const report = await run(['report', '1', '--project', 'notes', '--look', '--data', data]);
    expect(report).toMatchObject({ code: exit.done });
    expect(report.out).toContain('clarity, labels from labels.csv; 10 of 10 items');
  });

  it('tells every problem with its row and stores nothing', async () => {
    const data = newFolder('data');
    const args = ['import', '--ratings', here('wrong.csv'), ...common, '--create-project', 'Notes', '--data', data];
    const { code, out, err } = await run(args);
    expect({ code, out }).toEqual({ code: exit.failed, out: '' });
    expect(err).toContain('row 22, rater: ann rated i0 in row 2 already');
    expect(err).toContain('row 23, clarity: The label is not on the scale 1 < 2 < 3 < 4. Found: "9"');
    expect((await run(['report', '1', '--project', 'notes', '--data', data])).code).toBe(exit.failed);
  });

  it.each(['nominal', 'nominal:valid,invalid'])('takes two categories without order: %s', async (scale) => {
    const data = newFolder('data');
    const args = [
      '--project',
      'notes',
      '--create-project',
      'Notes',
      '--name',
      'Pilot',
      '--scale',
      scale,
      '--judges',
      'gpt'
    ];
    const made = await run(['import', '--ratings', here('valid.csv'), ...args, '--data', data]);
    expect(made).toMatchObject({ code: exit.done, err: '', out: 'study 1, Pilot: 10 items, 2 raters\n' });
    const report = await run(['report', '1', '--project', 'notes', '--look', '--data', data]);
    expect(report.out).toContain('label, labels from valid.csv; 10 of 10 items');
  });

  it.each(['nominal', 'nominal:1,2,3,4'])(
    'refuses more categories without order, with what to do: %s',
    async (scale) => {
      const args = ['--project', 'notes', '--create-project', 'Notes', '--name', 'Pilot', '--scale', scale];
      const data = newFolder('data');
      const { code, err } = await run([
        'import',
        '--ratings',
        here('labels.csv'),
        ...args,
        '--label',
        'clarity',
        '--data',
        data
      ]);
      expect(code).toBe(exit.failed);
      expect(err).toContain('4 categories without an order are not supported in a study');
      expect(err).toContain('voirdire stats');
    }
  );

  it('says what it needs to know', async () => {
    const { err } = await run(['import', '--ratings', here('labels.csv'), '--project', 'x', '--columns', 'group=doc']);
    expect(err).toContain('--scale: Say on which scale the labels are');
    expect(err).toContain('--name: Name the study.');
    expect(err).toContain('--columns: Write a column as MEANING=COLUMN');
    const beside = await run(['import', here('labels.csv'), '--ratings', here('labels.csv'), '--project', 'x']);
    expect([beside.code, beside.err]).toEqual([exit.usage, expect.stringContaining('name no other files')]);
  });
});
