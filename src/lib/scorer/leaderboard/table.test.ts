import { describe, expect, it } from 'vitest';
import { leaderboard000 } from '../../../../tests/papers/printed.ts';
import { metricCorrelations } from './correlations.ts';
import { leaderboard } from './index.ts';
import {
  association,
  consistency,
  coverage,
  depth,
  ensemble,
  metrics,
  presentation,
  row,
  rowsOf
} from './figures/rows.fixture.ts';
import type { SystemCategory } from '../../names.ts';
import type { ReportRow } from './figures/rows.ts';

const four = [presentation, consistency, coverage, association];

/** Values of arXiv 2510.14240, Table 1: presentation, consistency, coverage, citation association. */
const table1 = Object.fromEntries(
  Object.entries(leaderboard000).map(([category, systems]) => [category.replaceAll(' ', '-'), systems])
) as unknown as Record<SystemCategory, Record<string, readonly [number, number, number, number]>>;

/** Six queries around each value, so that there are intervals and comparisons. */
const paperRows: ReportRow[] = Object.entries(table1).flatMap(([category, systems]) =>
  Object.entries(systems).flatMap(([system, values]) =>
    four.flatMap(({ name }, at) =>
      rowsOf(
        name,
        system,
        [-3, -2, -1, 1, 2, 3].map((off) => values[at]! + off),
        { category: category as SystemCategory }
      )
    )
  )
);

const byKind = { by: 'system-kind' } as const;
const board = leaderboard(paperRows, four, byKind);
const group = (category: SystemCategory) => board.groups.find((one) => one.name === category)!;
const entry = (system: string) => board.groups.flatMap(({ systems }) => systems).find((one) => one.system === system)!;
const rounded = (value: number | null | undefined) => Math.round((value ?? NaN) * 10) / 10;

describe('the values of Table 1', () => {
  it('give the averages that the paper names: 73.6 for Open Deep Research and 72.7 for GPT-5', () => {
    expect(rounded(entry('Open Deep Research').average.value)).toBe(73.6);
    expect(rounded(entry('GPT-5').average.value)).toBe(72.7);
    expect(board.bestAverage).toEqual(['Open Deep Research']);
    expect(
      group('multi-agent')
        .systems.map(({ system }) => system)
        .slice(0, 2)
    ).toEqual(['Open Deep Research', 'Deerflow+']);
  });

  it('give its family means: average 69.5 and 62.8, presentation 77.7, consistency 69.7, association 61.9', () => {
    expect(rounded(group('multi-agent').average.value)).toBe(69.5);
    expect(rounded(group('single-agent-web').average.value)).toBe(62.8);
    expect(rounded(group('multi-agent').means['presentation']?.value)).toBe(77.7);
    expect(rounded(group('single-agent-web').means['consistency']?.value)).toBe(69.7);
    expect(rounded(group('multi-agent').means['citation-association']?.value)).toBe(61.9);
    expect(group('single-agent-web').average).toMatchObject({ systems: 8, of: 8 });
  });

  it('give its best systems, overall and by family, but for one underline', () => {
    expect(board.best).toEqual({
      presentation: ['Perplexity Sonar Deep Research'],
      consistency: ['Gemini 2.5 Pro'],
      coverage: ['Grok-4 Heavy Deep Research'],
      'citation-association': ['Deerflow+']
    });
    expect(group('single-agent-web').best).toMatchObject({
      presentation: ['Perplexity Sonar Reasoning'],
      coverage: ['GPT-5'],
      'citation-association': ['GPT-5']
    });
    // The paper underlines 64.2 (o3) in this family, where 67.4 is higher.
    expect(group('single-agent-deep-research').best['consistency']).toEqual(['Perplexity Sonar Deep Research']);
  });

  it('stand in the paper’s order of families', () => {
    expect(board.groups.map(({ name }) => name)).toEqual([
      'single-agent-web',
      'single-agent-deep-research',
      'multi-agent'
    ]);
  });

  it('show, as the paper says, that presentation goes weakly with association', () => {
    const correlations = metricCorrelations(board);
    expect(correlations).toHaveLength(6);
    const found = correlations.find(
      ({ first, second }) => first === 'presentation' && second === 'citation-association'
    );
    expect(found?.n).toBe(17);
    expect(Math.abs(found?.spearman.value ?? 1)).toBeLessThan(0.3);
  });
});

describe('the average', () => {
  it('is null with the reason if one of the four has no value', () => {
    const rows = [
      ...four.flatMap(({ name }) => rowsOf(name, 'a', [50, 70, 50, 70, 60])),
      ...four.slice(1).flatMap(({ name }) => rowsOf(name, 'b', [90, 90, 90, 90, 90])),
      ...four.flatMap(({ name }) => rowsOf(name, 'c', name === 'coverage' ? [null, null] : [90, 90]))
    ];
    const [only] = leaderboard(rows, four).groups;
    expect(only?.systems.map(({ system, average }) => [system, average.value, average.reason])).toEqual([
      ['a', 60, null],
      ['b', null, 'No average without a value for: presentation.'],
      ['c', null, 'No average without a value for: coverage.']
    ]);
    expect(only?.average).toMatchObject({ value: 60, systems: 1, of: 3 });
    expect(only?.bestAverage).toEqual(['a']);
  });

  it('does not exist in a run without the four, which says so', () => {
    const found = leaderboard(rowsOf('coverage', 'a', [1, 2]), [coverage]);
    expect(found.averaged).toBeNull();
    expect(found.groups[0]?.systems[0]?.average.value).toBeNull();
    expect(board.averaged).toEqual(['presentation', 'consistency', 'coverage', 'citation-association']);
  });

  it('leaves depth and citation accuracy out', () => {
    const rows = [...four.flatMap(({ name }) => rowsOf(name, 'a', [50, 70])), ...rowsOf('depth', 'a', [9, 9])];
    expect(leaderboard(rows, metrics).groups[0]?.systems[0]).toMatchObject({
      average: { value: 60 },
      scores: { depth: { value: 100 } }
    });
  });
});

describe('a leaderboard', () => {
  it('puts systems without a kind last and into a group of their own', () => {
    const rows = [...rowsOf('coverage', 'x', [1, 2]), ...rowsOf('coverage', 'y', [1, 2], { category: 'multi-agent' })];
    expect(
      leaderboard(rows, [coverage], byKind).groups.map((one) => [one.name, one.systems.map(({ system }) => system)])
    ).toEqual([
      ['multi-agent', ['y']],
      [null, ['x']]
    ]);
  });

  it('says of depth that it is a win rate, and of a system that only ties that it has none', () => {
    const rows = [
      ...rowsOf('depth', 'wins', [5, 5, -5, 5, 5, -5]),
      ...rowsOf('depth', 'ties', [0, 1, -1]),
      row('depth', 'baseline', 'q1', null, { score: ensemble(null, { abstained: 1, unscored: 0, reason: 'own' }) })
    ];
    const found = leaderboard(rows, [depth]);
    expect(found.metrics).toMatchObject([{ name: 'depth', kind: 'win-rate' }]);
    const values = found.groups[0]?.systems.map(({ system, scores }) => [system, scores['depth']?.value]);
    expect(values).toEqual([
      ['baseline', null],
      ['ties', null],
      ['wins', 100 * (2 / 3)]
    ]);
    expect(found.best['depth']).toEqual(['wins']);
    expect(found.groups[0]?.means['depth']).toMatchObject({ systems: 1, of: 3 });
  });

  it('marks what cannot be told from the best of a metric, and of the average', () => {
    const noise = [4, -3, 2, -5, 1, 3, -2, 0, -4, 4, 1, -1];
    const of = (name: string, at: number, tilt: number) =>
      four.flatMap((metric) =>
        rowsOf(
          metric.name,
          name,
          noise.map((one, q) => at + one + tilt * Math.sin(q))
        )
      );
    const found = leaderboard([...of('best', 80, 1), ...of('near', 79, -4), ...of('far', 50, 2)], four);
    const [best, near, far] = found.groups[0]!.systems;
    expect([best, near, far].map((one) => one?.system)).toEqual(['best', 'near', 'far']);
    expect([best, near, far].map((one) => one?.scores['coverage']?.versusBest?.indistinguishable)).toEqual([
      true,
      true,
      false
    ]);
    expect([best, near, far].map((one) => one?.average.versusBest?.indistinguishable)).toEqual([true, true, false]);
    expect(far?.average.versusBest?.difference).toMatchObject({ queries: 12 });
    expect(far?.average.versusBest?.difference?.value).toBeLessThan(-25);
  });

  it('is empty without rows', () => {
    expect(leaderboard([], four)).toMatchObject({ groups: [], bestAverage: [], best: { coverage: [] } });
  });

  it('does not depend on the order of the rows', () => {
    const turned = leaderboard(paperRows.toReversed(), four, byKind);
    expect(turned.groups.map(({ systems }) => systems.map(({ system }) => system))).toEqual(
      board.groups.map(({ systems }) => systems.map(({ system }) => system))
    );
    expect(turned.groups[0]?.average.value).toBeCloseTo(board.groups[0]!.average.value!, 12);
    expect(turned.groups[0]?.average.interval?.[0]).toBeCloseTo(board.groups[0]!.average.interval![0], 9);
  });
});
