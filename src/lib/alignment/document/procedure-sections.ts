import { boundsOutward, confidenceLevel, count, dollars, interval, proportion } from '../../stats/writing/figures.ts';
import { messagesIn } from '../../messages/words.ts';
import { paragraphIn } from '../../messages/say-in.ts';
import { measureIn, partNameIn } from '../gates/measures.ts';
import type { GatePart } from '../gates/gate.ts';
import { reasonsIn } from '../items/reasons.ts';
import type { Procedure } from '../procedure/procedure.ts';
import { captionOf, ensembleNamed, type DocumentWords } from './document-words.ts';
import type { DocumentSource } from './source.ts';
import type { DocumentBlock, Row, Section, ShownNumber } from './document.ts';
import { chart } from './figure-blocks.ts';
import { aimOf, aimOfPart, bareNumber, pValue, shownGate, shownPart, shownShare } from './shown-numbers.ts';
import { figureColumn, figureColumnAt, nameColumn, tableBlock, textColumn } from './tables.ts';

/** Gates, and how sure the choice is. */
export function procedureSections(source: DocumentSource, words: DocumentWords): Section[] {
  if (source.report.scope.rated.length === 0) return [];
  return [gates(source, words), choice(source, words)];
}

const intervalOfGates = 'see Methods';

function gates({ procedure, report }: DocumentSource, words: DocumentWords): Section {
  const { language } = words;
  const says = messagesIn(language, 'alignmentGates');
  const shown = messagesIn(language, 'gatesShown');
  const measures = messagesIn(language, 'gateMeasures');
  const { scale } = report.method;
  const sequential = procedure.analysisPlan.sequential !== undefined;
  const required = procedure.gates.filter(({ name }) => procedure.analysisPlan.gates.includes(name));
  const { confidence } = procedure.analysisPlan;
  const idle = required.filter(({ state }) => state === 'not-applicable').length;
  const passed = required.filter(({ state }) => state === 'pass').length;
  const stateOf = ({ p, state }: GatePart): string => {
    const said = state === 'not-applicable' ? '' : shown.state({ state });
    if (p === null) return said;
    return said === '' ? shown.p({ p: pValue(p) }) : shown.pState({ p: pValue(p), state: said });
  };
  return {
    id: 'gates',
    title: says.head({ passed, n: required.length - idle, idle }),
    blocks: [
      tableBlock(
        captionOf(
          says.caption({ level: confidenceLevel(confidence), bias: confidenceLevel(2 * confidence - 1) }),
          'run',
          report,
          words
        ),
        [
          nameColumn(says.gate),
          textColumn(says.state),
          figureColumnAt('several', says.value),
          textColumn(says.threshold)
        ],
        procedure.gates.flatMap((gate): Row[] => {
          const state = shown.state({ state: gate.state });
          return [
            {
              name: measureIn(measures, gate, scale, sequential),
              strong: true,
              cells: [
                required.includes(gate) ? state : shown.notRequired({ state }),
                shownGate(gate, intervalOfGates, words),
                aimOf(gate, language)
              ]
            },
            ...gate.parts.map((part) => ({
              name: `– ${partNameIn(language, part)}`,
              cells: [stateOf(part), shownPart(part, intervalOfGates, words), aimOfPart(gate, part, language)]
            }))
          ];
        })
      ),
      {
        kind: 'list',
        items: procedure.gates.map((gate) =>
          says.finding({
            measure: measureIn(measures, gate, scale, sequential),
            finding: paragraphIn(language, gate.said)
          })
        )
      }
    ]
  };
}

function choice(source: DocumentSource, words: DocumentWords): Section {
  const { procedure, report } = source;
  const says = messagesIn(words.language, 'alignmentGates');
  const { selection } = procedure;
  const n = selection.units.length;
  const cost = (value: number): string => (selection.costUnit === 'dollars' ? dollars(value) : count(value));
  const rows = selection.candidates
    .map((candidate, place) => ({ candidate, place }))
    .filter(({ candidate }) => candidate.utility !== null)
    .sort((a, b) => b.candidate.utility! - a.candidate.utility! || a.place - b.place)
    .map(({ candidate, place }): Row => ({
      name: ensembleNamed(words, candidate, report),
      strong: place === selection.chosen,
      cells: [
        bareNumber(candidate.agreement, n, words),
        cost(candidate.cost),
        shownShare(candidate.frequency, selection.resamples, words),
        candidate.behind === null ? '–' : proportion(Math.max(0, -candidate.behind)),
        standing(selection, place, words)
      ]
    }));
  const charts = (['front', 'characteristic', 'frequencies'] as const).flatMap((name) => chart(source, name, words));
  return {
    id: 'choice',
    title: says.selection,
    blocks:
      rows.length === 0
        ? []
        : [
            corrected(source, n, words),
            tableBlock(
              says.selectionCaption,
              [
                nameColumn(says.candidate),
                figureColumn(says.agreement),
                textColumn(says.cost({ unit: selection.costUnit })),
                figureColumn(says.chosenIn),
                textColumn(says.deficit),
                textColumn(says.standing)
              ],
              rows
            ),
            ...charts
          ]
  };
}

function corrected(
  { report, procedure: { selection, analysisPlan } }: DocumentSource,
  n: number,
  words: DocumentWords
): DocumentBlock {
  const says = messagesIn(words.language, 'alignmentGates');
  const shown = (
    { value, low, high }: { value: number | null; low: number | null; high: number | null },
    kind: string,
    ends = interval
  ): ShownNumber => ({
    ...{ value, low, high, n, clusters: selection.clusters, written: proportion(value) },
    interval: low === null ? null : kind,
    range: low === null ? '' : ends(low, high),
    why: low === null && selection.corrected.reason ? reasonsIn(words.reasons)[selection.corrected.reason] : null
  });
  return tableBlock(
    captionOf(says.corrected, 'run', report, words),
    [nameColumn(says.agreement), figureColumnAt(confidenceLevel(analysisPlan.confidence), says.value)],
    [
      { name: says.asMeasured, cells: [shown(selection.naive, 'by query')] },
      {
        name: says.correctedRow,
        strong: true,
        cells: [shown(selection.corrected, 'selection procedure', boundsOutward)]
      }
    ]
  );
}

function standing(
  { candidates, chosen, cheapest }: Procedure['selection'],
  place: number,
  { language }: DocumentWords
): string {
  const says = messagesIn(language, 'alignmentGates');
  const shown = messagesIn(language, 'gatesShown');
  return [
    place === chosen ? shown.chosen : candidates[place]!.notWorse ? shown.nonInferior : '',
    place === cheapest && place !== chosen ? shown.cheapest : '',
    candidates[place]!.onFront ? shown.onFront : ''
  ]
    .filter((word) => word !== '')
    .reduce((first, second) => (first === '' ? second : says.both({ first, second })), '');
}
