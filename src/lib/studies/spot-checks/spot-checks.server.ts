import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import { and, asc, desc, eq, isNull, max, sql } from 'drizzle-orm';
import { refuse, type Problem, fieldSays, problemAt } from '../../errors.ts';
import { metricsOf } from '../../scorer/runs/runs.server.ts';
import { isKnownUnit, labelsOfUnit, unitNamed } from '../../scorer/suites/index.ts';
import type { SpotCheckQuestion } from '../../scorer/unit-definition.ts';
import { record } from '../../server/audit/audit.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import { seededRandom } from '../../stats/numbers/rng.ts';
import { shuffled } from '../../stats/numbers/shuffle.ts';

const leadSays = sayingsOf('leadRefusals');

export type SpotCheck = typeof schema.spotCheck.$inferSelect;

/** Verdicts of a run that can be checked: one judge's on one kind of units. */
interface CheckableVerdicts {
  run: { id: string; number: number; name: string };
  metric: string;
  unitKind: string;
  title: string;
  about: string;
  judge: { id: string; spec: string };
  available: number;
}

/** Everything that spot checks can be drawn from, newest run first. */
export function checkableVerdicts(db: Db, grant: ProjectGrant<'read-results'>): CheckableVerdicts[] {
  const { run, verdict, judge } = schema;
  const found = db
    .select({
      run: { id: run.id, number: run.number, name: run.name },
      metric: verdict.metric,
      unitKind: verdict.kind,
      judge: { id: judge.id, spec: judge.spec },
      label: verdict.label,
      available: sql<number>`count(*)`
    })
    .from(run)
    .innerJoin(verdict, eq(verdict.runId, run.id))
    .innerJoin(judge, eq(judge.id, verdict.judgeId))
    .where(
      and(
        ...[eq(run.projectId, grant.resource.id), isNull(run.archivedAt)],
        ...[eq(verdict.state, 'judged'), eq(verdict.repeat, 0)]
      )
    )
    .groupBy(run.id, verdict.metric, verdict.kind, judge.id, verdict.label)
    .orderBy(desc(run.number), asc(verdict.metric), asc(verdict.kind), asc(judge.spec))
    .all()
    .filter(({ unitKind, metric, label }) => questionOf(unitKind) && isChecked({ unitKind, metric }, label));
  return [
    ...Map.groupBy(found, (one) => JSON.stringify([one.run.id, one.metric, one.unitKind, one.judge.id])).values()
  ].map(([first, ...rest]) => {
    const { label: _, ...one } = first!;
    const { title, about } = questionOf(one.unitKind)!;
    return { ...one, title, about, available: rest.reduce((sum, { available }) => sum + available, one.available) };
  });
}

/** Whether a label says something that can be right or wrong: those without a value, such as “not in the report”, are not drawn. */
const isChecked = (of: Pick<SpotCheck, 'unitKind' | 'metric'>, label: string | null): boolean =>
  labelsToCheck(of).some((one) => one.label === label && one.value !== null);

const questionOf = (unitKind: string): SpotCheckQuestion | undefined =>
  isKnownUnit(unitKind) ? unitNamed(unitKind).spotCheck : undefined;

interface SpotCheckInput {
  name: string;
  runId: string;
  metric: string;
  unitKind: string;
  judgeId: string;
  items: number;
  seed: number;
}

const MOST = 2000;

/** Draws verdicts of one judge at random, without regard to what they say, and opens the check. */
export function drawSpotCheck(db: Db, grant: ProjectGrant<'manage'>, input: SpotCheckInput): SpotCheck {
  return write(db, (tx) => {
    const { run, verdict, report, query, system } = schema;
    const found = tx
      .select({ id: run.id, number: run.number })
      .from(run)
      .where(and(eq(run.id, input.runId), eq(run.projectId, grant.resource.id), eq(run.kind, 'scoring')))
      .get();
    if (!found || !metricsOf(tx, found.id).some(({ metric }) => metric === input.metric))
      return refuse.notFound('run with this metric');
    if (!questionOf(input.unitKind)) refuse.invalid(leadSays('kindNotChecked', { kind: input.unitKind }));
    const all = tx
      .select({ reportId: verdict.reportId, item: verdict.item, label: sql<string>`${verdict.label}` })
      .from(verdict)
      .innerJoin(report, eq(report.id, verdict.reportId))
      .innerJoin(query, eq(query.id, report.queryId))
      .innerJoin(system, eq(system.id, report.systemId))
      .where(
        and(
          ...[eq(verdict.runId, found.id), eq(verdict.metric, input.metric), eq(verdict.judgeId, input.judgeId)],
          ...[eq(verdict.kind, input.unitKind), eq(verdict.repeat, 0), eq(verdict.state, 'judged')]
        )
      )
      .orderBy(asc(query.qid), asc(system.name), asc(verdict.item))
      .all()
      .filter(({ label }) => isChecked(input, label));
    const problems = problemsOf(input, all.length);
    if (problems.length > 0) refuse.invalid(leadSays('spotCheckNotDrawn'), problems);
    const { spotCheck, spotCheckUnit } = schema;
    const last = tx
      .select({ number: max(spotCheck.number) })
      .from(spotCheck)
      .where(eq(spotCheck.projectId, grant.resource.id))
      .get();
    const check: SpotCheck = {
      ...{ id: newId(), projectId: grant.resource.id, number: (last?.number ?? 0) + 1, name: input.name.trim() },
      ...{ runId: found.id, metric: input.metric, unitKind: input.unitKind, judgeId: input.judgeId, seed: input.seed },
      ...{ available: all.length, createdBy: grant.actor.kind === 'person' ? grant.actor.id : null },
      ...{ createdAt: Date.now(), closedAt: null, archivedAt: null }
    };
    tx.insert(spotCheck).values(check).run();
    const drawn = shuffled(all, seededRandom(input.seed)).slice(0, input.items);
    for (const [at, unit] of drawn.entries())
      tx.insert(spotCheckUnit)
        .values({ id: newId(), spotCheckId: check.id, position: at, ...unit })
        .run();
    record(tx, grant.actor, {
      projectId: grant.resource.id,
      action: 'spot-check.draw',
      entity: 'spot-check',
      entityId: check.id,
      detail: {
        ...{ number: check.number, name: check.name, run: found.number, metric: input.metric },
        ...{ unit: input.unitKind, judgeId: input.judgeId, items: input.items, available: all.length, seed: input.seed }
      }
    });
    return check;
  });
}

function problemsOf({ name, items, seed }: SpotCheckInput, available: number): Problem[] {
  const problem = (column: string, wording: Saying): Problem => problemAt(column, wording);
  return [
    ...(name.trim() === '' || name.length > 200 ? [problem('name', fieldSays('nameUpTo', { most: 200 }))] : []),
    ...(available === 0
      ? [problem('of', fieldSays('noVerdictOfKind'))]
      : Number.isInteger(items) && items >= 1 && items <= Math.min(MOST, available)
        ? []
        : [problem('items', fieldSays('wholeFrom', { least: 1, most: Math.min(MOST, available) }))]),
    ...(Number.isSafeInteger(seed) && seed >= 0 ? [] : [problem('seed', fieldSays('wholeOfAtLeast', { least: 0 }))])
  ];
}

interface SpotCheckRow {
  number: number;
  name: string;
  title: string;
  metric: string;
  unitKind: string;
  run: number;
  judge: string;
  items: number;
  available: number;
  /** Drawn verdicts with at least one check. */
  checked: number;
  closed: boolean;
}

/** The project's spot checks, newest first, without those in the archive. */
export function listSpotChecks(
  db: Db,
  grant: ProjectGrant<'read-results'> | ProjectGrant<'review'>
): (SpotCheckRow & { id: string })[] {
  const { spotCheck, spotCheckUnit, run, judge } = schema;
  return db
    .select({
      ...{ id: spotCheck.id, number: spotCheck.number, name: spotCheck.name, metric: spotCheck.metric },
      ...{ unitKind: spotCheck.unitKind, run: run.number, judge: judge.spec, available: spotCheck.available },
      items: sql<number>`count(${spotCheckUnit.id})`,
      checked: sql<number>`sum(exists (select 1 from spot_check_answer a where a.unit_id = ${spotCheckUnit.id}))`,
      closedAt: spotCheck.closedAt
    })
    .from(spotCheck)
    .innerJoin(run, eq(run.id, spotCheck.runId))
    .innerJoin(judge, eq(judge.id, spotCheck.judgeId))
    .innerJoin(spotCheckUnit, eq(spotCheckUnit.spotCheckId, spotCheck.id))
    .where(and(eq(spotCheck.projectId, grant.resource.id), isNull(spotCheck.archivedAt), isNull(run.archivedAt)))
    .groupBy(spotCheck.id)
    .orderBy(desc(spotCheck.number))
    .all()
    .map(({ closedAt, ...row }) => ({
      ...row,
      title: questionOf(row.unitKind)?.title ?? row.unitKind,
      closed: closedAt !== null
    }));
}

/** A check of the project by its number. */
export const spotCheckByNumber = (
  db: Db,
  grant: ProjectGrant<'read-results'> | ProjectGrant<'review'> | ProjectGrant<'manage'>,
  number: number
): SpotCheck =>
  db
    .select()
    .from(schema.spotCheck)
    .where(and(eq(schema.spotCheck.projectId, grant.resource.id), eq(schema.spotCheck.number, number)))
    .get() ?? refuse.notFound('spot check');

/** Ends the checking; what was said stays. */
export function closeSpotCheck(db: Db, grant: ProjectGrant<'manage'>, number: number): void {
  write(db, (tx) => {
    const check = spotCheckByNumber(tx, grant, number);
    if (check.closedAt !== null) return;
    tx.update(schema.spotCheck).set({ closedAt: Date.now() }).where(eq(schema.spotCheck.id, check.id)).run();
    record(tx, grant.actor, {
      projectId: check.projectId,
      action: 'spot-check.close',
      entity: 'spot-check',
      entityId: check.id,
      detail: { number: check.number }
    });
  });
}

/** The labels that a person chooses from: those of the judge. */
export const labelsToCheck = ({ unitKind, metric }: Pick<SpotCheck, 'unitKind' | 'metric'>) =>
  labelsOfUnit(unitKind, metric);
