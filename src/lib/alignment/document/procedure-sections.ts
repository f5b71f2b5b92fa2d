import { count, dollars, interval, proportion } from '../../stats/writing/figures.ts';
import type { GateState } from '../gates/gate.ts';
import { reasonInWords } from '../items/english-reasons.ts';
import type { Procedure } from '../procedure/procedure.ts';
import { ensembleInFewWords } from '../report/rater-names.ts';
import type { DocumentSource } from './source.ts';
import type { DocumentBlock, Row, Section, ShownNumber } from './document.ts';
import { chart } from './figure-blocks.ts';
import { aimOf, aimOfPart, bareNumber, pValue, shownGate, shownPart, shownShare } from './shown-numbers.ts';
import { figureColumn, nameColumn, tableBlock, textColumn } from './tables.ts';

/** Gates, and how sure the choice is. */
export function procedureSections(source: DocumentSource): Section[] {
  if (source.report.scope.rated.length === 0) return [];
  return [gates(source), choice(source)];
}

const states: Record<GateState, string> = {
  pass: 'passed',
  fail: 'not passed',
  undecided: 'undecided',
  'not-tested': 'not tested',
  'not-applicable': 'not applicable'
};
const intervalOfGates = 'see Methods';

function gates({ procedure }: DocumentSource): Section {
  const required = procedure.gates.filter(({ name }) => procedure.analysisPlan.gates.includes(name));
  const idle = required.filter(({ state }) => state === 'not-applicable').length;
  const passed = required.filter(({ state }) => state === 'pass').length;
  return {
    id: 'gates',
    title: `Gates: ${passed} of ${required.length - idle} required are passed${idle > 0 ? `; ${idle} not applicable` : ''}`,
    blocks: [
      tableBlock(
        'Every gate with its number, interval and threshold',
        [nameColumn('Gate'), textColumn('State'), figureColumn('Value'), textColumn('Threshold')],
        procedure.gates.flatMap((gate): Row[] => [
          {
            name: gate.measure,
            strong: true,
            cells: [
              `${states[gate.state]}${required.includes(gate) ? '' : ', not required'}`,
              shownGate(gate, intervalOfGates),
              aimOf(gate)
            ]
          },
          ...gate.parts.map((part) => ({
            name: `– ${part.name}`,
            cells: [
              [part.p === null ? '' : `p ${pValue(part.p)}`, part.state === 'not-applicable' ? '' : states[part.state]]
                .filter((word) => word !== '')
                .join(', '),
              shownPart(part, intervalOfGates),
              aimOfPart(gate, part)
            ]
          }))
        ])
      ),
      { kind: 'list', items: procedure.gates.map(({ measure, finding }) => `${measure}: ${finding}`) }
    ]
  };
}

function choice(source: DocumentSource): Section {
  const { procedure, report } = source;
  const { selection } = procedure;
  const n = selection.units.length;
  const cost = (value: number): string => (selection.costUnit === 'dollars' ? dollars(value) : count(value));
  const rows = selection.candidates
    .map((candidate, place) => ({ candidate, place }))
    .filter(({ candidate }) => candidate.utility !== null)
    .sort((a, b) => b.candidate.utility! - a.candidate.utility! || a.place - b.place)
    .map(({ candidate, place }): Row => ({
      name: ensembleInFewWords(candidate, report.judges),
      strong: place === selection.chosen,
      cells: [
        bareNumber(candidate.agreement, n),
        cost(candidate.cost),
        shownShare(candidate.frequency, selection.resamples),
        candidate.behind === null ? '–' : proportion(Math.max(0, -candidate.behind)),
        standing(selection, place)
      ]
    }));
  const charts = (['front', 'characteristic', 'frequencies'] as const).flatMap((name) => chart(source, name));
  return {
    id: 'choice',
    title: 'Selection among the candidates',
    blocks:
      rows.length === 0
        ? []
        : [
            corrected(source, n),
            tableBlock(
              'Selection of the ensemble, weighted to the run',
              [
                nameColumn('Candidate'),
                figureColumn('Agreement'),
                textColumn(selection.costUnit === 'dollars' ? 'Per 1,000 items' : 'Judges'),
                figureColumn('Chosen in'),
                textColumn('Maximum deficit'),
                textColumn('Standing')
              ],
              rows
            ),
            ...charts
          ]
  };
}

function corrected({ procedure: { selection } }: DocumentSource, n: number): DocumentBlock {
  const shown = (
    { value, low, high }: { value: number | null; low: number | null; high: number | null },
    kind: string
  ): ShownNumber => ({
    ...{ value, low, high, n, clusters: selection.clusters, written: proportion(value) },
    interval: low === null ? null : kind,
    range: low === null ? '' : interval(low, high),
    why: low === null && selection.corrected.reason ? reasonInWords[selection.corrected.reason] : null
  });
  return tableBlock(
    'The selected candidate, before and after correction for selection',
    [nameColumn('Agreement'), figureColumn('Value')],
    [
      { name: 'As measured', cells: [shown(selection.naive, 'by query')] },
      {
        name: 'Corrected for selection',
        strong: true,
        cells: [shown(selection.corrected, 'selection procedure')]
      }
    ]
  );
}

const standing = ({ candidates, chosen, cheapest }: Procedure['selection'], place: number): string =>
  [
    place === chosen ? 'chosen' : candidates[place]!.notWorse ? 'non-inferior' : '',
    place === cheapest && place !== chosen ? 'the cheapest non-inferior one' : '',
    candidates[place]!.onFront ? 'on the Pareto front' : ''
  ]
    .filter((word) => word !== '')
    .join(', ');
