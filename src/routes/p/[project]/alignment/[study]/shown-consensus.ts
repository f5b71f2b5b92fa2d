import {
  consensusHead,
  consensusInWords,
  type ConsensusFigure,
  type ConsensusFigures
} from '$lib/alignment/consensus/consensus.ts';
import { placeToOpen, shownPlaces } from '$lib/alignment/ensembles/shown-candidates.ts';
import { ensembleInFewWordsIn } from '$lib/alignment/report/ensemble-in-words.ts';
import type { AlignmentReport } from '$lib/alignment/report/report.ts';
import { whyDashes } from '$lib/alignment/items/reasons.ts';
import type { ShownConsensusRow } from '$lib/components/alignment/agreement/ConsensusTable.svelte';
import { messagesIn } from '$lib/messages/words.ts';
import { interval, proportion } from '$lib/components/shared/format.ts';
import { signedProportion } from '$lib/stats/writing/signed-proportion.ts';

const ends = ({ low, high }: ConsensusFigure): string => (low === null ? '–' : interval(low, high));

const rowOf = (
  key: string,
  name: string,
  { majority, consensus, difference }: ConsensusFigures
): ShownConsensusRow => ({
  ...{ key, name },
  majority: { value: proportion(majority.value), interval: ends(majority) },
  consensus: { value: proportion(consensus.value), interval: ends(consensus) },
  difference: { value: signedProportion(difference.value), interval: ends(difference) },
  ...{ n: majority.n, clusters: majority.clusters }
});

/**
 * Candidates, systems and annotators beside the consensus as the page shows them.
 *
 * @param keep places of the chosen and the adopted candidate. @param asked the candidate whose systems are shown, as in the address.
 */
export function shownConsensus(
  report: AlignmentReport,
  keep: readonly (number | null)[],
  asked: string | null,
  language: string
) {
  const { consensus, candidates, judges } = report;
  const words = messagesIn(language, 'consensus');
  const place = consensus.reason === null ? placeToOpen(report, asked, keep[0] ?? null) : null;
  const nameOf = (at: number): string => ensembleInFewWordsIn(language, candidates[at]!, judges);
  const open = place === null ? null : { name: nameOf(place), figures: consensus.candidates[place]!.all };
  const figures = [
    ...consensus.candidates
      .flatMap(({ all, bySystem }) => [all, ...bySystem])
      .flatMap((of) => Object.values(of) as ConsensusFigure[]),
    ...consensus.annotators.flatMap(({ accuracy, withMajority }) => [accuracy, withMajority])
  ];
  return {
    head: consensusHead(consensus, words),
    words: consensusInWords(consensus, open, words),
    defined: consensus.reason === null,
    open: open?.name ?? '',
    candidates:
      consensus.reason === null
        ? shownPlaces(report, keep).map((at) => ({
            ...rowOf(`c${at}`, nameOf(at), consensus.candidates[at]!.all),
            ...{ place: at, strong: at === place }
          }))
        : [],
    total: consensus.candidates.length,
    systems:
      place === null
        ? []
        : consensus.systems.map(({ name }, i) => rowOf(`s${i}`, name, consensus.candidates[place]!.bySystem[i]!)),
    annotators: consensus.annotators.map(({ name, labelled, accuracy, withMajority }) => ({
      ...{ name, labelled },
      accuracy: { value: proportion(accuracy.value), interval: ends(accuracy) },
      withMajority: { value: proportion(withMajority.value), interval: ends(withMajority) }
    })),
    why: whyDashes(
      figures.map((figure) => ({ ...figure, items: 0 })),
      messagesIn(language, 'figureReasons')
    )
  };
}

/** The same in a sentence, on the report's first page. @param keep places of the chosen and the adopted candidate */
export function consensusOnFirstPage(report: AlignmentReport, keep: readonly (number | null)[], language: string) {
  const { head, words, defined } = shownConsensus(report, keep, null, language);
  return { head, words, defined };
}
