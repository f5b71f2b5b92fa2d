import type { Messages } from '../../messages/catalogues/en/index.ts';
import type { Words } from '../../messages/message.ts';
import {
  dawidSkene,
  groupClusters,
  jackknifeInterval,
  undefinedBecause,
  weightingErrorOfMean,
  type Interval
} from '../../stats/index.ts';
import { interval, proportion } from '../../stats/writing/figures.ts';
import { commonUnits, scoresOf } from '../ensembles/candidates.ts';
import type { JudgeEnsemble } from '../ensembles/ensembles.ts';
import type { Figure } from '../units/figure.ts';
import { metricOf, scaleSteps, valueAtPlace } from '../units/metric.ts';
import { unequalSampling, type Units } from '../units/units.ts';
import { agreementAt, agreementWith, isLeftOut } from '../agreement/agreement.ts';

/** Fewest annotators, labels on an item, and items with so many, with which the model tells annotators apart. */
const FEWEST = { annotators: 3, labels: 3, items: 20 } as const;
const ITERATIONS = 30;
/** The model is estimated anew without each query, or without each of so many groups of queries. */
const MOST_BLOCKS = 60;

/** A figure whose items are those of its row. */
export type ConsensusFigure = Omit<Figure, 'items'>;

/** Agreement on the same items with the plain majority, with the consensus, and the second less the first. */
export interface ConsensusFigures {
  majority: ConsensusFigure;
  consensus: ConsensusFigure;
  difference: ConsensusFigure;
}

type NoConsensus = 'scores' | 'few-annotators' | 'few-labels' | 'few-items' | 'no-answers';

/**
 * Ensembles beside annotators who are weighted by how they agree (Dawid–Skene), and beside their plain majority, on the items with
 * three labels or more that every judge answered.
 */
export interface Consensus {
  /** Why there is none; then there are no figures either. */
  reason: NoConsensus | null;
  /** Items that the figures rest on, and their queries. */
  items: string[];
  queries: number;
  /** Items with three labels or more, from which the model is estimated. */
  modelled: number;
  /** Whether items had unequal chances, so that figures are weighted to the run. */
  weighted: boolean;
  systems: { name: string; items: string[] }[];
  /** In the order of the report's candidates; the figures by system in the order of `systems`. */
  candidates: { all: ConsensusFigures; bySystem: ConsensusFigures[] }[];
  /** Under pseudonyms, the most accurate first: how often the model expects a label to be right, and agreement with the majority. */
  annotators: { name: string; labelled: number; accuracy: ConsensusFigure; withMajority: ConsensusFigure }[];
}

/** Consensus of one fit: how likely each label is the true one, label by label, at the place of each unit that was in it. */
type Posterior = Float64Array;

/**
 * Computes the consensus of annotators and compares ensembles with it. Intervals are jackknife intervals by query: the model is
 * estimated anew without each query, or each of 60 groups of queries, so that they allow for its having been estimated. Figures
 * are weighted to the run; the model is estimated from the items as they are.
 *
 * @param ensembles in the order of the report's candidates.
 */
export function consensusOf(units: Units, ensembles: readonly JudgeEnsemble[]): Consensus {
  const people = units.people.filter(({ labels }) => labels.some((label) => label !== null));
  const fitted = units.ids.flatMap((_, unit) =>
    people.filter(({ labels }) => labels[unit] !== null).length >= FEWEST.labels ? [unit] : []
  );
  const modelled = new Set(fitted);
  const compared = commonUnits(units).filter((unit) => modelled.has(unit) && !isLeftOut(units, unit));
  const about = { modelled: fitted.length, weighted: unequalSampling(units) };
  const none = { items: [], queries: 0, ...about, systems: [], candidates: [], annotators: [] };
  if (metricOf(units.scale).kind !== 'mean') return { reason: 'scores', ...none };
  if (people.length < FEWEST.annotators) return { reason: 'few-annotators', ...none };
  if (fitted.length === 0) return { reason: 'few-labels', ...none };
  if (fitted.length < FEWEST.items) return { reason: 'few-items', ...none };
  if (compared.length === 0) return { reason: 'no-answers', ...none };

  const values = Array.from({ length: scaleSteps(units.scale)! }, (_, place) => valueAtPlace(units.scale, place));
  const placeOf = new Map(fitted.map((unit, i) => [unit, i]));
  const grouped = groupClusters(fitted.map((unit) => units.cluster[unit]!));
  const blocks = Math.min(MOST_BLOCKS, grouped.names.length);
  const blockOf = grouped.of.map((cluster) => cluster % blocks);
  const given = fitted.map((unit) => people.map(({ labels }) => labels[unit]!));
  const fit = (left: number | null): Posterior => {
    const among = fitted.flatMap((_, i) => (blockOf[i] === left ? [] : [i]));
    const { posterior } = dawidSkene(
      among.map((i) => given[i]!),
      values,
      ITERATIONS
    );
    const all = new Float64Array(fitted.length * values.length);
    for (const [at, i] of among.entries()) if (posterior) all.set(posterior[at]!, i * values.length);
    return all;
  };
  const fits: Fits = {
    whole: fit(null),
    without: Array.from({ length: blocks }, (_, block) => fit(block)),
    blockOf
  };
  const figures = (rows: readonly Row[]): ConsensusFigures => resampled(units, rows, fits);

  const systemNames = [...new Set(compared.map((unit) => units.systems[unit]!))].sort();
  const candidates = ensembles.map((ensemble) => {
    const scores = scoresOf(units, ensemble);
    const rows = compared.map((unit): Row => ({
      ...{ unit, at: placeOf.get(unit)! },
      majority: agreementAt(units, unit, scores[unit]!)!,
      byLabel: values.map((value) => agreementWith(units.scale, scores[unit]!, { value, split: null }, units.ties)!)
    }));
    return {
      all: figures(rows),
      bySystem: systemNames.map((name) => figures(rows.filter(({ unit }) => units.systems[unit] === name)))
    };
  });
  const annotators = people
    .map(({ id, labels }) => {
      const own = fitted.filter((unit) => labels[unit] !== null && !isLeftOut(units, unit));
      const rows = own.map((unit): Row => ({
        ...{ unit, at: placeOf.get(unit)! },
        majority: agreementAt(units, unit, labels[unit]!)!,
        byLabel: values.map((value) => Number(value === labels[unit]))
      }));
      const { consensus: accuracy, majority: withMajority } = figures(rows);
      return { id, labelled: own.length, accuracy, withMajority };
    })
    .filter(({ labelled }) => labelled > 0)
    .sort((a, b) => b.accuracy.value! - a.accuracy.value! || (a.id < b.id ? -1 : 1))
    .map(({ id: _, ...figures }, i) => ({ name: `Annotator ${i + 1}`, ...figures }));
  const idsOf = (of: readonly number[]): string[] => of.map((unit) => units.ids[unit]!);
  return {
    reason: null,
    items: idsOf(compared),
    queries: new Set(compared.map((unit) => units.cluster[unit])).size,
    ...about,
    systems: systemNames.map((name) => ({
      name,
      items: idsOf(compared.filter((unit) => units.systems[unit] === name))
    })),
    candidates,
    annotators
  };
}

/** Agreement of one answer at a unit: with the majority, and with each label if it were the true one. */
interface Row {
  unit: number;
  /** Place among the units from which the model is estimated. */
  at: number;
  majority: number;
  byLabel: readonly number[];
}

interface Fits {
  whole: Posterior;
  /** Without each block of queries. */
  without: readonly Posterior[];
  /** Block of the unit at each place. */
  blockOf: Uint32Array;
}

interface Means {
  majority: number;
  consensus: number;
}

/** The three figures of some rows, with the model estimated anew without each block. */
function resampled(units: Units, rows: readonly Row[], { whole, without, blockOf }: Fits): ConsensusFigures {
  const n = rows.length;
  const clusters = new Set(rows.map(({ unit }) => units.cluster[unit])).size;
  const weights = rows.map(({ unit }) => units.weights[unit]!);
  const withConsensus = (posterior: Posterior, { at, byLabel }: Row): number =>
    byLabel.reduce((sum, agreement, v) => sum + posterior[at * byLabel.length + v]! * agreement, 0);
  const meansOver = (posterior: Posterior, left: number | null): Means | null => {
    let [kept, majority, consensus] = [0, 0, 0];
    for (const [i, row] of rows.entries()) {
      if (blockOf[row.at] === left) continue;
      const weight = weights[i]!;
      kept += weight;
      majority += weight * row.majority;
      consensus += weight * withConsensus(posterior, row);
    }
    return kept === 0 ? null : { majority: Math.min(1, majority / kept), consensus: Math.min(1, consensus / kept) };
  };
  const found = meansOver(whole, null);
  // A block without any of these rows still changes the model; one that holds all of them leaves nothing.
  const touched = new Set(rows.map(({ at }) => blockOf[at]!));
  const left = without.map(meansOver);
  const figure = (of: (means: Means) => number, range: Interval, among: readonly (Means | null)[]): ConsensusFigure => {
    const rest = { n, clusters, interval: 'jackknife' } as const;
    if (found === null) return { ...undefinedBecause('n=0'), low: null, high: null, intervalReason: 'n=0', ...rest };
    const value = of(found);
    const inRows = rows.map((row) => of({ majority: row.majority, consensus: withConsensus(whole, row) }));
    const { interval: ends, intervalReason } = jackknifeInterval(
      value,
      among.map((means) => means && of(means)),
      { range, least: weightingErrorOfMean(inRows, weights) }
    );
    return { value, low: ends?.[0] ?? null, high: ends?.[1] ?? null, intervalReason: intervalReason ?? null, ...rest };
  };
  return {
    majority: figure(
      ({ majority }) => majority,
      [0, 1],
      left.filter((_, block) => touched.has(block))
    ),
    consensus: figure(({ consensus }) => consensus, [0, 1], left),
    difference: figure(({ majority, consensus }) => consensus - majority, [-1, 1], left)
  };
}

type ConsensusWords = Words<Messages['consensus']>;

const whyNone = (words: ConsensusWords): Record<NoConsensus, string> => ({
  scores: words.scores,
  'few-annotators': words.fewAnnotators(FEWEST),
  'few-labels': words.fewLabels(FEWEST),
  'few-items': words.fewItems(FEWEST),
  'no-answers': words.noAnswers(FEWEST)
});

/** The head of the section. */
export const consensusHead = ({ reason }: Pick<Consensus, 'reason'>, words: ConsensusWords): string =>
  reason === null ? words.head : words.undefinedHead;

/** `.912 [.88 – .94]` */
const written = ({ value, low, high }: Pick<ConsensusFigure, 'value' | 'low' | 'high'>): string =>
  `${proportion(value)}${low === null ? '' : ` [${interval(low, high)}]`}`;

/** `Agreement of J1 with the Dawid–Skene consensus of 5 annotators is .912 [.88 – .94] and with their majority .890 […], n = 120 in 24 queries.` */
export function consensusInWords(
  consensus: Pick<Consensus, 'reason' | 'modelled' | 'weighted'> & { annotators: readonly unknown[] },
  shown: { name: string; figures: ConsensusFigures } | null,
  words: ConsensusWords
): string {
  if (consensus.reason !== null) return whyNone(words)[consensus.reason];
  const model = words.model({
    items: consensus.modelled,
    labels: FEWEST.labels,
    annotators: consensus.annotators.length
  });
  if (shown === null) return model;
  const { majority, consensus: weighted, difference } = shown.figures;
  return words.found({
    ...{ name: shown.name, consensus: written(weighted), majority: written(majority) },
    ...{ difference: written(difference), weighted: consensus.weighted ? 'yes' : 'no' },
    ...{ n: majority.n, queries: majority.clusters, model }
  });
}
