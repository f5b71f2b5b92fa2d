import { count, many, points, proportion } from '../../stats/writing/figures.ts';
import { FEWEST_FOR_CHECK, type ErrorCheck } from './corrected-errors.ts';
import { movedBetween, type CorrectedOrder } from './corrected-order.ts';
import type { CorrectedBy, CorrectedSystem, Correction } from './corrected.ts';
import { listed } from '../report/words.ts';

/** Scores that are corrected, as `Correction` with what else the words need. */
type Corrected = Correction & { repeats: number; by: Pick<CorrectedBy, 'escalated'> };

/** What is seen, as a sentence: whether labels change the order, and how many systems can then be told apart. */
export function correctionHead({ orders, systems }: Correction): string {
  const by = orders.ppi.systems.length > 0 ? orders.ppi : orders.roganGladen;
  if (by.systems.length === 0) return 'No score can be corrected yet';
  if (by.systems.length === 1) {
    const system = systems.find((one) => one.system === by.systems[0])!;
    const after = system.ppi.value ?? system.roganGladen.value;
    return `${system.system}: ${points(system.raw.value)} by the judges, ${points(after)} by people’s labels`;
  }
  return `${orderInWords(orders.raw, by)}; ${apartInWords(by)}`;
}

function orderInWords(before: CorrectedOrder, after: CorrectedOrder): string {
  const moved = movedBetween(before, after);
  if (moved.length === 0) return 'People’s labels leave the order of the systems as it is';
  const sure = after.pairs.some(
    ({ better, worse, distinguishable }) =>
      distinguishable === true && before.systems.indexOf(better) > before.systems.indexOf(worse)
  );
  return `By people’s labels ${listed(moved)} ${sure ? 'change places' : 'may change places'}`;
}

function apartInWords({ pairs }: CorrectedOrder): string {
  const apart = pairs.filter(({ distinguishable }) => distinguishable === true).length;
  if (pairs.length === 1) return apart === 1 ? 'the two can be told apart' : 'the two can not be told apart';
  return apart === 0
    ? 'no two systems can be told apart'
    : `${count(apart)} of ${count(pairs.length)} pairs can be told apart`;
}

/** What a reader has to know of these figures, a sentence or two each; those that warn first. */
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
            `The ensemble does not err alike on all systems: ${differing.map(checkInWords).join('; ')}. Rogan–Gladen supposes that it does, so go by PPI++.`
          )
        ]
      : []),
    ...(unchecked.length > 0
      ? [
          warning(
            `Whether the ensemble errs on ${uncheckedInWords(unchecked, systems)} as on the others is not fully checked: that takes ${FEWEST_FOR_CHECK} labels of yes and of no on both sides. Rogan–Gladen supposes that it does.`
          )
        ]
      : []),
    ...(checks.length > 0 && differing.length === 0 && unchecked.length === 0
      ? [
          note(
            `On no system is the ensemble right significantly more or less often than on the others (${many(checks.length, 'check')}, Holm), as Rogan–Gladen supposes. With few labels a difference can go unseen.`
          )
        ]
      : []),
    ...(fewQueries
      ? [
          warning(
            `People labelled in ${many(errors.queries, 'query', 'queries')}: intervals by fewer than 20 are rough.`
          )
        ]
      : []),
    ...(unerring.length > 0
      ? [
          warning(
            `On every labelled item of ${listed(unerring)} people and the ensemble say the same. Errors that are too rare to be seen there are not in the interval of PPI++.`
          )
        ]
      : []),
    ...(by.escalated
      ? [
          warning(
            'The ensemble was adopted for items on which enough of its judges agree; here its answer counts on all.'
          )
        ]
      : []),
    ...(outside.length > 0
      ? [
          warning(
            `The study did not draw from all reports: ${outside.map(outsideInWords).join('; ')}. They are taken to be like the others.`
          )
        ]
      : []),
    ...(rogan.length > 0 ? [note(`Rogan–Gladen puts ${listed(rogan)} in other places than PPI++.`)] : []),
    ...(unanswered > 0
      ? [note(`${many(unanswered, 'item')} to which the ensemble gives no answer enter none of these scores.`)]
      : []),
    ...(errors.split > 0
      ? [
          note(
            `People are evenly split on ${many(errors.split, 'item')}: these count ½ in PPI++ and nothing in sensitivity and specificity.`
          )
        ]
      : []),
    ...(repeats > 1 ? [note('Of repeated answers the first counts, as in the study.')] : [])
  ];
}

/** Systems for which a check is missing: `a and b`, or `each system` where it is missing for all. */
function uncheckedInWords(checks: readonly ErrorCheck[], systems: readonly CorrectedSystem[]): string {
  const names = [...new Set(checks.map(({ system }) => system))];
  return names.length > 1 && names.length >= systems.length ? 'each system' : listed(names);
}

const checkInWords = ({ system, kind, own, others, pAdjusted }: ErrorCheck): string =>
  `${kind} on ${system} ${proportion(own.value)} (n ${own.n}), on the others ${proportion(others.value)} (n ${others.n}), p ${pInWords(pAdjusted!)}`;

const outsideInWords = ({ system, outside, units }: CorrectedSystem): string =>
  `${count(outside)} of ${many(units, 'item')} of ${system}`;

const pInWords = (p: number): string => (p < 0.001 ? 'below .001' : proportion(p));

/** Sensitivity and specificity as one line: `Sensitivity .921 (.86 – .96, n 63), specificity …`. */
export const errorsInWords = ({ sensitivity, specificity }: Correction['errors']): string =>
  [['Sensitivity', sensitivity] as const, ['specificity', specificity] as const]
    .map(
      ([name, { value, low, high, n }]) =>
        `${name} ${proportion(value)} (${low === null || high === null ? '' : `${proportion(low)} to ${proportion(high)}, `}n ${n})`
    )
    .join(', ');
