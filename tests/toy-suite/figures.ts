import { countCell, figureCell } from '../../src/lib/scorer/figure-table.ts';
import { clusteredRate } from '../../src/lib/scorer/leaderboard/index.ts';
import type { FigureSource, FigureVerdict, SuiteFigure } from '../../src/lib/scorer/suite.ts';

/** Labels of all judges, of the first time that they were asked. */
const labelled = (source: FigureSource): FigureVerdict[] =>
  [...source.verdicts('almanac-facts')].filter(({ repeat, verdict }) => repeat === 0 && verdict.label);

const systemsIn = (said: FigureVerdict[]): string[] => [...new Set(said.map(({ system }) => system))].sort();

/** Which facts each system does not state, over all judges. */
export const missingFacts: SuiteFigure = {
  name: 'almanac-missing',
  title: 'Facts that are not stated',
  appliesTo: (metrics) => metrics.some(({ name }) => name === 'almanac-facts'),
  table: (source) => {
    const said = labelled(source);
    const missing = (system: string, fact: string) => {
      const own = said.filter((one) => one.system === system && one.verdict.item === fact);
      return countCell(own.filter(({ verdict }) => verdict.label === 'missing').length, own.length);
    };
    const facts = [...new Set(said.map(({ verdict }) => verdict.item))].sort();
    return {
      name: 'almanac-missing',
      title: 'Facts that are not stated',
      range: 'none',
      counted: 'labels of judges',
      columns: facts.map((fact) => ({ name: fact, title: `Fact ${fact}`, decimals: 0 })),
      rows: systemsIn(said).map((system) => ({
        ...{ group: null, system, cells: facts.map((fact) => missing(system, fact)) }
      })),
      notes: ['Labels of all judges on all queries.']
    };
  }
};

/** How often each system states a fact, drawn with its interval. */
export const statedFacts: SuiteFigure = {
  ...missingFacts,
  name: 'almanac-stated',
  title: 'Share of facts that are stated',
  table: (source) => {
    const said = labelled(source);
    return {
      name: 'almanac-stated',
      title: 'Share of facts that are stated',
      range: '95% CI, clustered by query',
      counted: 'labels of judges',
      columns: [{ name: 'stated', title: 'Stated, %', decimals: 1 }],
      rows: systemsIn(said).map((system) => {
        const own = said.filter((one) => one.system === system);
        const { value, interval, n } = clusteredRate(
          own.map(({ qid, verdict }) => ({ qid, k: verdict.label === 'stated' ? 1 : 0, n: 1 }))
        );
        const ends = interval && ([100 * interval[0], 100 * interval[1]] as const);
        const reason = value === null ? 'No fact is labelled.' : null;
        const cell = figureCell({ value: value === null ? null : 100 * value, reason, interval: ends }, n);
        return { group: null, system, cells: [cell] };
      }),
      notes: [],
      display: { as: 'intervals', columns: ['stated'] }
    };
  }
};
