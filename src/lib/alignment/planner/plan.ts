import type { Messages } from '../../messages/catalogues/en/index.ts';
import type { Words } from '../../messages/message.ts';
import { designEffect } from '../../stats/index.ts';
import { chancePlan, type ChancePlan } from './chance.ts';
import { plannerSections, type PlannerInputs, type PlannerName, type PlannerSection } from './inputs.ts';
import { inspectionPlan, type PlannedInspection } from './inspection.ts';
import { intervalPlan, type IntervalPlan } from './interval.ts';
import { peoplePlan, type PeoplePlan } from './people.ts';
import { powerPlan, type PowerPlan } from './power.ts';

type PlannerWords = Words<Messages['plannerAnswers']>;

/** Part of a plan that could not be computed: fields of its that have a problem. */
export interface MissingPart {
  missing: PlannerName[];
}

/** Everything that the planner says. */
export interface Plan {
  /** Items that the parts on power, chance and people speak of, and where the number is from; null if there is none. */
  items: { value: number; from: 'typed' | 'half-width' } | null;
  designEffect: number | null;
  interval: IntervalPlan | MissingPart;
  power: PowerPlan | MissingPart;
  chance: ChancePlan | MissingPart;
  people: PeoplePlan | MissingPart;
  inspection: PlannedInspection | MissingPart;
}

export const isMissing = (part: object): part is MissingPart => 'missing' in part;

/** Fields that each section needs besides its own. */
const needs: Record<Exclude<PlannerSection, 'expect'>, readonly PlannerName[]> = {
  interval: ['p', 'confidence', 'perQuery', 'icc', 'run'],
  power: ['perQuery', 'icc', 'items'],
  chance: ['p', 'confidence', 'perQuery', 'icc', 'power', 'items'],
  people: ['p', 'perQuery', 'icc', 'items'],
  inspection: ['confidence']
};

/** Computes what the numbers allow. Equal numbers give an equal plan. @param words in which answers and assumptions are written */
export function plan(numbers: Partial<PlannerInputs>, words: PlannerWords): Plan {
  const part = <T extends object>(
    section: Exclude<PlannerSection, 'expect'>,
    compute: (inputs: PlannerInputs, words: PlannerWords) => T
  ): T | MissingPart => {
    const wanted: readonly PlannerName[] = [...plannerSections[section], ...needs[section]];
    const missing = wanted.filter((name) => !(name in numbers));
    return missing.length > 0 ? { missing } : compute(numbers as PlannerInputs, words);
  };
  const interval = part('interval', intervalPlan);
  const items = itemsOf(numbers, interval);
  const withItems = <T extends object>(compute: (inputs: PlannerInputs, items: number, words: PlannerWords) => T) => {
    return (inputs: PlannerInputs): T | MissingPart =>
      items === null
        ? { missing: 'missing' in interval ? interval.missing : ['items'] }
        : compute(inputs, items.value, words);
  };
  return {
    items,
    designEffect:
      numbers.perQuery === undefined || numbers.icc === undefined ? null : designEffect(numbers.perQuery, numbers.icc),
    interval,
    power: part('power', withItems(powerPlan)),
    chance: part('chance', withItems(chancePlan)),
    people: part('people', withItems(peoplePlan)),
    inspection: part('inspection', inspectionPlan)
  };
}

function itemsOf(numbers: Partial<PlannerInputs>, interval: IntervalPlan | MissingPart): Plan['items'] {
  if (typeof numbers.items === 'number') return { value: numbers.items, from: 'typed' };
  return numbers.items === undefined || isMissing(interval)
    ? null
    : { value: interval.wanted.items, from: 'half-width' };
}
