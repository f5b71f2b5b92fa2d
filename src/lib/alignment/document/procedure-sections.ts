import { count, dollars, interval, proportion } from '../../stats/writing/figures.ts';
import { chartOf } from '../charts/of-report.ts';
import type { GateState } from '../gates/gate.ts';
import type { Procedure } from '../procedure.ts';
import { ensembleInFewWords } from '../rater-names.ts';
import type { DocumentSource } from './build.ts';
import type { Block, Row, Section, ShownNumber } from './document.ts';
import { aimOf, bare, pValue, shownGate, shownPart, shownShare } from './shown-numbers.ts';

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
  'not-applicable': 'nothing to check'
};
const intervalOfGates = 'see the method';

function gates({ procedure }: DocumentSource): Section {
  const required = procedure.gates.filter(({ name }) => procedure.declared.gates.includes(name));
  const passed = required.filter(({ state }) => state === 'pass' || state === 'not-applicable').length;
  return {
    id: 'gates',
    title: `Gates: ${passed} of ${required.length} required are passed`,
    blocks: [
      {
        kind: 'table',
        table: {
          caption: 'Every gate with its number, interval and threshold',
          columns: [
            { title: 'Gate', kind: 'name' },
            { title: 'State', kind: 'text' },
            { title: 'Value', kind: 'figure' },
            { title: 'Threshold', kind: 'text' }
          ],
          rows: procedure.gates.flatMap((gate): Row[] => [
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
                [
                  part.p === null ? '' : `p ${pValue(part.p)}`,
                  part.state === 'not-applicable' ? '' : states[part.state]
                ]
                  .filter((word) => word !== '')
                  .join(', '),
                shownPart(part, intervalOfGates),
                ''
              ]
            }))
          ])
        }
      },
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
        bare(candidate.agreement, n),
        cost(candidate.cost),
        shownShare(candidate.frequency, selection.resamples),
        candidate.behind === null ? '–' : proportion(Math.max(0, -candidate.behind)),
        standing(selection, place)
      ]
    }));
  const charts = (['front', 'characteristic', 'frequencies'] as const).flatMap((name): Block[] => {
    const chart = chartOf(name, report, procedure);
    return chart ? [{ kind: 'chart', chart }] : [];
  });
  return {
    id: 'choice',
    title: 'The choice among the candidates',
    blocks:
      rows.length === 0
        ? []
        : [
            { kind: 'table', table: corrected(source, n) },
            {
              kind: 'table',
              table: {
                caption: 'How each candidate stood in the choice, weighted to the run',
                columns: [
                  { title: 'Candidate', kind: 'name' },
                  { title: 'Agreement', kind: 'figure' },
                  { title: selection.costUnit === 'dollars' ? 'Per 1,000 items' : 'Judges', kind: 'text' },
                  { title: 'Chosen in', kind: 'figure' },
                  { title: 'Behind, at most', kind: 'text' },
                  { title: 'Standing', kind: 'text' }
                ],
                rows
              }
            },
            ...charts
          ]
  };
}

function corrected({ procedure: { selection } }: DocumentSource, n: number) {
  const shown = (
    { value, low, high }: { value: number | null; low: number | null; high: number | null },
    kind: string
  ): ShownNumber => ({
    ...{ value, low, high, n, clusters: selection.clusters, written: proportion(value) },
    interval: low === null ? null : kind,
    range: low === null ? '' : interval(low, high),
    why: value === null ? 'no query can be left out' : null
  });
  return {
    caption: 'The chosen candidate, before and after allowing for its having been chosen',
    columns: [
      { title: 'Agreement', kind: 'name' as const },
      { title: 'Value', kind: 'figure' as const }
    ],
    rows: [
      { name: 'As measured', cells: [shown(selection.naive, 'by query')] },
      {
        name: 'Less what choosing adds on average',
        cells: [shown({ value: selection.corrected, low: null, high: null }, '')]
      },
      {
        name: 'On queries that the choice did not see',
        strong: true,
        cells: [shown(selection.outOfBag, 'out-of-bag bootstrap')]
      }
    ]
  };
}

const standing = ({ candidates, chosen, cheapest }: Procedure['selection'], place: number): string =>
  [
    place === chosen ? 'chosen' : candidates[place]!.notWorse ? 'not worse' : '',
    place === cheapest && place !== chosen ? 'the cheapest of these' : '',
    candidates[place]!.onFront ? 'on the front' : ''
  ]
    .filter((word) => word !== '')
    .join(', ');
