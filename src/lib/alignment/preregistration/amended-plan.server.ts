import { fieldSays, problemAt, refuse, type Problem } from '../../errors.ts';
import { sayingsOf } from '../../messages/sayings.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import type { Db } from '../../server/db/client.ts';
import { studyRaters, studyScale } from '../../studies/labels/labels.server.ts';
import { listsIssues } from '../../studies/study/study-of-run.server.ts';
import type { Study } from '../../studies/planning/studies.server.ts';
import { judgeIdsNamed } from '../ensembles/judges-named.ts';
import {
  defaultAnalysisPlan,
  typedAs,
  type AnalysisPlan,
  type ListNumber,
  type PlanNumber,
  type TypedAnalysisPlan
} from './analysis-plan.ts';
import { procedureState } from './preregistrations.server.ts';
import { SUGGESTED_QUERIES, stoppingRules, typedSequentialPlan } from './sequential-plan.ts';

const leadSays = sayingsOf('leadRefusals');

/** Always-valid plans look after every query. */
const rulesWithLooks = stoppingRules.filter((rule) => rule !== 'always-valid');

/** Settings of an analysis plan that a command or a request names; absent ones keep their value. Numbers as text. */
interface PlanChange {
  numbers: Partial<Record<PlanNumber | ListNumber, string>>;
  /** Judges by their specs. */
  judges?: readonly string[] | undefined;
  gates?: readonly string[] | undefined;
  ties?: string | undefined;
  stopping?: string | undefined;
  maximum?: string | undefined;
  looks?: string | undefined;
}

/** The plan that holds for a study, or the default one, with changes; `last` is null if nothing is preregistered. */
export function amendedPlan(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  study: Study,
  { numbers, judges: named, gates, ties, ...stopping }: PlanChange
): { typed: TypedAnalysisPlan; last: AnalysisPlan | null } {
  const { judges } = studyRaters(db, grant, study.id);
  const last = procedureState(db, grant, study.id).preregistrations[0]?.analysisPlan ?? null;
  const ids = judges.map(({ judgeId }) => judgeId);
  const before = last ?? defaultAnalysisPlan(ids, studyScale(db, grant, study.id), listsIssues(study));
  const typed: TypedAnalysisPlan = {
    ...typedAs(before),
    ...numbers,
    ...(named && { judges: judgeIdsNamed(judges, named) }),
    ...(ties !== undefined && { ties }),
    ...(gates && { gates }),
    ...sequentialOf(before, stopping)
  };
  return { typed, last };
}

/**
 * The rule for stopping, if one is given: the maximum and looks that are not given are those of the plan that holds.
 *
 * @throws Refusal if the rule has no maximum or no planned looks, but one is given: the lead would believe it preregistered
 */
function sequentialOf(
  { sequential }: AnalysisPlan,
  { stopping, maximum, looks }: Pick<PlanChange, 'stopping' | 'maximum' | 'looks'>
): Pick<TypedAnalysisPlan, 'sequential'> {
  if (stopping === undefined && maximum === undefined && looks === undefined) return {};
  const held = typedSequentialPlan(sequential, SUGGESTED_QUERIES);
  const rule = stopping ?? held.rule;
  const problems = [
    ...(maximum === undefined ? [] : ineffective('maximum', maximum, rule, stoppingRules)),
    ...(looks === undefined ? [] : ineffective('looks', looks, rule, rulesWithLooks))
  ];
  if (problems.length > 0) refuse.invalid(leadSays('planNotSaved'), problems);
  return { sequential: { rule, maximum: maximum ?? held.maximum, looks: looks ?? held.looks } };
}

const ineffective = (column: string, found: string, rule: string, rules: readonly string[]): Problem[] =>
  rules.includes(rule)
    ? []
    : [problemAt(column, fieldSays('noEffectUnderRule', { rule, rules: rules.join(', ') }), found)];
