import { count, many, points, proportion } from '../../stats/writing/figures.ts';
import { FEWEST_FOR_CHECK, type ErrorCheck } from './corrected-errors.ts';
import { movedBetween } from './corrected-order.ts';
import type { CorrectedBy, CorrectedSystem, Correction } from './corrected.ts';
import { listed } from '../report/words.ts';
import { sayingsOf, type Saying } from '../../messages/sayings.ts';

const says = sayingsOf('correctionFindings');

/** Scores that are corrected, as `Correction` with what else the words need. */
type Corrected = Correction & { repeats: number; by: Pick<CorrectedBy, 'escalated'> };

/** The finding as a sentence: whether labels change the order, and how many systems are distinguishable. */
export function correctionHead({ orders, systems }: Correction): Saying {
  const by = orders.ppi.systems.length > 0 ? orders.ppi : orders.roganGladen;
  if (by.systems.length === 0) return says('none');
  if (by.systems.length === 1) {
    const system = systems.find((one) => one.system === by.systems[0])!;
    const after = system.ppi.value ?? system.roganGladen.value;
    return says('one', { system: system.system, raw: points(system.raw.value), after: points(after) });
  }
  const moved = movedBetween(orders.raw, by);
  const apart = by.pairs.filter(({ distinguishable }) => distinguishable === true).length;
  const among = { apart, pairs: by.pairs.length };
  if (moved.length === 0) return says('same', among);
  const sure = by.pairs.some(
    ({ better, worse, distinguishable }) =>
      distinguishable === true && orders.raw.systems.indexOf(better) > orders.raw.systems.indexOf(worse)
  );
  return says(sure ? 'moved' : 'mayMove', { ...among, systems: moved });
}

/** Notes that a reader of these figures needs, a sentence or two each; warnings first. */
export function correctionNotes(corrected: Corrected): { warns: boolean; text: string }[] {
  const { systems, checks, errors, fewQueries, unerring, orders, repeats, by } = corrected;
  const note = (text: string) => ({ warns: false, text });
  const warning = (text: string) => ({ warns: true, text });
  const differing = checks.filter(({ differs }) => differs === true);
  const unchecked = checks.filter(({ differs }) => differs === null);
  const outside = systems.filter((one) => one.outside > 0);
  const unanswered = systems.reduce((sum, one) => sum + one.unanswered, 0);
  const rogan = orders.ppi.systems.length > 0 ? movedBetween(orders.ppi, orders.roganGladen) : [];
  return [
    ...(differing.length > 0
      ? [
          warning(
            `The error rates of the ensemble differ between systems: ${differing.map(checkInWords).join('; ')}. Rogan–Gladen assumes equal error rates, so use PPI++.`
          )
        ]
      : []),
    ...(unchecked.length > 0
      ? [
          warning(
            `The error rates of the ensemble on ${uncheckedInWords(unchecked, systems)} and on the others are not fully tested, because ${FEWEST_FOR_CHECK} labels of each kind are needed on both sides. Rogan–Gladen assumes that they are equal.`
          )
        ]
      : []),
    ...(checks.length > 0 && differing.length === 0 && unchecked.length === 0
      ? [
          note(
            `On no system is the ensemble right significantly more or less often than on the others (${many(checks.length, 'check')}, Holm), as Rogan–Gladen assumes. With few labels, a difference may remain undetected.`
          )
        ]
      : []),
    ...(fewQueries
      ? [
          warning(
            `Annotators labelled in ${many(errors.queries, 'query', 'queries')}: with fewer than 20, intervals are approximate.`
          )
        ]
      : []),
    ...(unerring.length > 0
      ? [
          warning(
            `On every labelled item of ${listed(unerring)} annotators and the ensemble give equal labels. The interval of PPI++ does not include errors too rare to occur in this sample.`
          )
        ]
      : []),
    ...(by.escalated
      ? [
          warning(
            'The ensemble was adopted only for items on which enough of its judges agree; these scores use its label on all items.'
          )
        ]
      : []),
    ...(outside.length > 0
      ? [
          warning(
            `The study did not sample from all reports: ${outside.map(outsideInWords).join('; ')}. They are assumed to resemble the others.`
          )
        ]
      : []),
    ...(rogan.length > 0 ? [note(`Rogan–Gladen and PPI++ rank ${listed(rogan)} differently.`)] : []),
    ...(unanswered > 0
      ? [note(`${many(unanswered, 'item')} without a label from the ensemble are excluded from these scores.`)]
      : []),
    ...(errors.split > 0
      ? [
          note(
            `Annotators are tied on ${many(errors.split, 'item')}: each counts ½ in PPI++ and is excluded from sensitivity and specificity.`
          )
        ]
      : []),
    ...(repeats > 1 ? [note('If a judge answered repeatedly, the first answer counts, as in the study.')] : [])
  ];
}

/** Systems for which a check is missing: `a and b`, or `each system` if it is missing for all. */
function uncheckedInWords(checks: readonly ErrorCheck[], systems: readonly CorrectedSystem[]): string {
  const names = [...new Set(checks.map(({ system }) => system))];
  return names.length > 1 && names.length >= systems.length ? 'each system' : listed(names);
}

const checkInWords = ({ system, kind, own, others, pAdjusted }: ErrorCheck): string =>
  `${kind} on ${system} ${proportion(own.value)} (n ${own.n}), on the others ${proportion(others.value)} (n ${others.n}), p ${pInWords(pAdjusted!)}`;

const outsideInWords = ({ system, outside, units }: CorrectedSystem): string =>
  `${count(outside)} of ${many(units, 'item')} of ${system}`;

const pInWords = (p: number): string => (p < 0.001 ? 'below .001' : proportion(p));

/** Sensitivity and specificity as one line: `Sensitivity .921 (.860 to .960, n 63), specificity …`. */
export const errorsSaid = ({ sensitivity, specificity }: Correction['errors']): Saying =>
  says('errors', { sensitivity: rateSaid(sensitivity), specificity: rateSaid(specificity) });

const rateSaid = ({ value, low, high, n }: Correction['errors']['sensitivity']): Saying => {
  const rate = { value: proportion(value), n };
  return low === null || high === null
    ? says('rate', rate)
    : says('rateWithin', { ...rate, low: proportion(low), high: proportion(high) });
};
