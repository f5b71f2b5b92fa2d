import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parquetOfLines } from '../lib/exchange/format/parquet/parquet-table.ts';
import { cohenKappa, krippendorffAlpha } from '../lib/stats/index.ts';
import { folderOf, removeFolders, run, start } from './command.fixture.ts';
import { exit } from './outcome.ts';
import { csv, few, type Printed, stats, shared } from './stats.fixture.ts';

afterAll(removeFolders);

const folder = folderOf({ 'r.csv': csv });
const file = join(folder, 'r.csv');
const columns = [few.human, few.judge1, few.judge2].map((column) => Array.from(column));

const valueOf = ({ figures }: Printed, statistic: string, ...raters: string[]): number | null =>
  figures.find((one) => one.statistic === statistic && raters.every((name, i) => one.raters[i] === name))!.value;

describe('voirdire stats', () => {
  it('computes what the library computes', async () => {
    const found = await stats(
      file,
      '--scale',
      'ordinal:1..4',
      '--statistic',
      'cohen-kappa-quadratic',
      'krippendorff-alpha-ordinal'
    );
    const categories = [1, 2, 3, 4];
    const kappa = cohenKappa(columns[0]!, columns[2]!, { categories, weights: 'quadratic' });
    expect(valueOf(found, 'cohen-kappa-quadratic', 'human', 'judge2')).toBeCloseTo(kappa.value!, 12);
    const units = columns[0]!.map((_, i) => columns.map((own) => own[i]!));
    const alpha = krippendorffAlpha(units, { categories, metric: 'ordinal' });
    expect(valueOf(found, 'krippendorff-alpha-ordinal')).toBeCloseTo(alpha.value!, 12);
  });

  it('reads the same table as Parquet', async () => {
    const [head = '', ...lines] = csv.trim().split('\n');
    const names = head.split(',');
    const rows = lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [names[at]!, cell])));
    const parquet = join(folder, 'r.parquet');
    writeFileSync(parquet, await parquetOfLines(rows.map((row) => JSON.stringify(row)).join('\n')));
    const asked = ['--scale', 'ordinal:1..4', '--statistic', 'krippendorff-alpha-ordinal'];
    expect((await stats(parquet, ...asked)).figures).toEqual((await stats(file, ...asked)).figures);
  });

  it.each([
    ['ordinal:4..1', 'The range “4..1” does not go from a smaller to a larger number.'],
    ['ordinal:1', 'A scale has at least two categories.'],
    ['binary:yes,no', 'A scale is nominal, ordinal:LOWEST,…,HIGHEST or interval.']
  ])('refuses the scale %s in words', async (scale, reason) => {
    const { code, err } = await run(['stats', file, '--scale', scale]);
    expect([code, err]).toEqual([
      exit.usage,
      expect.stringContaining(`error: option '--scale <scale>' argument '${scale}' is invalid. ${reason}\n`)
    ]);
  });

  it('cuts long labels and names of raters in its table', async () => {
    const long = 'z'.repeat(5000);
    const table = join(
      folderOf({ 'long.csv': `item,rater,label\na,${long},${long}\na,y,k\nb,${long},k\nb,y,k` }),
      'long.csv'
    );
    const { code, out } = await run(['stats', table]);
    expect(code).toBe(exit.done);
    expect(out).toContain(`${'z'.repeat(40)}…`);
    expect(out.length).toBeLessThan(5000);
  });

  it('gives an interval from clusters by default, and says how it was had', async () => {
    const { figures } = await stats(file, '--scale', 'ordinal:1..4');
    expect(new Set(figures.map((one) => one.statistic))).toEqual(
      new Set(['percent-agreement', 'cohen-kappa', 'cohen-kappa-quadratic', 'gwet-ac2-quadratic', 'all-agree', 'fleiss-kappa', 'gwet-ac2-many-quadratic', 'krippendorff-alpha-ordinal']) // prettier-ignore
    );
    for (const { interval, value, clusters, intervalBy, n } of figures) {
      expect(interval![0]).toBeLessThan(value!);
      expect(interval![1]).toBeGreaterThan(value!);
      expect([clusters, n]).toEqual([20, 200]);
      expect(intervalBy).toMatch(/clusters|effective sample size/);
    }
  });

  it('says in words why a figure or its interval is undefined, of items or of clusters', async () => {
    const tables = folderOf({
      'items.csv': 'item,rater,label\n1,a,ja\n1,b,ja\n2,a,nein\n2,b,ja\n',
      'clusters.csv': 'item,rater,label,cluster\n1,a,ja,q\n1,b,ja,q\n2,a,nein,r\n2,b,ja,r\n',
      'equal.csv': 'item,rater,label\n1,a,ja\n1,b,ja\n'
    });
    const table = async (name: string) => (await run(['stats', join(tables, name), '--statistic', 'cohen-kappa'])).out;
    expect(await table('items.csv')).toMatch(/\.000 +2 +none: it is undefined without one of the items\n/);
    expect(await table('clusters.csv')).toMatch(/\.000 +2 +2 +none: it is undefined without one of the clusters\n/);
    expect(await table('equal.csv')).toMatch(/– +1 .*all labels are equal, so chance agreement is 1\n/);
  });

  it('says that p-values ignore clusters where there are clusters and p-values, and counts in the singular', async () => {
    const note = 'p-values treat items as independent, even within a cluster; intervals do not';
    const long = (...rows: string[]): string => ['item,rater,label,cluster', ...rows].join('\n');
    const two = folderOf({
      'two.csv': long(
        ...[1, 4, 2, 6, 3].flatMap((v, i) => [`i${i},ann,${v},q${i % 3}`, `i${i},bob,${(v * 2) % 7},q${i % 3}`])
      ),
      'one.csv': long('i,ann,1,q')
    });
    const asked = (name: string, ...more: string[]) =>
      run(['stats', join(two, name), '--scale', 'interval:0..10', ...more]);
    expect((await asked('two.csv')).out).toContain(`- ${note}.`);
    expect((await asked('two.csv', '--statistic', 'krippendorff-alpha-interval')).out).not.toContain(note);
    expect((await asked('one.csv')).out).toMatch(/^1 item in 1 cluster, 1 rater \(ann\), 1 rating;/);
  });

  it('refuses --raters for a table with one rating per row, of which it would compute all raters', async () => {
    const long = folderOf({ 'long.csv': 'item,rater,label\na,ann,1\na,bob,1\na,eve,2\n' });
    const { code, error } = await stats(join(long, 'long.csv'), '--raters', 'ann', 'bob');
    expect([code, error?.message]).toEqual([exit.failed, expect.stringContaining('--raters chooses columns')]);
  });

  it('reads the same ratings from standard input, and prints them as a table', async () => {
    const { code, out } = await start(['stats', '-', '--statistic', 'percent-agreement'], {}, csv).ended;
    const named = await run(['stats', file, '--statistic', 'percent-agreement']);
    expect(code).toBe(exit.done);
    expect(out).toBe(named.out);
    expect(out).toMatch(/percent-agreement +human, judge1 +\d+ matches +\.\d{3} +\.\d{3} – \.\d{3} +200 +20/);
    expect(out).toContain('No labels are given with --scale');
  });

  it('draws nothing: every seed gives the same intervals, from a jackknife', async () => {
    const args = [file, '--statistic', 'cohen-kappa', '--seed'];
    const [one, again, other] = [await stats(...args, '1'), await stats(...args, '1'), await stats(...args, '2')];
    expect(one.figures).toEqual(again.figures);
    expect(other.figures).toEqual(one.figures);
    expect(one.figures[0]).toMatchObject({ intervalBy: expect.stringContaining('jackknife') });
  });

  /** Twelve queries of three items: both rate those of the first eight, the judge all. */
  const clustered = (): string => {
    const rows = Array.from({ length: 36 }, (_, i) => {
      const query = Math.floor(i / 3);
      const truth = i % 4 === 0 ? 0 : 1;
      return `i${i},q${query},${query < 8 ? truth : ''},${query % 3 === 0 ? 1 - truth : truth}`;
    });
    return join(folderOf({ 'clustered.csv': ['item,cluster,expert,judge', ...rows].join('\n') }), 'clustered.csv');
  };
  const args = ['--reference', 'expert', '--positive', '1', '--wide', '--raters', 'expert', 'judge', '--statistic'];

  it('corrects a judge by cluster if there is a cluster column: PPI and Rogan–Gladen, not as independent items', async () => {
    const { figures } = await stats(clustered(), ...args, 'ppi-mean', 'rogan-gladen');
    for (const { statistic, intervalBy, clusters } of figures) {
      expect(intervalBy, statistic).toContain('cluster');
      expect(clusters, statistic).toBe(8);
    }
  });

  it('gives accuracy and agreement of the same data one value, n and interval', async () => {
    const { figures } = await stats(clustered(), ...args, 'accuracy', 'percent-agreement', 'score-agreement');
    const [accuracy, agreement, score] = figures;
    for (const one of [agreement!, score!])
      for (const key of ['value', 'n', 'dropped', 'interval', 'intervalBy', 'clusters'] as const)
        expect(one[key], key).toEqual(accuracy![key]);
    expect(accuracy).toMatchObject({ n: 24, dropped: 12, clusters: 8 });
  });

  it('counts only clusters with a complete pair for κ', async () => {
    const { figures } = await stats(clustered(), ...args, 'cohen-kappa', 'gwet-ac1', 'spearman');
    for (const { statistic, clusters } of figures) expect(clusters, statistic).toBe(8);
  });

  it('refuses a weighted coefficient of an undeclared scale, with what to do', async () => {
    const { code, error } = await stats(file, '--statistic', 'cohen-kappa-linear');
    expect(code).toBe(exit.failed);
    expect(error!.problems).toEqual([
      expect.objectContaining({ column: 'cohen-kappa-linear', reason: expect.stringContaining('--scale ordinal:1..4') })
    ]);
  });

  it('refuses a statistic that there is not, and names what is near', async () => {
    const { code, error } = await stats(file, '--statistic', 'kappa');
    expect(code).toBe(exit.failed);
    expect(error!.message).toMatch(/no statistic kappa.*cohen-kappa/);
  });

  it('ends with 2 if a scale or a number cannot be read', async () => {
    for (const args of [
      ['--scale', 'likert'],
      ['--confidence', '95'],
      ['--resamples', '0'],
      ['--long', '--wide']
    ])
      expect((await run(['stats', file, ...args])).code).toBe(exit.usage);
  });

  it('tells undefined as undefined: a rater that never varies has no correlation', async () => {
    const constant = folderOf({ 'c.csv': 'item,a,b\n1,1.5,2\n2,1.5,3\n3,1.5,4\n' });
    const { figures } = await stats(join(constant, 'c.csv'), '--statistic', 'pearson');
    expect(figures[0]).toMatchObject({ value: null, reason: 'zero-variance', n: 3, interval: null });
  });
});

describe('three raters of 416 summaries in seven dimensions', () => {
  const path = join(shared, 'summeval_op/annotated_dataset');
  const there = existsSync(path);
  if (!there) console.log(`Ratings of opinion summaries: skipped, there is no ${path}`);
  const dimensions = {
    fl: 'Fluency',
    co: 'Coherence',
    re: 'Relevance',
    fa: 'Faithfulness',
    ac: 'Aspect Coverage',
    sc: 'Sentiment Consistency',
    sp: 'Specificity'
  } as const;
  const lines = (name: string): Record<string, never>[] =>
    readFileSync(join(path, name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, never>);
  const detailed = (): Record<string, number[][]>[] => lines('summeval-op-detailed.jsonl');

  it.runIf(there)('have the means that are published beside them', () => {
    const published = lines('summeval-op.jsonl') as unknown as {
      summaries: Record<string, { dimensions: Record<string, number> }>;
    }[];
    let compared = 0;
    for (const [q, one] of detailed().entries())
      for (const [key, name] of Object.entries(dimensions))
        for (const [s, summary] of Object.values(published[q]!.summaries).entries()) {
          const given = one[key]![s]!;
          expect(Math.abs(given.reduce((a, b) => a + b, 0) / 3 - summary.dimensions[name]!)).toBeLessThan(0.0051);
          compared++;
        }
    expect(compared).toBe(416 * 7);
  });

  it.runIf(there).each(Object.keys(dimensions))(
    'agree by Krippendorff’s α of pairs of ratings, worked out anew: %s',
    async (key) => {
      const rows = detailed().flatMap((one, q) => one[key]!.map((given, s) => ({ item: `${q}-${s}`, qid: q, given })));
      const text = `item,qid,r1,r2,r3\n${rows.map(({ item, qid, given }) => `${item},${qid},${given.join(',')}`).join('\n')}`;
      const path = join(folderOf({ 's.csv': text }), 's.csv');
      const { figures } = await stats(
        path,
        '--scale',
        'ordinal:1..5',
        '--resamples',
        '50',
        '--statistic',
        'krippendorff-alpha-interval'
      );
      const values = rows.flatMap(({ given }) => given);
      const within =
        rows.reduce(
          (sum, { given: [a = 0, b = 0, c = 0] }) => sum + ((a - b) ** 2 + (a - c) ** 2 + (b - c) ** 2) / 3,
          0
        ) / rows.length;
      const mean = values.reduce((a, b) => a + b, 0) / values.length;
      const between = (2 * values.reduce((sum, v) => sum + (v - mean) ** 2, 0)) / (values.length - 1);
      expect(figures[0]).toMatchObject({ n: 416, clusters: 32 });
      expect(figures[0]!.value).toBeCloseTo(1 - within / between, 12);
    }
  );
});
