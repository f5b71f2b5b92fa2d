import { describe, expect, it } from 'vitest';
import { addSuite, groupingOf } from '../suites/index.ts';
import { leaderboard } from './index.ts';
import { coverage, presentation, row } from './figures/rows.fixture.ts';
import type { ReportRow } from './figures/rows.ts';

/** `near` is good on rivers and bad on hills, `far` the other way round; eight queries on each. */
const rows: ReportRow[] = ['river', 'hill'].flatMap((domain, d) =>
  Array.from({ length: 8 }, (_, q) => `${domain} ${q}`).flatMap((qid, q) => [
    row('coverage', 'near', qid, (d === 0 ? 80 : 40) + (q % 2), { domain, family: 'delta' }),
    row('coverage', 'far', qid, (d === 0 ? 60 : 70) + (q % 2), { domain, family: 'gamma' })
  ])
);
const valuesOf = ({ systems }: { systems: { system: string; scores: Record<string, { value: number | null }> }[] }) =>
  systems.map(({ system, scores }) => [system, scores['coverage']!.value]);

describe('the groups of a leaderboard', () => {
  it('are none if no suite asks for any', () => {
    const { groups, systems } = leaderboard(
      rows.map((one) => ({ ...one, category: 'multi-agent' as const })),
      [coverage]
    );
    expect(groups.map(({ name, title }) => [name, title])).toEqual([[null, null]]);
    expect(systems).toEqual(groups[0]!.systems);
  });

  it('are those of an attribute of systems, each system in one of them, under the suite’s headings and in their order', () => {
    const board = leaderboard(rows, [coverage], {
      by: 'system-family',
      titles: { gamma: 'The third family', delta: 'The fourth family' }
    });
    expect(board.groups.map(({ name, title, systems }) => [name, title, systems.map(({ system }) => system)])).toEqual([
      ['gamma', 'The third family', ['far']],
      ['delta', 'The fourth family', ['near']]
    ]);
    expect(board.best['coverage']).toEqual(['far']);
  });

  it('are those of an attribute of queries: every system in each, on its queries alone, below all queries together', () => {
    const board = leaderboard(rows, [coverage], { by: 'query-domain' });
    expect(board.groups.map((group) => [group.title, ...valuesOf(group)])).toEqual([
      ['All queries', ['far', 65.5], ['near', 60.5]],
      ['hill', ['far', 70.5], ['near', 40.5]],
      ['river', ['far', 60.5], ['near', 80.5]]
    ]);
    expect(valuesOf(board)).toEqual([
      ['far', 65.5],
      ['near', 60.5]
    ]);
    expect(board.groups.map(({ best }) => best['coverage'])).toEqual([['far'], ['far'], ['near']]);
  });

  it('are the first that a suite of the run’s metrics asks for', () => {
    const [ours, theirs] = [presentation, coverage].map((metric) => ({ ...metric, name: `towns-${metric.name}` }));
    const removes = [
      addSuite({ name: 'towns', title: 'Towns', metrics: [ours as never] }),
      addSuite({ name: 'hills', title: 'Hills', metrics: [theirs as never], grouping: { by: 'query-category' } })
    ];
    try {
      expect(groupingOf([ours!])).toBeNull();
      expect(groupingOf([ours!, theirs!, { name: 'coverage' }])).toEqual({ by: 'query-category' });
      expect(groupingOf([{ name: 'coverage' }])).toEqual({ by: 'system-kind' });
    } finally {
      for (const remove of removes) remove();
    }
  });
});
