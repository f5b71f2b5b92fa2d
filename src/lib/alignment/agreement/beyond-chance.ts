import { agreementWeights, defined, undefinedBecause, type Estimate } from '../../stats/index.ts';
import { withReference } from './agreement.ts';
import type { Confidence, Figure } from '../units/figure.ts';
import { clusteredBy, coefficient, figuresOfSums, type Sums } from '../units/jackknife.ts';
import { metricOf, NO_CATEGORY, placeOnScale, scaleRange, scaleSteps, valueAtPlace } from '../units/metric.ts';
import type { ScorePair } from '../units/paired-scores.ts';
import type { Units, Values } from '../units/units.ts';

/** A score, or what people say of an item together: one value, or several between which they are tied. */
type Answer = readonly number[];

/**
 * κ and Gwet's coefficient of scores against what people say together, on the very items of the agreement and by its rule:
 * a value between two labels counts partly as each.
 *
 * κ = 1 − observed disagreement / disagreement of scores and references paired at random. Disagreement is 1 − agreement as
 * `agreementAt` has it; on steps it is (difference / range)². Gwet's coefficient takes chance agreement from how often each
 * label is given, ½ being half of each of two and no category an equal part of all. Both equal Cohen's κ and AC1 (AC2 on steps) if every value is a label.
 *
 * @returns `ac1` null on a measured scale, which has no labels.
 */
export function beyondChance(
  units: Units,
  scores: Values,
  confidence: Confidence
): { kappa: Figure; ac1: Figure | null } | null {
  const steps = scaleSteps(units.scale);
  if (steps === null) return null;
  const pairs = withReference(units, scores);
  const onNames = metricOf(units.scale).kind === 'mean';
  const labels = Array.from({ length: onNames ? steps : 0 }, (_, place) => [valueAtPlace(units.scale, place)]);
  const rows = distinct([...pairs.map(({ a }) => [a]), ...labels]);
  const columns = distinct([...pairs.map(referenceIn), ...labels]);
  const width = columns.answers.length;
  const sums: Sums = {
    size: rows.answers.length * width,
    add: (i, into, at) => {
      const pair = pairs[i]!;
      into[at + rows.placeOf([pair.a]) * width + columns.placeOf(referenceIn(pair))]!++;
    }
  };
  const table = { rows: rows.answers, columns: columns.answers };
  return figuresOfSums(
    clusteredBy(units, pairs),
    sums,
    { kappa: coefficient(kappaOfTable(units, table)), ac1: coefficient(gwetOfTable(units, table)) },
    confidence,
    pairs.length,
    labels.map((label) => {
      const cells = new Float64Array(sums.size);
      cells[rows.placeOf(label) * width + columns.placeOf(label)] = 1;
      return cells;
    })
  );
}

const referenceIn = ({ b, tied }: ScorePair): Answer => tied ?? [b];

function distinct(all: readonly Answer[]): { answers: Answer[]; placeOf: (answer: Answer) => number } {
  const places = new Map<string, number>();
  const answers: Answer[] = [];
  for (const answer of all) {
    const key = answer.join(' ');
    if (places.has(key)) continue;
    places.set(key, answers.length);
    answers.push(answer);
  }
  return { answers, placeOf: (answer) => places.get(answer.join(' '))! };
}

interface Table {
  rows: readonly Answer[];
  columns: readonly Answer[];
}

type Statistic = (cells: Float64Array) => Estimate;

/** Disagreement of a score with what people say, in [0, 1]. */
function apart({ scale }: Units, [score]: Answer, reference: Answer): number {
  switch (scale.level) {
    case 'preference':
    case 'nominal':
      return 1 - (reference.includes(score!) ? 1 / reference.length : 0);
    case 'binary':
      return Math.abs(score! - reference[0]!);
    case 'ordinal':
    case 'interval':
      return ((score! - reference[0]!) / scaleRange(scale)) ** 2;
  }
}

const sumsOf = (cells: Float64Array, { rows, columns }: Table) => {
  const [ofRows, ofColumns] = [new Float64Array(rows.length), new Float64Array(columns.length)];
  let n = 0;
  for (let row = 0, at = 0; row < rows.length; row++)
    for (let column = 0; column < columns.length; column++, at++) {
      ofRows[row]! += cells[at]!;
      ofColumns[column]! += cells[at]!;
      n += cells[at]!;
    }
  return { n, ofRows, ofColumns };
};

function kappaOfTable(units: Units, table: Table): Statistic {
  const distances = Float64Array.from(table.rows.flatMap((row) => table.columns.map((one) => apart(units, row, one))));
  return (cells) => {
    const { n, ofRows, ofColumns } = sumsOf(cells, table);
    if (n === 0) return undefinedBecause('no-pairs');
    let [observed, expected] = [0, 0];
    for (let row = 0, at = 0; row < ofRows.length; row++)
      for (let column = 0; column < ofColumns.length; column++, at++) {
        observed += distances[at]! * cells[at]!;
        expected += distances[at]! * ofRows[row]! * ofColumns[column]!;
      }
    return expected <= 0 ? undefinedBecause('single-category') : defined(1 - (n * observed) / expected);
  };
}

function gwetOfTable(units: Units, table: Table): Statistic {
  const steps = scaleSteps(units.scale)!;
  const { weights } = metricOf(units.scale);
  const places = Array.from({ length: steps }, (_, place) => place);
  const guess =
    agreementWeights(places, weights)
      .flat()
      .reduce((sum, weight) => sum + weight, 0) /
    (steps * (steps - 1));
  const distances = Float64Array.from(table.rows.flatMap((row) => table.columns.map((one) => apart(units, row, one))));
  const [ofRow, ofColumn] = [table.rows, table.columns].map((side) => side.map((answer) => partsOf(units, answer)));
  return (cells) => {
    const { n, ofRows, ofColumns } = sumsOf(cells, table);
    if (n === 0) return undefinedBecause('no-pairs');
    const observed = 1 - distances.reduce((sum, distance, at) => sum + distance * cells[at]!, 0) / n;
    const chance = places.reduce((sum, place) => {
      const share =
        (ofRows.reduce((all, count, row) => all + count * ofRow![row]![place]!, 0) +
          ofColumns.reduce((all, count, column) => all + count * ofColumn![column]![place]!, 0)) /
        (2 * n);
      return sum + share * (1 - share);
    }, 0);
    return defined((observed - guess * chance) / (1 - guess * chance));
  };
}

/**
 * How far an answer is each label, summing to 1: between two labels by its distance from either, if tied in equal parts,
 * and all labels alike if an ensemble gives no category.
 */
function partsOf(units: Units, answer: Answer): number[] {
  const { scale } = units;
  const parts = Array.from({ length: scaleSteps(scale)! }, () => 0);
  for (const value of answer) {
    if (scale.level === 'nominal' && value === NO_CATEGORY) {
      for (const place of parts.keys()) parts[place]! += 1 / parts.length / answer.length;
      continue;
    }
    const place = scale.level === 'preference' ? placeOnScale(scale, value) : value;
    const below = Math.min(parts.length - 2, Math.floor(place));
    parts[below]! += (below + 1 - place) / answer.length;
    parts[below + 1]! += (place - below) / answer.length;
  }
  return parts;
}
