import { inflateForStudent, riseEvidence, windowBoundary, type Interval } from '../../stats/index.ts';

/** Limits for a set of anchor items. */
export interface DriftLimits {
  /** Loss of agreement that must not go unnoticed, as a share: .05 is five points. */
  loss: number;
  /** Share of verdicts that may differ from those of the adopted run. */
  flips: number;
  /** Ensembles of which the adopted one was chosen: the best of several agreed a little too well in the run that chose it. */
  candidates: number;
}

/** An anchor item as it was when the ensemble was adopted. */
export interface AnchorBaseline {
  /** The cluster. */
  query: string;
  /** The ensemble's score on the scale; verdicts that differ from it are flips. */
  score: number;
  /** Its agreement with the people's labels, in [0, 1]. */
  agreement: number;
}

/** One check: the ensemble's score and agreement on every item, in the set's order; null if it gave none. */
export interface CheckedItem {
  score: number;
  agreement: number;
}
export type CheckedItems = readonly (CheckedItem | null)[];

/** `loss`: agreement fell, and by as much as the limit may be; `flips`: more verdicts differ than allowed. */
export type DriftResult = 'within-limit' | 'inconclusive' | 'loss' | 'flips';

export const isDrift = (result: DriftResult): boolean => result === 'loss' || result === 'flips';

/** A change of agreement against the adopted run, in shares of 1. */
export interface Change {
  value: number;
  /** Valid at each of a sequence's checks together; null below two queries. */
  interval: Interval | null;
}

export interface LookFigures {
  /** Items with a verdict at this check, and those that were to be judged. */
  n: number;
  of: number;
  flips: number;
  /** Agreement with people at this check, and of the adopted run on the same items; null if nothing was judged. */
  agreement: number | null;
  adopted: number | null;
  /** Over the last checks of the sequence, `WINDOW` at most. */
  change: Change | null;
  /** Agreement of the adopted run on the items of `change`, which may be more than those of this check; absent in earlier records. */
  changedFrom?: number | null;
  /** Mean share of flips over the same checks. */
  flipped: number | null;
  /** Whether the evidence over all checks of the sequence is that more verdicts differ than allowed. */
  tooManyFlips: boolean;
  result: DriftResult;
}

/** Whether a check has a verdict on any item. One without, because no judge answered, says nothing of the judges. */
export const hasVerdicts = ({ figures }: { figures: unknown }): boolean => (figures as LookFigures).n > 0;

/** Checks that one figure is averaged over: a change may begin at any check, and many good ones before must not hide it. */
export const WINDOW = 3;
/** Checks of one served version over which the risk of a false alarm holds; the next one begins a new sequence. */
export const CHECKS_OF_SEQUENCE = 52;
/** Of each of the two tests, so that false alarms of both are at most .05. */
const RISK = 0.025;

/** Standard errors of a change on so many queries, for an ensemble that was chosen of so many. */
export const driftBoundary = (queries: number, candidates = 1): number =>
  inflateForStudent(windowBoundary({ looks: CHECKS_OF_SEQUENCE, window: WINDOW, candidates, risk: RISK }), queries);

/**
 * Figures of the last check of a sequence: checks of the same served versions, the first one first.
 *
 * The change is the mean over queries of agreement now − agreement at adoption on the same items. Looks repeat the same items and
 * share what they are compared with, so that its boundary is that of a moving mean (`driftBoundary`), carried to t on the
 * number of queries. Its standard error is linearised by query and at least that of one item that changed.
 *
 * The adopted run chose the ensemble, and its noise with it: asked again, the best of several candidates agrees less well though
 * nothing changed. The upper end allows for that. It is further up by the difference between the boundaries with and
 * without the choice, in standard errors of the part that comes from asking again (`errorOfAsking`), as only that was new to the choice.
 * The lower end needs no such allowance.
 *
 * @throws if a check has another number of items than the set.
 */
export function figuresOfLook(
  set: readonly AnchorBaseline[],
  sequence: readonly CheckedItems[],
  { loss, flips: allowed, candidates }: DriftLimits
): LookFigures {
  for (const look of sequence)
    if (look.length !== set.length)
      throw new Error(`figuresOfLook requires ${set.length} items a check, got ${look.length}`);
  const last = sequence.at(-1) ?? [];
  const judged = set.flatMap((item, at) => (last[at] ? [{ item, now: last[at] }] : []));
  const n = judged.length;
  const share = (sum: number): number | null => (n === 0 ? null : sum / n);
  const flipsOf = (look: CheckedItems): { count: number; n: number } => ({
    count: set.filter((item, at) => look[at] && differs(item.score, look[at].score)).length,
    n: look.filter((one) => one !== null).length
  });
  const window = sequence.slice(-WINDOW);
  const places = placesOf(set);
  const change =
    n === 0 ? null : changeOver(set, places, window, { error: errorOfAsking(places, sequence), candidates });
  const changed = set.filter((_, at) => window.some((look) => look[at]));
  const ofWindow = window.map(flipsOf);
  const counted = ofWindow.reduce((sum, one) => sum + one.n, 0);
  const tooManyFlips = n > 0 && riseEvidence(sequence.map(flipsOf), allowed, { risk: RISK }).alarm !== null;
  return {
    n,
    of: set.length,
    flips: flipsOf(last).count,
    agreement: share(judged.reduce((sum, { now }) => sum + now.agreement, 0)),
    adopted: share(judged.reduce((sum, { item }) => sum + item.agreement, 0)),
    change,
    changedFrom: change && changed.reduce((sum, item) => sum + item.agreement, 0) / changed.length,
    flipped: counted === 0 ? null : ofWindow.reduce((sum, one) => sum + one.count, 0) / counted,
    tooManyFlips,
    result: resultOf(change, loss, tooManyFlips)
  };
}

/**
 * Agreement over the last checks of a sequence, in [0, 1]: that of the adopted run on the same items and the change, with its
 * interval, which is valid at every check. Null if nothing was judged.
 */
export function agreementOverChecks({
  adopted,
  change,
  changedFrom = adopted
}: Pick<LookFigures, 'adopted' | 'change' | 'changedFrom'>): { value: number; interval: Interval | null } | null {
  if (changedFrom === null || change === null) return null;
  const after = (by: number): number => Math.min(1, Math.max(0, changedFrom + by));
  const { value, interval } = change;
  return { value: after(value), interval: interval && [after(interval[0]), after(interval[1])] };
}

/** Rounding makes no flip. */
const differs = (before: number, now: number): boolean => Math.abs(before - now) > 1e-9;

const resultOf = (change: Change | null, loss: number, tooManyFlips: boolean): DriftResult => {
  const interval = change?.interval ?? null;
  if (interval && interval[1] < 0 && interval[0] <= -loss) return 'loss';
  if (tooManyFlips) return 'flips';
  return interval && interval[0] > -loss ? 'within-limit' : 'inconclusive';
};

/** Place of each item's query among the queries. */
function placesOf(set: readonly AnchorBaseline[]): Int32Array {
  const known = new Map<string, number>();
  return Int32Array.from(set, ({ query }) => {
    const place = known.get(query) ?? known.size;
    known.set(query, place);
    return place;
  });
}

/** Mean of the items' values with its standard error, linearised by query, and with that around 0 squared; items without a value are left out. */
function clusteredMean(places: Int32Array, valueOf: (at: number) => number | null) {
  const [sums, sizes] = [new Float64Array(places.length), new Int32Array(places.length)];
  let [total, n] = [0, 0];
  for (let at = 0; at < places.length; at++) {
    const value = valueOf(at);
    if (value === null) continue;
    sums[places[at]!]! += value;
    sizes[places[at]!]! += 1;
    total += value;
    n++;
  }
  let [squares, aroundZero, clusters] = [0, 0, 0];
  for (let place = 0; place < sizes.length; place++) {
    if (sizes[place] === 0) continue;
    clusters++;
    squares += (sums[place]! - (total / n) * sizes[place]!) ** 2;
    aroundZero += sums[place]! ** 2;
  }
  return {
    value: total / n,
    n,
    clusters,
    error: Math.sqrt((clusters / (clusters - 1)) * squares) / n,
    meanSquare: aroundZero / n ** 2
  };
}

/**
 * Standard error of a change that asking the same judges again makes by itself: of the mean agreement of one run, from the
 * differences between consecutive checks, by query; then of the last checks together and the adopted run. Null below two checks.
 */
function errorOfAsking(places: Int32Array, sequence: readonly CheckedItems[]): number | null {
  const variances = sequence.slice(1).flatMap((look, before) => {
    const { n, meanSquare } = clusteredMean(places, (at) => {
      const [then, now] = [sequence[before]![at], look[at]];
      return then && now ? now.agreement - then.agreement : null;
    });
    return n === 0 ? [] : [meanSquare / 2];
  });
  if (variances.length === 0) return null;
  const variance = variances.reduce((sum, one) => sum + one, 0) / variances.length;
  return Math.sqrt(variance * (1 + 1 / Math.min(WINDOW, sequence.length)));
}

/** Mean change of the items over some checks, with its interval by query; null if no item was judged in them. */
function changeOver(
  set: readonly AnchorBaseline[],
  places: Int32Array,
  looks: readonly CheckedItems[],
  asking: { error: number | null; candidates: number }
): Change | null {
  const { value, n, clusters, error } = clusteredMean(places, (at) => {
    let [sum, judged] = [0, 0];
    for (const look of looks) {
      const now = look[at];
      if (!now) continue;
      sum += now.agreement;
      judged++;
    }
    return judged === 0 ? null : sum / judged - set[at]!.agreement;
  });
  if (n === 0) return null;
  if (clusters < 2) return { value, interval: null };
  const least = 1 / n;
  const se = Math.max(error, least);
  const boundary = driftBoundary(clusters);
  const choice = driftBoundary(clusters, asking.candidates) - boundary;
  const reach = boundary * se;
  const optimism = choice * Math.min(se, Math.max(asking.error ?? se, least));
  return { value, interval: [Math.max(-1, value - reach), Math.min(1, value + reach + optimism)] };
}
