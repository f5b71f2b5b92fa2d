import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { chartNames } from '../lib/alignment/charts/chart.ts';
import type { AlignmentReport } from '../lib/alignment/report/report.ts';
import { folderOf, newFolder, removeFolders, run } from './command.fixture.ts';
import { exit } from './outcome.ts';

afterAll(removeFolders);

const rows = Array.from({ length: 10 }, (_, i) => [`i${i},ann,${1 + (i % 4)},d${i % 3}`, `i${i},gpt,${1 + ((i + (i % 2)) % 4)},d${i % 3}`]).flat(); // prettier-ignore
/** Three people and three judges on eight items in four documents: `doc,people,judges`, a letter for each. */
const kinds = ['d0,aaa,aaa', 'd0,aab,aab', 'd1,bbb,bbb', 'd1,bbc,cbc', 'd2,ccc,ccc', 'd2,cdd,ddd', 'd3,ddd,dda', 'd3,abc,adb']; // prettier-ignore
const kindRows = kinds.flatMap((one, i) => {
  const [doc, people, judges] = one.split(',') as [string, string, string];
  return [...people, ...judges].map((label, r) => `k${i},${['p1', 'p2', 'p3', 'j1', 'j2', 'j3'][r]},${label},${doc}`);
});
const files = folderOf({
  'kinds.csv': ['item,rater,label,doc', ...kindRows].join('\n'),
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
    const report = await run(['report', '1', '--project', 'notes', '--unblind', '--data', data]);
    expect(report).toMatchObject({ code: exit.done });
    expect(report.out).toContain('clarity, labels from labels.csv; 10 of 10 items');
  });

  it('reads systems, strata and probabilities as the page does, or none of them', async () => {
    const data = newFolder('data');
    const folder = folderOf({
      'about.csv': 'item,rater,label,model\na,ann,yes,m1\na,bob,yes,m2\nb,ann,no,m1\n',
      'right.csv': 'item,rater,label,model,p\na,ann,yes,m1,1\nb,bob,no,m2,1\n'
    });
    const args = ['--project', 'p', '--create-project', 'P', '--name', 'Pilot', '--scale', 'binary:yes,no'];
    const put = (file: string, ...more: string[]) =>
      run(['import', '--ratings', join(folder, file), ...args, ...more, '--data', data]);
    expect((await put('right.csv', '--columns', 'probability=p')).out).toContain(
      'Recognised columns: system (model). Leave one out with an empty column, as --columns system=.'
    );
    expect((await put('about.csv')).err).toContain('row 3, model: The item a had "m1" here before');
    expect((await put('about.csv', '--columns', 'system=')).out).toContain('Ignored columns: model (3)');
  });

  it('names raters and categories that look alike and count as different', async () => {
    const data = newFolder('data');
    const labels = ['yes', 'Yes', 'no', 'unsure'];
    const lines = Array.from({ length: 8 }, (_, i) => [
      `i${i},ann,${labels[i % 4]}`,
      `i${i},${i < 4 ? 'bob' : 'Bob'},no`
    ]);
    const folder = folderOf({ 'alike.csv': ['item,rater,label', ...lines.flat()].join('\n') });
    const words = ['--project', 'p', '--create-project', 'P', '--name', 'Pilot', '--data', data];
    const { code, out } = await run(['import', '--ratings', join(folder, 'alike.csv'), '--scale', 'nominal', ...words]);
    expect(code).toBe(exit.done);
    expect(out).toContain(
      'Raters that differ only by letter case, spaces or Unicode form count as different: "bob" / "Bob".'
    );
    expect(out).toContain('Labels that differ only by letter case, spaces or Unicode form count as different: ');
  });

  it('tells every problem with its row and stores nothing', async () => {
    const data = newFolder('data');
    const args = ['import', '--ratings', here('wrong.csv'), ...common, '--create-project', 'Notes', '--data', data];
    const { code, out, err } = await run(args);
    expect({ code, out }).toEqual({ code: exit.failed, out: '' });
    expect(err).toContain('row 22, rater: ann rated i0 already in row 2');
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
    const own = '  No column names queries: each item counts as a query of its own (--columns cluster=NAME).\n';
    expect(made).toMatchObject({ code: exit.done, err: '', out: `study 1, Pilot: 10 items, 2 raters\n${own}` });
    const report = await run(['report', '1', '--project', 'notes', '--unblind', '--data', data]);
    expect(report.out).toContain(
      'The labels name no queries: each item counts as a query of its own, and intervals treat items as independent.'
    );
    expect(report.out).not.toContain('The labelled items come from');
    expect(report.out).toContain('label, labels from valid.csv; 10 of 10 items');
  });

  it('takes the queries of a column that it recognises, and names no missing ones', async () => {
    const rows = ['i1,ana,yes,q1', 'i1,gpt,yes,q1', 'i2,ana,no,q1', 'i2,gpt,yes,q1', 'i3,ana,no,q2', 'i3,gpt,no,q2'];
    const file = join(folderOf({ 'r.csv': ['item,rater,label,qid', ...rows].join('\n') }), 'r.csv');
    const place = ['--project', 'notes', '--data', newFolder('data')];
    const wish = ['--create-project', 'Notes', '--name', 'Pilot', '--scale', 'binary:yes,no', '--judges', 'gpt'];
    expect((await run(['import', '--ratings', file, ...wish, ...place])).out).toBe(
      'study 1, Pilot: 3 items, 2 raters\n'
    );
    const report = await run(['report', '1', '--unblind', ...place]);
    expect(report.out).toContain('3 of 3 items labelled by 1 annotator, from 2 queries.');
    expect(report.out).toContain('The labelled items come from 2 queries.');
    expect(report.out).not.toContain('name no queries');
  });

  it.each(['nominal', 'nominal:a,b,c,d', 'nominal:a|b|c|d'])(
    'takes four categories without order, with figures counted by hand: %s',
    async (scale) => {
      const data = newFolder('data');
      const args = ['--project', 'notes', '--create-project', 'Notes', '--name', 'Kinds', '--scale', scale];
      const made = await run([
        ...['import', '--ratings', here('kinds.csv'), ...args, '--judges', 'j1,j2,j3'],
        ...['--columns', 'cluster=doc', '--data', data]
      ]);
      expect(made).toMatchObject({ code: exit.done, err: '', out: 'study 1, Kinds: 8 items, 6 raters\n' });
      const report = await run(['report', '1', '--project', 'notes', '--unblind', '--json', '--data', data]);
      expect(report).toMatchObject({ code: exit.done, err: '' });
      const { report: found } = JSON.parse(report.out) as { report: AlignmentReport };
      expect(found.method.scale).toEqual({ level: 'nominal', labels: ['a', 'b', 'c', 'd'] });
      expect(found.ceiling.figures.map(({ name, figure }) => [name, figure.value])).toEqual([
        ['Krippendorff’s α, nominal', expect.closeTo(223 / 430, 12)],
        ['Fleiss’ κ', expect.closeTo(214 / 430, 12)],
        ['Gwet’s AC1', expect.closeTo(650 / 1298, 12)]
      ]);
      expect(found.candidates.map(({ name, agreement }) => [name, agreement.value])).toEqual([
        ['j1', expect.closeTo(19 / 24, 12)],
        ['j2', expect.closeTo(7 / 8, 12)],
        ['j3', expect.closeTo(13 / 24, 12)],
        ['j1 + j2 + j3, majority', expect.closeTo(6 / 8, 12)]
      ]);
      const formats = ['html', 'markdown', 'latex', 'csv', 'csv --of candidates', 'csv --of pairs', 'json'];
      const charts = chartNames.map((name) => `svg --chart ${name}`);
      for (const format of [...formats, ...charts]) {
        const written = await run(['report', '1', '--project', 'notes', '--data', data, '--format', ...format.split(' ')]); // prettier-ignore
        expect([format, written.code, written.err]).toEqual([format, exit.done, '']);
        expect(written.out.length).toBeGreaterThan(200);
        expect(written.out).not.toMatch(/NaN|\[object/);
      }
    }
  );

  it('refuses more categories than a table of them can show, and a category named twice', async () => {
    const many = Array.from({ length: 31 }, (_, i) => `c${i}`).join('|');
    for (const [scale, why] of [
      [`nominal:${many}`, '31 categories exceed the maximum of 30 per study'],
      ['nominal:a|b|a', 'The scale names a category twice']
    ] as const) {
      const args = ['--project', 'x', '--name', 'Kinds', '--scale', scale];
      const { code, err } = await run(['import', '--ratings', here('kinds.csv'), ...args]);
      expect([code, err]).toEqual([exit.failed, expect.stringContaining(why)]);
    }
  });

  it('tells the row of a category that is not among those declared', async () => {
    const args = ['--project', 'x', '--create-project', 'X', '--name', 'Kinds', '--scale', 'nominal:a|b|c'];
    const data = newFolder('data');
    const { code, err } = await run(['import', '--ratings', here('kinds.csv'), ...args, '--data', data]);
    expect(code).toBe(exit.failed);
    expect(err).toContain('The label is not on the scale a / b / c. Found: "d"');
  });

  it('says what it needs to know', async () => {
    const { err } = await run(['import', '--ratings', here('labels.csv'), '--project', 'x', '--columns', 'group=doc']);
    expect(err).toContain('--scale: Specify the scale of the labels');
    expect(err).toContain('--name: Name the study.');
    expect(err).toContain('--columns: Enter MEANING=COLUMN');
    const beside = await run(['import', here('labels.csv'), '--ratings', here('labels.csv'), '--project', 'x']);
    expect([beside.code, beside.err]).toEqual([
      exit.usage,
      expect.stringContaining('cannot be combined with other files')
    ]);
  });
});
