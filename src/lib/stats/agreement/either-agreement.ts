import { defined, ratio, type Estimate, type Label, type Ratings } from '../numbers/estimate.ts';

interface EitherAgreement {
  n: number;
  dropped: number;
  /** Share of items on which at least one of the two judges agrees with the person. Cannot be the criterion. */
  either: Estimate;
  /** The same over items if the two differ; on a binary scale it is 1 whatever they say. */
  eitherGivenDisagreement: Estimate;
  /** Share on which both are wrong. */
  bothWrong: Estimate;
  /** Share on which the two agree, and agreement with the person there. */
  consensus: Estimate;
  agreementOnConsensus: Estimate;
}

/**
 * "Either judge agrees", beside what shows why it says little: the both-wrong rate and the agreement on consensus.
 *
 * @param human labels of the person, @param first, second those of the judges, over the same items; an item lacking any of
 *   the three is dropped.
 * @returns each undefined on its own: `no-pairs` without items, `zero-denominator` if the judges never differ or never
 *   agree.
 * @throws if lengths differ.
 * Source: arXiv 2510.14240, appendix C, for the criterion.
 */
export const eitherAgreement = (human: Ratings, first: Ratings, second: Ratings): EitherAgreement => {
  if (human.length !== first.length || human.length !== second.length)
    throw new Error('eitherAgreement requires arrays of equal length');
  let n = 0;
  let either = 0;
  let bothWrong = 0;
  let same = 0;
  let sameAndRight = 0;
  for (let i = 0; i < human.length; i++) {
    const [h, a, b] = [human[i]!, first[i]!, second[i]!];
    if (h === null || a === null || b === null) continue;
    n++;
    if (a === h || b === h) either++;
    if (a !== h && b !== h) bothWrong++;
    if (a === b) same++;
    if (a === b && a === h) sameAndRight++;
  }
  const none = n === 0 ? 'no-pairs' : 'zero-denominator';
  return {
    n,
    dropped: human.length - n,
    either: ratio(either, n, none),
    eitherGivenDisagreement: ratio(either - sameAndRight, n - same, none),
    bothWrong: ratio(bothWrong, n, none),
    consensus: ratio(same, n, none),
    agreementOnConsensus: ratio(sameAndRight, same, none)
  };
};

/**
 * Agreement set: the items on which all judges give the same label, and the agreement with people there.
 *
 * @param human labels of the person. @param judges one array of labels per judge over the same items.
 * @returns `share` of items on which the judges agree, `agreement` with the person on them.
 */
export const agreementSet = (
  human: Ratings,
  judges: readonly Ratings[]
): { n: number; size: number; share: Estimate; agreement: Estimate } => {
  if (judges.some((j) => j.length !== human.length)) throw new Error('agreementSet requires arrays of equal length');
  let n = 0;
  let size = 0;
  let right = 0;
  for (let i = 0; i < human.length; i++) {
    const labels: (Label | null)[] = judges.map((j) => j[i]!);
    if (human[i] === null || labels.some((l) => l === null) || labels.length === 0) continue;
    n++;
    if (labels.some((l) => l !== labels[0])) continue;
    size++;
    if (labels[0] === human[i]) right++;
  }
  return {
    n,
    size,
    share: ratio(size, n, 'no-pairs'),
    agreement: ratio(right, size, n === 0 ? 'no-pairs' : 'zero-denominator')
  };
};

/**
 * Score agreement: mean of 1 − |score − human| over items, both in [0, 1]. For binary labels and single judges it is percent
 * agreement; for averaged judges it gives partial credit.
 *
 * @returns undefined (`no-pairs`) if no item has both. @throws if lengths differ or a score is outside [0, 1].
 */
export const scoreAgreement = (
  human: ArrayLike<number | null>,
  score: ArrayLike<number | null>
): Estimate & { n: number } => {
  if (human.length !== score.length)
    throw new Error(`scoreAgreement requires equal lengths, got ${human.length} and ${score.length}`);
  let sum = 0;
  let n = 0;
  for (let i = 0; i < human.length; i++) {
    const [h, s] = [human[i]!, score[i]!];
    if (h === null || s === null) continue;
    if (!(h >= 0 && h <= 1 && s >= 0 && s <= 1))
      throw new Error(`scoreAgreement requires scores in [0, 1], got ${h} and ${s}`);
    sum += 1 - Math.abs(s - h);
    n++;
  }
  return n === 0 ? { ...ratio(0, 0, 'no-pairs'), n } : { ...defined(sum / n), n };
};
