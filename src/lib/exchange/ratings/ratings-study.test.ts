import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LabelScale } from '../../studies/labels/label-scale.ts';
import { labelFromText, likelyScale, readLabelScale, readScaleFor } from './label-scale-text.ts';
import { previewRatings } from './ratings-preview.ts';
import { readRatingsStudies, type RatingsStudyWish } from './ratings-study.ts';
import { inEnglish, sayIn } from '../../messages/say-in.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const steps: LabelScale = { level: 'ordinal', labels: ['1', '2', '3', '4', '5'] };
const wish = (more: Partial<RatingsStudyWish> = {}): RatingsStudyWish => ({
  ...{ name: 'Elsewhere', file: 'labels.csv', scale: steps, judges: ['gpt'] },
  ...more
});
const read = async (text: string, more: Partial<RatingsStudyWish> = {}) => {
  const parsed = await readRatingsStudies(bytes(text), wish(more));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.value.map((study) => ({ ...study, items: [...study.items] }));
};
const problems = async (text: string, more: Partial<RatingsStudyWish> = {}) => {
  const parsed = await readRatingsStudies(bytes(text), wish(more));
  return parsed.ok ? [] : parsed.problems.map(({ row, column, reason }) => `${row} ${column}: ${reason}`);
};

const long = `item,rater,coherence,fluency,doc,model,p
a,ann,4.0,5,d1,m1,0.5
a,gpt,4,4,d1,m1,0.5
b,ann,2,NA,d1,m2,1
b,gpt,3,1,d1,m2,1
`;
const columns = { cluster: 'doc', system: 'model', probability: 'p' };

describe('ratings read as studies', () => {
  it('give one study for each column of labels, on its scale, with what is said of items', async () => {
    const studies = await read(long, { labels: ['coherence', 'fluency'], columns });
    expect(studies.map(({ name, metric }) => [name, metric])).toEqual([
      ['Elsewhere: coherence', 'coherence'],
      ['Elsewhere: fluency', 'fluency']
    ]);
    expect(studies[0]).toMatchObject({
      columns: { cluster: 'doc', system: 'model', probability: 'p', label: 'coherence' },
      raters: [
        { name: 'ann', judge: false },
        { name: 'gpt', judge: true }
      ],
      items: [
        { item: 'a', cluster: 'd1', system: 'm1', category: null, stratum: null, inclusionProbability: 0.5, labels: ['4', '4'] }, // prettier-ignore
        { item: 'b', system: 'm2', inclusionProbability: 1, labels: ['2', '3'] }
      ]
    });
    expect(studies[1]!.items[1]!.labels).toEqual([null, '1']);
  });

  it('recognise what a long table says of items, unless it is told or told to be none', async () => {
    const told = `item,rater,label,model,domain,stratum,inclusion_probability,overall_probability
a,ann,4,m1,heat,differ,0.5,0.25
a,gpt,5,m1,heat,differ,0.5,0.25
`;
    const [study] = await read(told);
    expect(study!.items).toMatchObject([
      { system: 'm1', category: 'heat', stratum: 'differ', inclusionProbability: 0.25 }
    ]);
    expect(study!.columns).toMatchObject({ system: 'model', category: 'domain', probability: 'overall_probability' });
    const [other] = await read(told, { columns: { category: null, probability: 'inclusion_probability' } });
    expect(other!.items).toMatchObject([{ system: 'm1', category: null, inclusionProbability: 0.5 }]);
    expect((await previewRatings(bytes(told), { columns: { rater: 'model' } })).taken).toMatchObject({
      rater: 'model'
    });
    expect((await previewRatings(bytes(told), { columns: { rater: 'model' } })).taken.system).toBeUndefined();
  });

  it('take a column called "model" of a wide table for a rater', async () => {
    const [study] = await read('item,ann,model\na,4,5\n', { judges: ['model'] });
    expect(study!.raters.map(({ name }) => name)).toEqual(['ann', 'model']);
  });

  it('make their items one by one, the same as often as they are read', async () => {
    const parsed = await readRatingsStudies(bytes(long), wish({ labels: ['coherence'], columns }));
    const [study] = parsed.ok ? parsed.value : [];
    expect(Array.isArray(study!.items)).toBe(false);
    const [first, second] = [[...study!.items], [...study!.items]];
    expect(first.map(({ item }) => item)).toEqual(['a', 'b']);
    expect(second).toEqual(first);
  });

  it('read a wide table with one column for each rater, and without clusters each item is its own', async () => {
    const [study] = await read('id,ann,gpt\nx,1,2\ny,5,5\n', { metric: 'relevance' });
    expect(study).toMatchObject({ name: 'Elsewhere', metric: 'relevance' });
    expect(study!.items.map(({ item, cluster, labels }) => [item, cluster, labels])).toEqual([
      ['x', 'x', ['1', '2']],
      ['y', 'y', ['5', '5']]
    ]);
  });

  it('are refused with the number of raters beyond 1,000, in both layouts', async () => {
    const named = (n: number): string[] => Array.from({ length: n }, (_, i) => `r${i}`);
    const rows = (n: number): string =>
      `item,rater,label\n${named(n)
        .map((name) => `i,${name},3\n`)
        .join('')}`;
    const wide = (n: number): string => `id,${named(n).join(',')}\nx,${named(n).fill('3').join(',')}\n`;
    const refusal = 'The file has 1,001 raters; a study can have at most 1,000.';
    expect(await problems(rows(1_000), { judges: ['r1'] })).toEqual([]);
    expect(await problems(rows(1_001))).toEqual([expect.stringContaining(`null rater: ${refusal}`)]);
    expect(await problems(wide(1_001))).toEqual([expect.stringContaining(`null file: ${refusal}`)]);
  });

  it('count only raters of a question if the others are left out', async () => {
    const row = (rater: number): string => `i,r${rater},${rater < 700 ? '3,' : ',3'}\n`;
    const table = `item,rater,a,b\n${Array.from({ length: 1_400 }, (_, i) => row(i)).join('')}`;
    expect(await problems(table, { labels: ['a', 'b'], judges: ['r1'], onlyRated: true })).toEqual([]);
  });

  it('are refused before they are read if there are more than 50 columns of labels, as is their preview', async () => {
    const labels = Array.from({ length: 51 }, (_, i) => `q${i}`);
    const table = `item,rater,${labels.join(',')}\na,ann,${labels.map(() => '3').join(',')}\n`;
    const reason = expect.stringMatching(/51 columns of labels; one import reads at most 50\. Select/) as string;
    const wanted = { layout: 'long', labels } as const;
    expect(await problems(table, { labels, judges: [] })).toEqual([reason]);
    const refused = await previewRatings(bytes(table), wanted);
    expect(refused).toMatchObject({ labels: [], labelColumns: labels, problems: [{ column: 'labels', reason }] });
    const few = await previewRatings(bytes(table), { ...wanted, labels: labels.slice(1) });
    expect([few.labels.length, few.problems]).toEqual([50, []]);
  });

  it('name a decimal comma as the fault of a label and of a probability', async () => {
    const reason = 'The number has a comma. Write decimals with a point, and thousands without a separator';
    expect(await problems('item;rater;label;probability\na;ann;1,0;0,5\n')).toEqual([
      `2 probability: ${reason}`,
      `2 label: ${reason}`
    ]);
  });

  it('complain of everything that is wrong, each with its row, and give no study', async () => {
    const rows = Array.from(
      { length: 20 },
      (_, i) => `${'abcdefghij'[i >> 1]},${i % 2 ? 'gpt' : 'ann'},${(i % 5) + 1}`
    );
    rows[3] = 'b,gpt,6';
    rows[6] = 'c,ann,2';
    rows[9] = 'e,gpt,often';
    rows[11] = 'f,,3';
    rows[14] = 'h,ann';
    expect(await problems(['item,rater,label', ...rows].join('\n'), { judges: ['gpt', 'claude'] })).toEqual([
      '5 label: The label is not on the scale 1 < 2 < 3 < 4 < 5',
      '8 rater: ann rated c already in row 6',
      '11 label: The label is not on the scale 1 < 2 < 3 < 4 < 5',
      '13 rater: The rater is missing',
      '16 row: The row has 2 cells, but the header has 3'
    ]);
    expect(await problems('item,label\na,1\n', { layout: 'long' })).toEqual([
      '1 rater: The column rater is missing; the file’s columns are: item, label'
    ]);
    expect(await problems(long, { labels: ['coherence', 'taste'], columns: { ...columns, cluster: 'dock' } })).toEqual([
      '1 dock: There is no column dock; the file’s columns are: item, rater, coherence, fluency, doc, model, p',
      '1 taste: There is no column taste; the file’s columns are: item, rater, coherence, fluency, doc, model, p'
    ]);
  });

  it('refuse the errors of formulas, which would be a category of their own', async () => {
    const scale: LabelScale = { level: 'nominal', labels: ['good', '#N/A'] };
    expect(await problems('item,rater,label\na,ann,good\na,gpt,#N/A\n', { scale })).toEqual([
      '3 label: The cell contains the error of a formula. Correct the formula, or leave the cell empty'
    ]);
  });

  it('complain of what is said of items if it contradicts itself or is no probability', async () => {
    expect(
      await problems(long.replace('a,gpt,4,4,d1,m1,0.5', 'a,gpt,4,4,d1,m9,2'), { labels: ['coherence'], columns })
    ).toEqual([
      '3 model: The item a had "m1" here before. Write one value in all rows of an item, or import without this column',
      '3 p: An inclusion probability must be above 0 and at most 1'
    ]);
  });

  it('complain of judges that are not there, and of there being no person', async () => {
    expect(await problems('id,ann,gpt\nx,1,2\n', { judges: ['claude'], name: ' ' })).toEqual([
      'null name: Name the study.',
      'null judges: There is no rater claude; the raters are: ann, gpt'
    ]);
    expect(await problems('id,ann,gpt\nx,1,2\n', { judges: ['ann', 'gpt'] })).toEqual([
      'null judges: All raters are named as judges; at least one must be an annotator'
    ]);
  });
});

describe('a scale as people write it', () => {
  it.each([
    ['binary:yes,no', { level: 'binary', labels: ['yes', 'no'] }],
    ['preference: A, tie, B', { level: 'preference', labels: ['A', 'tie', 'B'] }],
    ['nominal:a, b, c', { level: 'nominal', labels: ['a', 'b', 'c'] }],
    ['nominal:a, if sure|b|c', { level: 'nominal', labels: ['a, if sure', 'b', 'c'] }],
    ['nominal:valid|invalid', { level: 'binary', labels: ['valid', 'invalid'] }],
    ['ordinal:1..4', { level: 'ordinal', labels: ['1', '2', '3', '4'] }],
    ['ordinal:poor,fair,good', { level: 'ordinal', labels: ['poor', 'fair', 'good'] }],
    ['interval:0..10', { level: 'interval', low: 0, high: 10 }]
  ])('%s is read', (text, scale) => {
    expect(readLabelScale(text).scale).toEqual(scale);
  });

  it.each([
    '',
    'binary',
    'binary:yes',
    'binary:yes,yes',
    'preference:A,B',
    'ordinal:4..1',
    'interval',
    'nominal',
    'nominal:a',
    'nominal:a|b|b',
    'nominal:a||b'
  ])('"%s" is refused with what to write', (text) => {
    const read = readLabelScale(text);
    expect([read.scale, (read.reason ? sayIn('en', read.reason) : '').length > 20]).toEqual([null, true]);
  });

  it('takes the categories of the file if it names none, in an order that does not depend on the rows', () => {
    const read = (labels: string[], text = 'nominal'): unknown => readScaleFor(text, labels, ['unclear']).scale;
    const aside = { withoutValue: ['unclear'] };
    expect(read(['c', 'a', 'unclear', 'b, c', 'a'])).toEqual({
      level: 'nominal',
      labels: ['a', 'b, c', 'c'],
      ...aside
    });
    expect(read(['10', '9', '2'], 'nominal:')).toEqual({ level: 'nominal', labels: ['2', '9', '10'], ...aside });
    expect(read(['no', 'yes', 'no'])).toEqual({ level: 'binary', labels: ['yes', 'no'], ...aside });
    expect(read(['one|two', 'x'])).toEqual({ level: 'binary', labels: ['one|two', 'x'], ...aside });
    expect(inEnglish([readScaleFor('nominal', ['only']).reason!])[0]).toContain('at least two categories');
    expect(inEnglish([readScaleFor('nominal:a|b|unclear', [], ['unclear']).reason!])[0]).toContain('Name it once');
  });

  it('writes labels its own way, and keeps those that say nothing', () => {
    const { scale } = readLabelScale('ordinal:1..5', ['unclear']);
    expect(['4.0', '4', 'unclear', '6', 'four'].map((text) => labelFromText(scale!, text))).toEqual(['4', '4', 'unclear', null, null]); // prettier-ignore
  });

  it.each([
    [['Yes', 'No', 'Yes'], 'binary:Yes,No'],
    [['1', '0'], 'binary:1,0'],
    [['A', 'tie', 'A'], 'preference:A,tie,B'],
    [['5', '2', '3'], 'ordinal:2..5'],
    [['0.5', '9'], 'interval:0.5..9'],
    [['pass', 'fail'], 'binary:pass,fail'],
    [['Yes, fully', 'No'], 'binary:Yes, fully|No'],
    [['1,5', '2'], null],
    [['a little', 'a lot', 'not'], null],
    [[], null]
  ])('%j look like %s', (labels, scale) => {
    expect(likelyScale(labels)).toBe(scale);
  });
});

describe('a preview of ratings', () => {
  it('says what was understood before a scale is chosen', async () => {
    const preview = await previewRatings(bytes(long), {
      labels: ['coherence', 'fluency'],
      columns: { cluster: 'doc' }
    });
    expect(preview).toMatchObject({
      ...{ layout: 'long', items: 2, raters: ['ann', 'gpt'], clusters: 1, missing: 1, scale: 'ordinal:1..5' },
      taken: { item: 'item', rater: 'rater', cluster: 'doc', system: 'model' },
      labelColumns: ['coherence', 'fluency', 'p'],
      problems: []
    });
    expect(preview.counts[0]).toEqual({ column: 'coherence', given: 4, others: 0, labels: [{ label: '4.0', count: 1 }, { label: '4', count: 1 }, { label: '2', count: 1 }, { label: '3', count: 1 }] }); // prettier-ignore
  });

  it('takes every column that is nothing else for one of labels, if none is called so', async () => {
    const preview = await previewRatings(bytes(long), {});
    expect(preview).toMatchObject({ layout: 'long', labels: ['coherence', 'fluency'], problems: [] });
    expect(inEnglish(preview.notes)).toContain('Ignored columns: doc (4), p (4)');
  });

  it('takes a table without rater and label for a wide one', async () => {
    expect(await previewRatings(bytes('id,ann,gpt\nx,1,0\n'), {})).toMatchObject({ layout: 'wide', raters: ['ann', 'gpt'], scale: 'binary:1,0' }); // prettier-ignore
  });

  it('says what is wrong with a file that is none', async () => {
    expect((await previewRatings(bytes(''), {})).problems).toMatchObject([{ reason: 'The file is empty' }]);
  });
});

const shared = process.env.VOIRDIRE_SHARED ?? join(process.cwd(), '../shared');
const summaries = join(shared, 'data/summeval_op/annotated_dataset/summeval-op-detailed.jsonl');

describe.skipIf(!existsSync(summaries))('a published file of three raters on 416 summaries', () => {
  it('is seven studies, one for each dimension, in 32 clusters', async () => {
    const names = { fl: 'fluency', co: 'coherence', re: 'relevance', fa: 'faithfulness', ac: 'coverage', sc: 'sentiment', sp: 'specificity' }; // prettier-ignore
    const lines = readFileSync(summaries, 'utf8').trim().split('\n').map((line) => JSON.parse(line) as Record<string, number[][]>); // prettier-ignore
    const rows = lines.flatMap((line, doc) =>
      line.fl!.flatMap((_, system) =>
        [0, 1, 2].map((rater) =>
          JSON.stringify({
            ...{ item: `${doc}-${system}`, rater: `R${rater + 1}`, cluster: `doc ${doc}`, system: `system ${system}` },
            ...Object.fromEntries(Object.entries(names).map(([key, name]) => [name, line[key]![system]![rater]]))
          })
        )
      )
    );
    const labels = Object.values(names);
    const studies = await read(rows.join('\n'), { judges: ['R3'], labels, columns: { system: 'system' } });
    expect(studies.map(({ metric }) => metric)).toEqual(labels);
    for (const { items } of studies) {
      expect(items).toHaveLength(416);
      expect(new Set(items.map(({ cluster }) => cluster)).size).toBe(32);
      expect(items.every((item) => item.labels.every((label) => label !== null))).toBe(true);
    }
  });
});
if (!existsSync(summaries)) console.log(`Skipped: there is no ${summaries}; VOIRDIRE_SHARED names its folder.`);
