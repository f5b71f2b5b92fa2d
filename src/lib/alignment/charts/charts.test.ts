import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { criticalZ } from '../../stats/distributions/normal.ts';
import {
  acceptanceProbabilityOfRate,
  assumedEffect,
  clusteredLowerBoundPower,
  plannedCritical,
  wilson
} from '../../stats/index.ts';
import { axisOver } from './axis.ts';
import { agreementMatrix } from './agreement-matrix.ts';
import { chanceToPass, decisionCharacteristic } from './characteristic.ts';
import type { Chart } from './chart.ts';
import { colours } from './colours.ts';
import { forestPlot } from './forest.ts';
import { frequencyBars } from './frequencies.ts';
import { paretoPlot, type FrontPoint } from './front.ts';
import { pairedLabelMap } from './paired-labels.ts';
import { fitting, widthOf, type PictureMark } from './picture.ts';
import { escapeXml, inlineSvg, svgFile } from './svg.ts';

const evil = '<script>alert("1")</script> & \'co\'';
const measured = (value: number | null, low: number | null, high: number | null, n = 72) => ({ value, low, high, n });
const point = (name: string, cost: number, agreement: number, onFront = false): FrontPoint => ({
  ...{ name, cost, agreement, onFront },
  judges: 1,
  notWorse: onFront
});
const rater = (name: string) => ({ id: name, name, short: name.slice(0, 2), kind: 'judge' as const });
const cell = (statistic: 'share' | 'kappa', value: number) => ({
  statistic,
  path: '',
  shade: 3,
  figure: { value, low: 0.4, high: 0.9, n: 8, clusters: 4, intervalReason: null, items: 8, interval: 'wilson-effective' as const } // prettier-ignore
});

const charts: Chart[] = [
  forestPlot(
    [
      { name: evil, figure: measured(0.938, 0.891, 0.965), mark: 'chosen' },
      { name: 'without a number', figure: measured(null, null, null, 0), mark: 'point' }
    ],
    measured(0.835, 0.789, 0.873),
    0.9,
    { title: evil, measure: evil }
  ),
  agreementMatrix(
    { raters: [rater(evil), rater('B')], cells: [[null, cell('share', 0.7)], [cell('kappa', -0.1), null]], n: [8, 8], apart: [] }, // prettier-ignore
    { title: evil, above: 'share of equal labels', below: 'κ' }
  ),
  pairedLabelMap({ labels: [evil, 'no'], counts: [[3, 1], [0, 5]], people: 'People', judges: evil }, evil), // prettier-ignore
  paretoPlot(
    [point(evil, 2, 0.9, true), point('b', 1, 0.8, true), point('c', 3, 0.7)],
    { chosen: 0, cheapest: 1 },
    { unit: 'dollars', target: 0.9, title: evil, measure: evil }
  )!,
  frequencyBars([{ name: evil, frequency: 1, chosen: true }], 2000, evil)!,
  decisionCharacteristic(
    {
      ...{ of: 'share', target: 0.9, items: 150, designEffect: 1.2, assumed: { weighting: 1, effect: 1.8, weight: 2 } },
      ...{ clusters: 24, critical: 2.3, contenders: 3 }
    },
    evil
  )!
];
const marksOf = <K extends PictureMark['kind']>({ picture }: Chart, kind: K) =>
  picture.marks.filter((mark): mark is Extract<PictureMark, { kind: K }> => mark.kind === kind);

describe('every chart', () => {
  it.each(charts.map((chart) => [chart.name, chart] as const))('%s escapes what people typed', (_, { picture }) => {
    for (const svg of [inlineSvg(picture), svgFile(picture)]) {
      expect(svg).not.toMatch(/<script|alert\("/);
      expect(svg).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;co&#39;');
    }
  });

  it.each(charts.map((chart) => [chart.name, chart] as const))(
    '%s says what it is, keeps its text as text and stays on its sheet',
    (_, { picture, table }) => {
      const svg = inlineSvg(picture);
      expect(svg).toMatch(/^<svg class="chart" role="img" aria-label="[^"]+" viewBox="0 0 [\d.]+ [\d.]+"/);
      expect(svg).toMatch(/<title>[^<]+<\/title><desc>[^<]{20,}<\/desc>/);
      expect(svg).toMatch(/<text [^>]+>[^<]/);
      expect(svg).not.toMatch(/NaN|Infinity|undefined|null/);
      for (const mark of picture.marks) {
        if (mark.kind === 'path') continue;
        const [x, y] = mark.kind === 'line' ? [mark.x2, mark.y2] : [mark.x, mark.y];
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x).toBeLessThanOrEqual(picture.width);
        expect(y).toBeGreaterThanOrEqual(0);
        expect(y).toBeLessThanOrEqual(picture.height);
      }
      expect(table.rows.length).toBeGreaterThan(0);
      for (const row of table.rows) expect(row).toHaveLength(table.columns.length);
    }
  );

  it.each(charts.map((chart) => [chart.name, chart] as const))(
    '%s is a file that needs no theme, no script and no other file',
    (_, { picture }) => {
      const file = svgFile(picture);
      expect(file).not.toContain('var(');
      expect(file).not.toMatch(/<script|<image|<use|href|url\(|@import|on[a-z]+=/);
      expect(file.match(/https?:[^"]*/g)).toEqual(['http://www.w3.org/2000/svg']);
      expect(file).toMatch(/<(rect|path) [^>]*fill="#[0-9a-f]{6}"/);
    }
  );
});

it('has the colours of the style sheet, light and dark', () => {
  const css = readFileSync(join(import.meta.dirname, '../../components/styles/tokens.css'), 'utf8');
  for (const [name, [light, dark]] of Object.entries(colours))
    expect(css, name).toContain(`--${name}: light-dark(${light}, ${dark});`);
});

describe('text in a picture', () => {
  it('loses what XML cannot hold', () => {
    expect(escapeXml('a\u0000b\u0008c\ud800d\u{1f600}')).toBe('a\ufffdb\ufffdc\ufffdd\u{1f600}');
  });

  it('is cut if it would be too wide, and then ends with an ellipsis', () => {
    expect(fitting('ferrule', 100)).toBe('ferrule');
    const cut = fitting('scripted:ferrule + scripted:gannet, majority', 120);
    expect(cut).toMatch(/^scripted:ferrule.*…$/);
    expect(widthOf(cut)).toBeLessThanOrEqual(120);
    expect(fitting('裁判模型的名称', 40)).toBe('裁判…');
  });
});

describe('an axis', () => {
  it('goes from a round number to a round number and holds all values', () => {
    const axis = axisOver([0.743, 0.965, 0.9], [0, 100]);
    expect(axis).toMatchObject({ from: 0.7, to: 1, ticks: [0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1] });
    expect([0.7, 0.85, 1, 2].map(axis.place)).toEqual([0, expect.closeTo(50), 100, 100]);
  });

  it('goes up if the first pixel is the greater one, below 0 if values do, and never past its bounds', () => {
    const axis = axisOver([-0.98, 1], [100, 0], 5, [-1, 1]);
    expect(axis).toMatchObject({ from: -1, to: 1 });
    expect(axis.place(-1)).toBe(100);
    expect(axisOver([0.3], [0, 1]).ticks.length).toBeGreaterThan(1);
    expect(() => axisOver([], [0, 1])).toThrow('at least one value');
  });
});

describe('the forest plot', () => {
  it('draws no mark if there is no number, and says so in the table', () => {
    const [chart] = charts;
    expect(marksOf(chart!, 'path')).toHaveLength(2);
    expect(chart!.table.rows.at(-1)).toEqual(['without a number', '–', '–', '0']);
  });

  it('has the interval of people as a band', () => {
    expect(marksOf(charts[0]!, 'rect').map(({ ink }) => ink)).toEqual(['band']);
  });

  it('goes below 0 for coefficients that do', () => {
    const chart = forestPlot([{ name: 'a', figure: measured(-0.2, -0.4, 0.1), mark: 'point' }], measured(null, null, null, 0), null, { title: 't', measure: 'κ' }); // prettier-ignore
    expect(marksOf(chart, 'text').map(({ text }) => text)).toContain('\u2212.50');
  });
});

describe('the map of paired labels', () => {
  it('has a count in every cell, its row shares as shades and the sums of the rows', () => {
    const labels = Array.from({ length: 11 }, (_, i) => String(i));
    const counts = labels.map((_, i) => labels.map((__, j) => (i === j ? 9 : i === j + 1 ? 1 : 0)));
    const chart = pairedLabelMap({ labels, counts, people: 'People', judges: 'J' }, 't');
    expect(marksOf(chart, 'rect')).toHaveLength(121);
    expect(marksOf(chart, 'rect').filter(({ ink }) => ink === 'seq-7')).toHaveLength(11);
    expect(chart.picture.description).toContain('109 items, of which 99 on the diagonal');
    expect(chart.table.rows[1]).toEqual(['1', '1', '9', ...Array.from({ length: 9 }, () => '0'), '10']);
  });

  it('refuses counts that do not fit the labels', () => {
    expect(() => pairedLabelMap({ labels: ['a', 'b'], counts: [[1, 2]], people: 'P', judges: 'J' }, 't')).toThrow(
      '2 rows of 2 counts'
    );
  });
});

describe('the front', () => {
  it('marks the chosen one and those that nothing beats, and names them', () => {
    const inks = marksOf(charts[3]!, 'path').map(({ ink }) => ink);
    expect(inks).toEqual(['steps', 'chosen', 'mark', 'hollow']);
    expect(charts[3]!.table.rows.map(([name, , , standing]) => [name, standing])).toEqual([
      [evil, 'chosen, on the Pareto front'],
      ['b', 'non-inferior, the cheapest non-inferior one, on the Pareto front'],
      ['c', '']
    ]);
  });

  it('is none without a candidate', () => {
    expect(paretoPlot([], { chosen: null, cheapest: null }, { unit: 'judges', target: null, title: '', measure: '' })).toBeNull(); // prettier-ignore
  });

  it('draws a hundred candidates of one cost without one name on another', () => {
    const many = Array.from({ length: 100 }, (_, i) => point(`candidate ${i}`, 3, 0.5 + i / 250, i === 99));
    const chart = paretoPlot(many, { chosen: 99, cheapest: 98 }, { unit: 'judges', target: 0.9, title: 't', measure: 'm' })!; // prettier-ignore
    expect(marksOf(chart, 'text').filter(({ text }) => text.startsWith('candidate')).length).toBeLessThanOrEqual(2);
    expect(chart.table.rows).toHaveLength(100);
  });
});

describe('frequencies of the choice', () => {
  it('put those beyond the twelfth together', () => {
    const rows = Array.from({ length: 20 }, (_, i) => ({ name: `c${i}`, frequency: 0.05, chosen: i === 0 }));
    const chart = frequencyBars(rows, 2000, 't')!;
    expect(marksOf(chart, 'rect')).toHaveLength(12);
    expect(marksOf(chart, 'rect').at(-1)!.title).toBe('9 others: chosen in 45.0% of 2,000 resamples');
    expect(chart.table.rows).toHaveLength(20);
    expect(frequencyBars([{ name: 'a', frequency: 0, chosen: false }], 10, 't')).toBeNull();
  });
});

describe('the operating characteristic of the decision', () => {
  const rule = {
    ...({
      of: 'share',
      target: 0.9,
      items: 100,
      designEffect: 1,
      assumed: { weighting: 1, effect: 1, weight: 0 }
    } as const),
    ...{ clusters: 1e6, critical: criticalZ(0.95), contenders: 1 }
  };

  it('is the binomial chance of as many right as the lower end needs', () => {
    // Wilson: 95 of 100 has .888, 96 has .902; so 96 or more have to be right.
    expect(wilson(95, 100).interval![0]).toBeLessThan(0.9);
    expect(wilson(96, 100).interval![0]).toBeGreaterThan(0.9);
    const expected = 1 - acceptanceProbabilityOfRate({ sample: 100, acceptNumber: 95 }, 0.97);
    expect(chanceToPass(rule, 0.97)).toBeCloseTo(expected, 10);
  });

  it('rises with the truth and, above the target, with the items; at the target it stays within the error allowed', () => {
    const chances = [0.8, 0.9, 0.93, 0.96, 1].map((truth) => chanceToPass(rule, truth));
    expect([...chances].sort((a, b) => a - b)).toEqual(chances);
    expect(chances[1]).toBeLessThan(0.05);
    expect(chanceToPass({ ...rule, items: 400 }, 0.95)).toBeGreaterThan(chanceToPass(rule, 0.95));
  });

  it('is 0 if there are too few items for a judge to pass', () => {
    expect(chanceToPass({ ...rule, items: 10 }, 1)).toBe(0);
    expect(chanceToPass({ ...rule, clusters: 1 }, 1)).toBe(0);
    const chart = decisionCharacteristic({ ...rule, items: 10, clusters: 5 }, 't')!;
    expect(chart.note).toContain('Even perfect judges pass in less than 80%');
    expect(decisionCharacteristic({ ...rule, clusters: 1 }, 't')).toBeNull();
  });

  it('is the power that the planner promises for such a study, with the correction for the selection', () => {
    const contenders = { count: 6, correlation: 0.7 };
    const size = { size: 5, icc: 0.1 };
    const critical = plannedCritical(contenders, 40);
    const planned = clusteredLowerBoundPower(0.94, 0.85, 200, size, 0.95, contenders);
    const sample = { clusters: 40, items: 200, target: 0.85, designEffect: 1.4, assumed: assumedEffect(5) };
    expect(chanceToPass({ ...rule, ...sample, contenders: 6, critical }, 0.94)).toBeCloseTo(planned, 12);
    const chart = decisionCharacteristic({ ...rule, ...sample, contenders: 6, critical }, 't')!;
    expect(chart.note).toContain('corrected for selecting the best of the 6 candidates');
    expect(chart.note).not.toContain('before the correction');
  });
});

describe('the operating characteristic for a coefficient', () => {
  const rule = {
    ...({ of: 'coefficient', target: 0.6, error: 0.1, clusters: 30 } as const),
    ...{ critical: criticalZ(0.95), contenders: 1 }
  };

  it('is one half if the truth lies a critical value of errors above the target', () => {
    expect(chanceToPass(rule, Math.tanh(Math.atanh(0.6) + 0.1 * criticalZ(0.95)))).toBeCloseTo(0.5, 12);
    expect(chanceToPass(rule, 0.6)).toBeCloseTo(0.025, 6);
    expect(chanceToPass(rule, 1)).toBe(1);
    expect(decisionCharacteristic(rule, 't')!.table.rows.at(-1)).toEqual(['1', '100%', '100%', '100%']);
  });
});
