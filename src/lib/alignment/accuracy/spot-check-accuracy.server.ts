import { unitNamed } from '../../scorer/suites/index.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import type { Db } from '../../server/db/client.ts';
import { checkedUnits, type CheckedUnit } from '../../studies/spot-checks/spot-answers.server.ts';
import type { SpotCheck } from '../../studies/spot-checks/spot-checks.server.ts';
import { accuracyOf, type Accuracy } from './accuracy.ts';

/** How often people who see a judge's verdict and its evidence find the verdict right. Not blind. */
export interface SpotCheckAccuracy {
  accuracy: Accuracy;
  /** Drawn verdicts, checked verdicts, and those on which as many people agree as disagree. */
  items: number;
  checked: number;
  tied: number;
  people: number;
  /** Number of verdicts with an error in a step that at least one person named. */
  errors: { name: string; title: string; units: number }[];
  units: (CheckedUnit & { right: string | null })[];
}

/** The label that more than half of the people gave who could judge; null if there is none. */
function rightLabel(answers: CheckedUnit['answers']): string | null {
  const given = answers.flatMap(({ label }) => label ?? []);
  for (const [label, same] of Map.groupBy(given, (one) => one)) if (same.length * 2 > given.length) return label;
  return null;
}

export function spotCheckAccuracy(db: Db, grant: ProjectGrant<'read-results'>, check: SpotCheck): SpotCheckAccuracy {
  const units = checkedUnits(db, grant, check).map((unit) => ({ ...unit, right: rightLabel(unit.answers) }));
  const checked = units.filter(({ answers }) => answers.length > 0);
  const titles = unitNamed(check.unitKind).spotCheck?.errors ?? {};
  return {
    accuracy: accuracyOf(units.map(({ qid, right, label }) => ({ qid, truth: right, said: label }))),
    items: units.length,
    checked: checked.length,
    tied: checked.filter(({ answers, right }) => right === null && answers.some(({ label }) => label !== null)).length,
    people: new Set(units.flatMap(({ answers }) => answers.map(({ userId }) => userId))).size,
    errors: Object.entries(titles).map(([name, title]) => ({
      ...{ name, title },
      units: units.filter(({ answers }) => answers.some(({ errors }) => errors.includes(name))).length
    })),
    units
  };
}
