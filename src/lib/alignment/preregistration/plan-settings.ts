import { sayingsOf, type SayingValue } from '../../messages/sayings.ts';
import type { Messages } from '../../messages/catalogues/en/index.ts';
import type { AnalysisPlan } from './analysis-plan.ts';

const say = sayingsOf('planSettings');

/** Settings that a revision may change, with the name that each is stored and hashed by. */
const settings: readonly (readonly [keyof AnalysisPlan & keyof Messages['planSettings'], string])[] = [
  ['judges', 'judges'],
  ['target', 'target'],
  ['floor', 'floor'],
  ['confidence', 'confidence'],
  ['delta', 'margin δ'],
  ['lambda', 'cost λ'],
  ['epsilon', 'margin ε'],
  ['ties', 'treatment of ties'],
  ['consistency', 'test–retest threshold'],
  ['order', 'order threshold'],
  ['severityMargin', 'severityMargin'],
  ['positionMargin', 'positionMargin'],
  ['lengthMargin', 'lengthMargin'],
  ['ownMakerMargin', 'ownMakerMargin'],
  ['queries', 'queries'],
  ['items', 'items'],
  ['precision', 'precision'],
  ['recall', 'recall'],
  ['sequential', 'rule for stopping'],
  ['gates', 'gates']
];

/** The name of a setting that a revision changes, as the figures of a study are hashed with it. */
export const storedSetting = (changed: keyof AnalysisPlan): string =>
  settings.find(([key]) => key === changed)?.[1] ?? changed;

/** A setting by its stored name; unchanged if no catalogue has it. */
export function settingSaid(name: string): SayingValue {
  const setting = settings.find(([, stored]) => stored === name);
  return setting ? say(setting[0]) : name;
}
