import type { UnitDefinition } from '../../unit-definition.ts';
import { comparison } from './comparison.ts';
import { count, issue } from './issue.ts';
import { item } from './item.ts';
import { rating } from './rating.ts';
import { claim, source } from './source.ts';

/** Kinds of units that metrics of any suite may judge. Those of one suite stand in its own folder (`Suite.units`). */
export const sharedUnits: readonly UnitDefinition[] = [item, count, issue, comparison, source, claim, rating];
