import { interval, proportion } from '../../stats/writing/figures.ts';
import {
  consensusHead,
  consensusInWords,
  type ConsensusFigure,
  type ConsensusFigures
} from '../consensus/consensus.ts';
import { placeOfChosen, shownPlaces } from '../ensembles/shown-candidates.ts';
import { englishReasons } from '../items/english-reasons.ts';
import { whyDash } from '../items/reasons.ts';
import { ensembleInFewWords } from '../report/rater-names.ts';
import type { DocumentCell, Section } from './document.ts';
import type { DocumentSource } from './source.ts';
import { countColumn, documentTable, figureColumn, nameColumn } from './tables.ts';
import { messagesIn } from '../../messages/words.ts';

const words = messagesIn('en', 'consensus');

/** Ensembles beside annotators weighted by how they agree, and each annotator's estimated accuracy under a pseudonym. */
export function consensusSection({ report, procedure }: DocumentSource): Section {
  const { consensus, candidates, judges } = report;
  const chosen = placeOfChosen(report, procedure);
  const nameOf = (place: number): string => ensembleInFewWords(candidates[place]!, judges);
  const open = consensus.reason === null ? (chosen ?? (candidates.length > 0 ? 0 : null)) : null;
  const cells = ({ majority, consensus: weighted, difference }: ConsensusFigures): DocumentCell[] => [
    cell(majority),
    cell(weighted),
    cell(difference)
  ];
  const columns = ['Majority', 'Consensus', 'Difference'].map(figureColumn);
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
        'Agreement of candidates with the majority of annotators and with their Dawid–Skene consensus',
        [nameColumn('Candidate'), ...columns],
        (consensus.reason === null ? shownPlaces(report, [chosen]) : []).map((place) => ({
          name: nameOf(place),
          strong: place === chosen,
          cells: cells(consensus.candidates[place]!.all)
        }))
      ),
      ...(open === null
        ? []
        : documentTable(
            `The same by system, ${nameOf(open)}`,
            [nameColumn('System'), ...columns],
            consensus.systems.map(({ name }, i) => ({
              name,
              cells: cells(consensus.candidates[open]!.bySystem[i]!)
            }))
          )),
      ...documentTable(
        'Estimated accuracy of annotators, under pseudonyms',
        [
          nameColumn('Annotator'),
          figureColumn('Estimated accuracy'),
          figureColumn('With the majority'),
          countColumn('Items')
        ],
        consensus.annotators.map(({ name, accuracy, withMajority, labelled }) => ({
          name,
          cells: [cell(accuracy), cell(withMajority), labelled]
        }))
      )
    ]
  };
}

const cell = (figure: ConsensusFigure): DocumentCell => ({
  ...{ value: figure.value, low: figure.low, high: figure.high, n: figure.n, clusters: figure.clusters },
  interval: figure.low === null ? null : 'jackknife',
  why: whyDash(figure, englishReasons),
  written: proportion(figure.value),
  range: figure.low === null ? '–' : interval(figure.low, figure.high)
});
