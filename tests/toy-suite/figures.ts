import { countCell } from '../../src/lib/scorer/figure-table.ts';
import type { SuiteFigure } from '../../src/lib/scorer/suite.ts';

/** Which facts each system does not state, over all judges. */
export const missingFacts: SuiteFigure = {
  name: 'almanac-missing',
  title: 'Facts that are not stated',
  appliesTo: (metrics) => metrics.some(({ name }) => name === 'almanac-facts'),
  table: (source) => {
    const said = [...source.verdicts('almanac-facts')].filter(({ repeat, verdict }) => repeat === 0 && verdict.label);
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
      rows: [...new Set(said.map(({ system }) => system))].sort().map((system) => ({
        ...{ group: null, system, cells: facts.map((fact) => missing(system, fact)) }
      })),
      notes: ['Labels of all judges on all queries.']
    };
  }
};
