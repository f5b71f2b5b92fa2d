import { interval, proportion } from '../../stats/writing/figures.ts';
import {
  consensusHead,
  consensusInWords,
  type ConsensusFigure,
  type ConsensusFigures
} from '../consensus/consensus.ts';
import { placeOfChosen, shownPlaces } from '../ensembles/shown-candidates.ts';
import { whyDash, type ReasonWords } from '../items/reasons.ts';
import type { DocumentCell, Section } from './document.ts';
import { captionOf, ensembleNamed, type DocumentWords } from './document-words.ts';
import type { DocumentSource } from './source.ts';
import { countColumn, documentTable, figureColumn, nameColumn } from './tables.ts';
import { messagesIn } from '../../messages/words.ts';

/** Ensembles beside annotators weighted by how they agree, and each annotator's estimated accuracy under a pseudonym. */
export function consensusSection({ report, procedure }: DocumentSource, said: DocumentWords): Section {
  const { consensus, candidates } = report;
  const words = messagesIn(said.language, 'consensus');
  const titles = messagesIn(said.language, 'alignmentConsensus');
  const cell = (figure: ConsensusFigure): DocumentCell => consensusCell(figure, said.reasons);
  const chosen = placeOfChosen(report, procedure);
  const nameOf = (place: number): string => ensembleNamed(said, candidates[place]!, report);
  const open = consensus.reason === null ? (chosen ?? (candidates.length > 0 ? 0 : null)) : null;
  const cells = ({ majority, consensus: weighted, difference }: ConsensusFigures): DocumentCell[] => [
    cell(majority),
    cell(weighted),
    cell(difference)
  ];
  const columns = [titles.majority, titles.consensus, titles.difference].map(figureColumn);
  return {
    id: 'consensus',
    title: consensusHead(consensus, words),
    blocks: [
      {
        kind: 'paragraph',
        text: consensusInWords(
          consensus,
          open === null ? null : { name: nameOf(open), figures: consensus.candidates[open]!.all },
          words
        )
      },
      ...documentTable(
        captionOf(titles.candidates, 'run', report, said),
        [nameColumn(titles.candidate), ...columns],
        (consensus.reason === null ? shownPlaces(report, [chosen]) : []).map((place) => ({
          name: nameOf(place),
          strong: place === chosen,
          cells: cells(consensus.candidates[place]!.all)
        }))
      ),
      ...(open === null
        ? []
        : documentTable(
            captionOf(titles.bySystem({ name: nameOf(open) }), 'run', report, said),
            [nameColumn(titles.system), ...columns],
            consensus.systems.map(({ name }, i) => ({
              name,
              cells: cells(consensus.candidates[open]!.bySystem[i]!)
            }))
          )),
      ...documentTable(
        captionOf(titles.accuracies, 'run', report, said),
        [
          nameColumn(titles.annotator),
          figureColumn(titles.accuracy),
          figureColumn(titles.withMajority),
          countColumn(titles.items)
        ],
        consensus.annotators.map(({ name, accuracy, withMajority, labelled }) => ({
          name: said.library(name),
          cells: [cell(accuracy), cell(withMajority), labelled]
        }))
      )
    ]
  };
}

const consensusCell = (figure: ConsensusFigure, reasons: ReasonWords): DocumentCell => ({
  ...{ value: figure.value, low: figure.low, high: figure.high, n: figure.n, clusters: figure.clusters },
  interval: figure.low === null ? null : 'jackknife',
  why: whyDash(figure, reasons),
  written: proportion(figure.value),
  range: figure.low === null ? '–' : interval(figure.low, figure.high)
});
