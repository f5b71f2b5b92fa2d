import type { UnitDefinition } from '../../unit-definition.ts';
import { comparison } from './comparison.ts';
import { issueCount, issue } from './issue.ts';
import { item } from './item.ts';
import { ratingUnit } from './rating.ts';
import { claim, source } from './source.ts';

/** Kinds of units that metrics of any suite may judge. Those of one suite stand in its own folder (`Suite.units`). */
export const sharedUnits: readonly UnitDefinition[] = [item, issueCount, issue, comparison, source, claim, ratingUnit];
