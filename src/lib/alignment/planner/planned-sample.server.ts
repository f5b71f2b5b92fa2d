import { and, eq, inArray } from 'drizzle-orm';
import { codeJudges, judgesOf } from '../../scorer/runs/runs.server.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { kindOfStudy } from '../../studies/kinds/index.ts';
import { studyLabels, studyScale } from '../../studies/labels/labels.server.ts';
import type { StudyPlan } from '../../studies/planning/planning-preview.ts';
import type { StudyInput } from '../../studies/planning/study-input.ts';
import { hasJudges } from '../../studies/units/judge-labels.server.ts';
import { defaultAnalysisPlan, type AnalysisPlan } from '../preregistration/analysis-plan.ts';
import { gatesOutOfReach, type OutOfReach, type PlannedSample } from './out-of-reach.ts';

type Reading = ProjectGrant<'read-results'>;
type Study = Pick<typeof schema.study.$inferSelect, 'id' | 'runId' | 'metric' | 'overlap'>;

/** Required gates that a study cannot pass with the items and people that it has, whatever they say. */
export const studyOutOfReach = (db: Db, grant: Reading, study: Study, plan: AnalysisPlan): OutOfReach[] =>
  gatesOutOfReach(plan, sampleOfStudy(db, grant, study, plan.judges), studyScale(db, grant, study.id));

/** The same of a study that is being planned, by the values that hold if nothing is preregistered. */
export function plannedOutOfReach(db: Db, input: StudyInput, drawn: StudyPlan): OutOfReach[] {
  const kind = kindOfStudy(input);
  if (!hasJudges(kind) || drawn.sampled.units === 0) return [];
  const judges = judgesOf(db, input.runId).map(({ id }) => id);
  const sample: PlannedSample = {
    ...drawn.judged,
    items: drawn.sampled.units,
    shared: input.overlap > 1 ? drawn.sampled.units : 0,
    repeats: repeatsOf(db, input, judges)
  };
  return gatesOutOfReach(defaultAnalysisPlan(judges, kind.scale, kind.judges.from === 'issues'), sample, kind.scale);
}

function sampleOfStudy(db: Db, grant: Reading, study: Study, judges: readonly string[]): PlannedSample {
  const units = studyLabels(db, grant, study.id);
  const given = peopleOfItems(db, study.id);
  const people = (unit: (typeof units)[number]): number =>
    study.runId === null ? unit.humans.length : (given.get(unit.itemId) ?? study.overlap);
  const judged = units.filter(({ judges: said }) => said.some(({ judgeId, label }) => label !== null && judges.includes(judgeId))); // prettier-ignore
  const queries = [...Map.groupBy(judged, ({ queryId }) => queryId).values()];
  return {
    sizes: queries.map(({ length }) => length),
    items: units.length,
    shared: units.filter((unit) => people(unit) > 1).length,
    paired: queries.filter((of) => new Set(of.map(({ reportId }) => reportId)).size > 1).length,
    systems: new Set(judged.map(({ systemName }) => systemName)).size,
    repeats: study.runId === null ? 1 : repeatsOf(db, { runId: study.runId, metric: study.metric }, judges)
  };
}

/** People to whom each item was given, by item id. */
function peopleOfItems(db: Db, studyId: string): Map<string, number> {
  const { assignment, assignmentItem } = schema;
  const rows = db
    .selectDistinct({ item: assignmentItem.studyItemId, person: assignment.userId, seat: assignment.id })
    .from(assignmentItem)
    .innerJoin(assignment, eq(assignment.id, assignmentItem.assignmentId))
    .where(eq(assignment.studyId, studyId))
    .all();
  // A seat without a person will be taken by another person.
  const seats = Map.groupBy(rows, ({ item }) => item);
  return new Map([...seats].map(([item, of]) => [item, new Set(of.map(({ person, seat }) => person ?? seat)).size]));
}

/** Null if a judge made of code answers, because the chosen ensemble may then have nothing to repeat. */
function repeatsOf(
  db: Db,
  { runId, metric }: Pick<StudyInput, 'runId' | 'metric'>,
  judges: readonly string[]
): number | null {
  const code = [...codeJudges(db, runId)].filter((id) => judges.includes(id));
  const { verdict } = schema;
  const answers =
    code.length > 0 &&
    db
      .select({ item: verdict.item })
      .from(verdict)
      .where(
        and(
          eq(verdict.runId, runId),
          eq(verdict.metric, metric),
          inArray(verdict.judgeId, code),
          eq(verdict.state, 'judged')
        )
      )
      .limit(1)
      .get() !== undefined;
  const { run } = schema;
  return answers ? null : db.select({ options: run.options }).from(run).where(eq(run.id, runId)).get()!.options.repeats;
}
