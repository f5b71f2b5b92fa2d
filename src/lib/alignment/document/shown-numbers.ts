import { boundsOutward, count, interval, percent, points, proportion } from '../../stats/writing/figures.ts';
import type { Figure } from '../units/figure.ts';
import type { Gate, GatePart } from '../gates/gate.ts';
import { whyDash } from '../items/reasons.ts';
import { messagesIn } from '../../messages/words.ts';
import { paragraphIn, sayIn } from '../../messages/say-in.ts';
import type { ShownNumber } from './document.ts';
import type { DocumentWords } from './document-words.ts';

/** A figure of the report as a document shows it: a share or a coefficient. */
export function shownFigure(figure: Figure, { reasons }: DocumentWords): ShownNumber {
  return {
    value: figure.value,
    low: figure.low,
    high: figure.high,
    n: figure.n,
    clusters: figure.clusters,
    interval: figure.low === null ? null : figure.interval,
    why: whyDash(figure, reasons),
    written: proportion(figure.value),
    range: interval(figure.low, figure.high)
  };
}

/** A distance in the numbers of a scale: not in [0, 1], so written with its digit before the point. */
export function shownDistance(figure: Figure, words: DocumentWords): ShownNumber {
  const written = (value: number | null): string => points(value, 2);
  return {
    ...shownFigure(figure, words),
    written: written(figure.value),
    range: figure.low === null ? '–' : `${written(figure.low)} – ${written(figure.high)}`
  };
}

const inUnit = (unit: Gate['unit'], value: number | null): string =>
  value === null ? '–' : unit === 'count' ? count(value) : proportion(value);

/** `.021`, `< .001` */
export const pValue = (p: number): string => (p < 0.001 ? '< .001' : proportion(p));

/** The value that a gate has to reach: `≥ .900`; `within ±.050`. */
export const aimOf = ({ unit, threshold }: Pick<Gate, 'unit' | 'threshold'>, language: string): string =>
  unit === 'equivalence'
    ? messagesIn(language, 'gatesShown').within({ margin: proportion(threshold) })
    : `≥ ${inUnit(unit, threshold)}`;

/** The same of a part, in the unit of its gate; empty if it has no threshold of its own. */
export const aimOfPart = ({ unit }: Gate, { threshold }: GatePart, language: string): string =>
  threshold === null || threshold === undefined ? '' : aimOf({ unit, threshold }, language);

export const shownGate = (gate: Gate, method: string, { language }: DocumentWords): ShownNumber => ({
  value: gate.value,
  low: gate.low,
  high: gate.high,
  n: gate.n,
  clusters: gate.clusters,
  interval: gate.low === null ? null : method,
  why: gate.value === null ? paragraphIn(language, gate.said) : null,
  written: inUnit(gate.unit, gate.value),
  range: gate.low === null ? '' : boundsOutward(gate.low, gate.high)
});

/** Ends of the interval of a part: bounds if it has a threshold of its own. */
export const writtenEnds = ({ low, high, threshold }: GatePart): string =>
  threshold === null || threshold === undefined ? interval(low, high) : boundsOutward(low, high);

export const shownPart = (part: GatePart, method: string, { language }: DocumentWords): ShownNumber => ({
  value: part.value,
  low: part.low,
  high: part.high,
  n: part.n,
  clusters: part.clusters ?? null,
  interval: part.low === null ? null : method,
  why: part.value === null && part.why ? sayIn(language, part.why) : null,
  written: proportion(part.value),
  range: part.low === null ? '' : writtenEnds(part)
});

/** A share without an interval of its own, as of resamples. */
export const shownShare = (value: number, n: number, words: DocumentWords): ShownNumber => ({
  ...bareNumber(value, n, words),
  written: percent(value, value > 0 && value < 0.01 ? 1 : 0)
});

/** A number without an interval, on so many items. */
export const bareNumber = (value: number | null, n: number, { language }: DocumentWords): ShownNumber => ({
  ...{ value, low: null, high: null, n, clusters: null, interval: null, range: '' },
  written: proportion(value),
  why: value === null ? messagesIn(language, 'alignmentTables').noLabel : null
});
