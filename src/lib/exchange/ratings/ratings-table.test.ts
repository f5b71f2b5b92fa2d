import { describe, expect, it } from 'vitest';
import { ProblemList } from '../format/problem-list.ts';
import { ratingsOnScale, readScale, type RatingScale } from './rating-scale.ts';
import { previewRatings } from './ratings-preview.ts';
import { parseRatings, type RatingsOptions } from './ratings-table.ts';
import { inEnglish, sayIn } from '../../messages/say-in.ts';
import { atMost, processorTimeSince } from '../../../../tests/timing.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string, options?: RatingsOptions) => parseRatings(bytes(text), options);

async function table(text: string, options?: RatingsOptions) {
  const parsed = await read(text, options);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return { ...parsed.value, notes: inEnglish(parsed.notes) };
}

async function problems(text: string, options?: RatingsOptions) {
  const parsed = await read(text, options);
  return parsed.ok ? [] : parsed.problems.map(({ row, column, reason }) => `${row} ${column}: ${reason}`);
}

describe('raw labels that Voirdire exported', () => {
  const header = 'item_id,label_id,qid,item,rater,phase,revision,standing,label,purpose';
  const rows = [
    'u1,l1,q1,c1,ann,blind,1,false,no,sample',
    'u1,l2,q1,c1,ann,blind,2,true,yes,sample',
    'u1,l3,q1,c1,ann,post-reveal,1,true,no,sample',
    'u2,l4,q1,c1,ann,blind,1,true,no,sample',
    'u3,l5,q1,c2,ann,blind,1,true,yes,gold',
    'u1,l6,q1,c1,bob,blind,1,true,yes,sample'
  ];
  const lines = rows.map((row) => {
    const line = Object.fromEntries(row.split(',').map((cell, at) => [header.split(',')[at], cell]));
    return JSON.stringify({ ...line, standing: line['standing'] === 'true' });
  });

  it.each([
    ['CSV', [header, ...rows].join('\n')],
    ['JSON lines', lines.join('\n')]
  ])('are read by unit from %s, without the rows that figures do not use, which are counted', async (_, text) => {
    const { items, raters, ratings, clusters, notes } = await table(text);
    expect({ items, raters, clusters }).toEqual({
      items: ['u1', 'u2'],
      raters: ['ann', 'bob'],
      clusters: ['q1', 'q1']
    });
    expect(Array.from(ratings.label)).toEqual(['yes', 'no', 'yes']);
    expect(notes[0]).toMatch(/^Left out of raw labels: 3 rows that figures do not use/);
    expect(notes.join()).not.toMatch(/standing|purpose \(|phase/);
  });

  it('are read after a spreadsheet program saved them, which writes TRUE and FALSE', async () => {
    const saved = [header, ...rows.map((row) => row.replace(/true|false/, (one) => one.toUpperCase()))].join('\n');
    const { items, ratings } = await table(saved);
    expect({ items, labels: Array.from(ratings.label) }).toEqual({ items: ['u1', 'u2'], labels: ['yes', 'no', 'yes'] });
  });

  it('are refused by row if that program wrote neither, instead of being left out', async () => {
    const saved = [header, ...rows].join('\n').replaceAll('true', 'WAHR');
    expect(await problems(saved)).toContain(
      '3 standing: The value is neither true nor false. A spreadsheet program may have translated it: export the file again, or write true or false'
    );
  });

  it('have the same items in the preview of the page', async () => {
    const preview = await previewRatings(bytes([header, ...rows].join('\n')), {});
    expect(preview).toMatchObject({ items: 2, raters: ['ann', 'bob'], labels: ['label'], taken: { item: 'item_id' } });
    expect(inEnglish(preview.notes).join()).toContain('3 rows');
  });
});

it.each([';', ',', '\t'])('the line sep=%s, which tells Excel the separator, is no header', async (separator) => {
  const rows = ['item,rater,label', 'a,ann,yes', 'b,ann', 'c,ann,no'].map((row) => row.replaceAll(',', separator));
  const file = (lines: readonly string[]): string => [`sep=${separator}`, ...lines].join('\r\n');
  expect((await table(file(rows.filter((_, at) => at !== 2)))).items).toEqual(['a', 'c']);
  // As a spreadsheet program counts, which does not show the line.
  expect(await problems(file(rows))).toEqual([
    expect.stringMatching(/^3 row: The row has 2 cells, but the header has 3/)
  ]);
});

it('a row that repeats the header is no rating', async () => {
  const header = 'item,rater,label,cluster';
  expect(await problems(`${header}\na,ann,yes,q1\n${header}\nb,ann,no,q1\n`)).toEqual([
    '3 row: The row repeats the header. Remove it'
  ]);
  expect(await problems('item,ann,bob\na,1,2\n item ,ann,bob\n')).toEqual([
    '3 row: The row repeats the header. Remove it'
  ]);
});

const scale = (text: string): RatingScale => readScale(text).scale!;

describe('a table of ratings', () => {
  const long = 'item,rater,label,cluster\na,ann,1,q1\na,bob,2,q1\nb,ann,3,q2\n';
  const wide = 'item,cluster,ann,bob\na,q1,1,2\nb,q2,3,\n';
  const lines = [
    { item: 'a', cluster: 'q1', ann: 1, bob: 2 },
    { item: 'b', cluster: 'q2', ann: 3, bob: null }
  ]
    .map((line) => JSON.stringify(line))
    .join('\n');

  it.each([
    ['long CSV', long],
    ['wide CSV', wide],
    ['wide JSON lines', lines],
    ['wide CSV of semicolons', wide.replaceAll(',', ';')],
    ['wide CSV of tabs', wide.replaceAll(',', '\t')],
    [
      'long JSON lines',
      '{"item":"a","rater":"ann","label":1,"cluster":"q1"}\n{"item":"a","rater":"bob","label":"2","cluster":"q1"}\n{"item":"b","rater":"ann","label":3,"cluster":"q2"}'
    ]
  ])('is the same as %s', async (_, text) => {
    const { items, raters, clusters, ratings } = await table(text);
    expect(items).toEqual(['a', 'b']);
    expect(raters).toEqual(['ann', 'bob']);
    expect(clusters).toEqual(['q1', 'q2']);
    const { item, rater, label } = ratings;
    expect([[...item], [...rater], [...label]]).toEqual([[0, 0, 1], [0, 1, 0], ['1', '2', '3']]); // prettier-ignore
  });

  it('of more columns than raters can be is refused at once, as CSV and as JSON lines', async () => {
    const names = Array.from({ length: 100_000 }, (_, i) => `r${i}`);
    const reason = 'Write one row per rating (item, rater, label), or remove columns';
    const began = process.threadCpuUsage();
    expect(await problems(`item,${names.join(',')}\n1,${names.map(() => 'y').join(',')}\n`)).toEqual([
      `1 file: The table has more than 5,000 columns (100,001). ${reason}`
    ]);
    expect(await problems(JSON.stringify(Object.fromEntries(names.map((name) => [name, 'y']))))).toEqual([
      `1 file: The table has more than 5,000 columns (100,000). ${reason}`
    ]);
    expect(processorTimeSince(began)).toBeLessThan(atMost(1_000));
    expect((await table(`item,${names.slice(0, 4999).join(',')}\n1,${names.slice(0, 4999).fill('y').join(',')}\n`)).raters).toHaveLength(4999); // prettier-ignore
  });

  it('is long if it has rater and label, unless told otherwise', async () => {
    expect((await table(long)).layout).toBe('long');
    expect((await table(wide)).layout).toBe('wide');
    expect(await problems(wide, { layout: 'long' })).toEqual([
      '1 rater: The column rater is missing; the file’s columns are: item, cluster, ann, bob',
      '1 label: The column label is missing; the file’s columns are: item, cluster, ann, bob'
    ]);
  });

  it('numbers the rows of a wide table without items, and says so', async () => {
    const { items, notes } = await table('ann,bob\n1,2\n3,4\n');
    expect(items).toEqual(['1', '2']);
    expect(notes).toEqual(['Without a column item, each row is an item named by its number']);
  });

  it('counts missing ratings apart from given ones, by the texts that mean missing', async () => {
    const text = 'item,ann,bob\na,NA,-\nb,,2\n';
    const given = async (options?: RatingsOptions): Promise<[number, string[]]> => {
      const { missing, ratings } = await table(text, options);
      return [missing, [...ratings.label]];
    };
    expect(await given()).toEqual([2, ['-', '2']]);
    expect(await given({ missing: ['-'] })).toEqual([2, ['NA', '2']]);
  });

  it('reads only the raters that are named, and names the columns that it leaves', async () => {
    const { raters, notes } = await table('item,ann,comment\na,1,well\n', { raters: ['ann'] });
    expect(raters).toEqual(['ann']);
    expect(notes).toEqual(['Ignored columns: comment (1)']);
    expect(await problems('item,ann\na,1\n', { raters: ['eve'] })).toEqual([
      '1 eve: There is no column eve; the file’s columns are: item, ann'
    ]);
  });

  it.each(['instance_id,user_id', 'task id,Annotator ID', 'sample_id,coder'])(
    'takes the columns of annotation tools for item and rater: %s',
    async (header) => {
      const { items, raters } = await table(`${header},label\na,x,1\na,y,2\n`);
      expect([items, raters]).toEqual([['a'], ['x', 'y']]);
    }
  );

  it.each([
    [
      'an item rated twice by one rater',
      'item,rater,label\na,ann,1\na,ann,1\n',
      '3 rater: ann rated a already in row 2'
    ],
    [
      'an item in two rows of a wide table',
      'item,ann\na,1\na,2\n',
      '3 item: The item a occurs in an earlier row. A wide table has one row per item; a table with one rating per row needs the columns item, rater and label'
    ],
    [
      'an item in two clusters',
      'item,rater,label,qid\na,x,1,p\na,y,1,q\n',
      '3 qid: The item a was in the cluster p before'
    ],
    ['a row without item', 'item,ann\n,1\n', '2 item: The item is missing'],
    ['a row without rater', 'item,rater,label\na,,1\n', '2 rater: The rater is missing'],
    [
      'a row without cluster',
      'item,cluster,ann\na,,1\n',
      '2 cluster: The cluster is missing. Add one to every item, or remove the column'
    ],
    ['a row of another width', 'item,ann\na,1,2\n', '2 row: The row has 3 cells, but the header has 2'],
    [
      'a column that stands twice',
      'item,ann,ann\na,1,2\n',
      '1 ann: The column ann occurs twice. Remove or rename one of them'
    ],
    [
      'a table without raters',
      'item,cluster\na,q\n',
      '1 rater: No column contains ratings; the file’s columns are: item, cluster'
    ],
    [
      'an object as a label',
      '{"item":"a","ann":{"x":1}}',
      '1 ann: The value is not a text, a number, true, false or null'
    ],
    ['a header alone', 'item,ann\n', 'null file: The file has no ratings'],
    ['rows without a rating', 'item,ann,bo\ni1,,NA\n', 'null file: The file has no ratings'],
    ['nothing at all', '', 'null file: The file is empty']
  ])('is refused with %s, by row and column', async (_, text, problem) => {
    expect(await problems(text)).toEqual([problem]);
  });
});

describe('a rating scale', () => {
  it.each([
    ['nominal', { kind: 'nominal', categories: null }],
    ['nominal:yes,no', { kind: 'nominal', categories: ['yes', 'no'] }],
    ['ordinal:1..4', { kind: 'ordinal', categories: [1, 2, 3, 4] }],
    ['ordinal: 0, 0.5, 1', { kind: 'ordinal', categories: [0, 0.5, 1] }],
    ['interval', { kind: 'interval', low: null, high: null }],
    ['interval:0..10', { kind: 'interval', low: 0, high: 10 }]
  ])('is read from %s', (text, expected) => {
    expect(readScale(text)).toEqual({ scale: expected });
  });

  it.each([
    '',
    'likert',
    'ordinal',
    'ordinal:1',
    'ordinal:1,,2',
    'ordinal:1,2,1',
    'ordinal:4..1',
    'ordinal:0..1e9',
    'interval:5'
  ])('is not read from "%s"', (text) => {
    const { scale: found, reason } = readScale(text);
    expect(found).toBeNull();
    expect(sayIn('en', reason!)).toMatch(/^[A-Z]/);
  });

  const onScale = async (text: string, declared: RatingScale | null) => {
    const list = new ProblemList();
    const scaled = ratingsOnScale(await table(text), declared, list);
    return { ...scaled, problems: list.all };
  };

  it('keeps a declared category that no rater used', async () => {
    const { categories, labels, declared } = await onScale('item,ann,bob\na,1,4.0\n', scale('ordinal:1..4'));
    expect(categories).toEqual([1, 2, 3, 4]);
    expect(labels).toEqual([[1], [4]]);
    expect(declared).toBe(true);
  });

  it('is what occurs if it was not declared: categories, or numbers if they have fractions', async () => {
    expect(await onScale('item,ann,bob\na,no,yes\n', null)).toMatchObject({
      categories: ['no', 'yes'],
      declared: false
    });
    expect(await onScale('item,ann,bob\na,10,9\n', null)).toMatchObject({ categories: [9, 10], declared: false });
    expect(await onScale('item,ann,bob\na,1.5,2\n', null)).toMatchObject({
      categories: null,
      scale: { kind: 'interval' }
    });
  });

  it('is not the categories 1,5 and 2 if numbers have decimal commas, which are refused with the remedy', async () => {
    const table = 'item;ann;bob\na;1,5;2\n';
    const reason = 'The number has a comma. Write decimals with a point, and thousands without a separator';
    for (const declared of [null, scale('interval:0..10'), scale('ordinal:1..4')])
      expect((await onScale(table, declared)).problems).toMatchObject([
        { row: 2, column: 'ann', reason, found: '1,5' }
      ]);
    expect((await onScale(table, scale('nominal'))).problems).toEqual([]);
    expect((await onScale('item;ann;bob\na;1,5;often\n', null)).problems).toEqual([]);
  });

  it('refuses a label that is not on it, by row and rater', async () => {
    const { problems: found } = await onScale('item,ann,bob\na,1,2\nb,1,5\n', scale('ordinal:1..4'));
    const wording = { section: 'importProblems', key: 'labelOffScale', values: { scale: '1, 2, 3, 4' } };
    const reason = 'The label is not on the scale 1, 2, 3, 4';
    expect(found).toEqual([{ row: 3, column: 'bob', reason, found: '5', wording }]);
    const range = await onScale('item,rater,score\na,ann,11\n', scale('interval:0..10'));
    expect(range.problems[0]).toMatchObject({
      row: 2,
      column: 'score',
      reason: 'The label is not a number from 0 to 10'
    });
    for (const declared of ['interval', 'interval:0..1e300']) {
      const large = await onScale('item,ann,bob\na,1,1e200\n', scale(declared));
      expect(large.problems).toMatchObject([
        { row: 2, column: 'bob', reason: 'The label is too large to compute with', found: '1e200' }
      ]);
    }
  });
});
