import type { LabelScale } from '../../studies/labels/label-scale.ts';
import type { Messages } from '../../messages/catalogues/en/index.ts';
import type { Words } from '../../messages/message.ts';
import { metricOf, stepOf } from '../units/metric.ts';
import { sayIn } from '../../messages/say-in.ts';
import type { Gate, GatePart } from './gate.ts';

/**
 * Name of a gate's measured quantity in the language of the words. Stored gates and documents have it in English.
 *
 * @param sequential whether the study has a sequential plan
 */
export function measureIn(
  words: Words<Messages['gateMeasures']>,
  { name, unit, n, measure }: Pick<Gate, 'name' | 'unit' | 'n' | 'measure'>,
  scale: LabelScale,
  sequential: boolean
): string {
  const onNames = metricOf(scale).kind === 'mean';
  const step = String(stepOf(scale));
  switch (name) {
    case 'agreement':
      return sequential ? words.sequential : words.agreement;
    case 'people':
      if (unit === 'difference') return onNames ? words.peopleDifference : words.peopleKappa;
      return n === 0 ? words.people : words.peopleShare;
    case 'unanimous':
      return onNames ? words.unanimous : words.unanimousStep({ step });
    case 'consistency':
      return scale.level === 'interval' ? words.consistencyStep({ step }) : words.consistency;
    case 'bias':
      return words.bias;
    case 'order':
      return words.order;
    case 'precision':
      return words.precision;
    case 'recall':
      return words.recall;
    case 'queries':
      return words.queries;
    case 'items':
      return words.items;
    default:
      return measure;
  }
}

/** The name of a part in a language: an answer, a kind of bias, or a person. */
export const partNameIn = (language: string, { said, name }: Pick<GatePart, 'said' | 'name'>): string =>
  said ? sayIn(language, said) : name;
