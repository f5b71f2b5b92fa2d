import { and, asc, count, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { costOf } from '../../scorer/engine/costs/costs.ts';
import { askedSpec, isLongRequest, isUnpriced } from '../../scorer/engine/costs/recorded-costs.server.ts';
import { familyUnknown, sameFamily } from '../../scorer/judges/settings/families.ts';
import { codeJudges } from '../../scorer/runs/runs.server.ts';
import { lengthsOf } from '../../scorer/report/lengths/report-lengths.server.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import type { ProcedureFacts } from './procedure.ts';
import type { LabelScale } from '../../studies/labels/label-scale.ts';
import { isReportOfItem } from '../../studies/units/judge-labels.server.ts';
import { repeatedIssues } from '../../studies/units/run-issues.server.ts';
import { kindOf, type StudyOfRun } from '../../studies/study/study-of-run.server.ts';
import { judgeAnswerOf, type JudgeAnswer, type Orders } from '../units/ratings.ts';
import { pairOutcome, totalOf } from '../../scorer/protocols/pairwise/pairwise-score.ts';
import type { JudgeCheckFacts } from '../agreement/judges/judge-checks.ts';

type Run = typeof schema.run.$inferSelect;

/** Facts that the procedure needs of a study besides its labels and verdicts. */
export function procedureFacts(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  study: StudyOfRun,
  scale: LabelScale
): ProcedureFacts {
  return {
    ...runFacts(db, grant, study),
    repeats: {
      answers:
        kindOf(study).judges.from === 'issues' ? repeatedLists(db, study, scale) : repeatedAnswers(db, study, scale),
      code: [...codeJudges(db, study.runId)]
    },
    ...(scale.level === 'preference' ? { orders: comparisonOrders(db, study) } : {})
  };
}

/** Facts of a run's judges and reports, independent of their labels. */
export function runFacts(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  study: Pick<StudyOfRun, 'runId' | 'projectId' | 'metric' | 'elsewhere'>
): Omit<ProcedureFacts, 'repeats'> {
  const run = db.select().from(schema.run).where(eq(schema.run.id, study.runId)).get()!;
  const judges = db
    .select({ id: schema.judge.id, spec: schema.judge.spec })
    .from(schema.runJudge)
    .innerJoin(schema.judge, eq(schema.judge.id, schema.runJudge.judgeId))
    .where(eq(schema.runJudge.runId, run.id))
    .orderBy(asc(schema.runJudge.position))
    .all();
  const code = codeJudges(db, run.id);
  const systems = db.select().from(schema.system).where(eq(schema.system.projectId, study.projectId)).all();
  return {
    metric: study.metric,
    costs: Object.fromEntries(
      judges.map(({ id }) => [id, code.has(id) ? 0 : costPerThousand(db, run, study.metric, id)])
    ),
    words: wordsOf(study, new Map([...lengthsOf(db, grant, run, 'all')].map(([id, { bare }]) => [id, bare.words]))),
    ownFamily: Object.fromEntries(
      judges.map(({ id, spec }) => [id, systems.filter((system) => sameFamily(spec, system)).map(({ name }) => name)])
    ),
    unknownFamily: Object.fromEntries(
      judges.map(({ id, spec }) => [
        id,
        systems.filter((system) => familyUnknown(spec, system)).map(({ name }) => name)
      ])
    )
  };
}

/** Words of reports by the ids that the study's items have. */
const wordsOf = (
  { elsewhere }: Pick<StudyOfRun, 'elsewhere'>,
  words: ReadonlyMap<string, number>
): Record<string, number> => ({
  ...Object.fromEntries(words),
  ...Object.fromEntries(
    [...(elsewhere?.reports ?? [])].flatMap(([own, there]) => {
      const known = words.get(there);
      return known === undefined ? [] : [[own, known]];
    })
  )
});

/**
 * US dollars per 1,000 units of a judge in a run: what its calls have cost; replies of other runs, which cost nothing here, and calls
 * before their price was known at the price of single calls. Null if one of these costs is unknown.
 */
function costPerThousand(db: Db, run: Run, metric: string, judgeId: string): number | null {
  const { call, judge, verdict } = schema;
  const { prices } = run.options;
  const units = db
    .select({ n: sql<number>`count(*)` })
    .from(verdict)
    .where(and(eq(verdict.runId, run.id), eq(verdict.metric, metric), eq(verdict.judgeId, judgeId)))
    .get()!.n;
  const sum = (value: SQL | SQLiteColumn): SQL<number> => sql<number>`coalesce(sum(${value}), 0)`;
  const groups = db
    .select({
      spec: askedSpec.as('spec'),
      reused: sql<number>`${call.cached}`.as('reused'),
      long: isLongRequest(prices, askedSpec).as('long'),
      calls: count(),
      inputTokens: sum(call.inputTokens),
      outputTokens: sum(call.outputTokens),
      cachedTokens: sum(call.cachedTokens),
      cacheWriteTokens: sum(call.cacheWriteTokens),
      // Of a request that was sent and never answered, nothing is known.
      unmeasured: sum(
        sql`(${call.cached} and ${call.inputTokens} is null) or (${isUnpriced} and (${call.inputTokens} is null or ${call.unanswered} > 0))`
      ),
      cost: sum(call.cost),
      unpriced: sum(isUnpriced)
    })
    .from(call)
    .innerJoin(judge, eq(judge.id, call.judgeId))
    .where(and(eq(call.runId, run.id), eq(call.metric, metric), eq(call.judgeId, judgeId)))
    .groupBy(sql`1`, sql`2`, sql`3`, sql`${call.cost} is null`)
    .all();
  if (units === 0 || groups.length === 0) return null;
  const costs = groups.map(({ reused, unmeasured, unpriced, cost, ...used }) =>
    reused || unpriced > 0 ? costOf(unmeasured > 0 ? null : used, prices[used.spec]) : cost
  );
  return costs.includes(null) ? null : (costs.reduce<number>((total, cost) => total + cost!, 0) / units) * 1000;
}

/** Answers of each judge to each item of the study, in the labels of people and in the order asked. */
function repeatedAnswers(db: Db, study: StudyOfRun, scale: LabelScale): Record<string, Record<string, JudgeAnswer[]>> {
  const { studyItem, verdict } = schema;
  const rows = db
    .select({
      item: studyItem.id,
      judgeId: verdict.judgeId,
      state: verdict.state,
      label: verdict.label
    })
    .from(studyItem)
    .innerJoin(verdict, verdictsOnItems(study))
    .where(
      and(
        isSampledVerdict(study),
        inArray(
          verdict.judgeId,
          db.select({ id: schema.runJudge.judgeId }).from(schema.runJudge).where(eq(schema.runJudge.runId, study.runId))
        )
      )
    )
    .orderBy(asc(verdict.judgeId), asc(studyItem.position), asc(verdict.repeat))
    .all();
  const answers: Record<string, Record<string, JudgeAnswer[]>> = {};
  const { judges } = kindOf(study);
  const read = judges.from === 'label' ? judges.read : (label: string) => label;
  for (const { item, judgeId, state, label } of rows) {
    if (!fits(study, item)) continue;
    const known = label === null ? null : read(label);
    const said = state === 'judged' && known === null ? 'abstained' : state;
    ((answers[judgeId] ??= {})[item] ??= []).push(judgeAnswerOf(scale, { state: said, label: known }));
  }
  return answers;
}

/** Whether each judge lists each issue of the study, in the order asked. */
function repeatedLists(db: Db, study: StudyOfRun, scale: LabelScale): Record<string, Record<string, JudgeAnswer[]>> {
  const { judges } = kindOf(study);
  if (judges.from !== 'issues') return {};
  const answers: Record<string, Record<string, JudgeAnswer[]>> = {};
  for (const { studyItemId, judgeId, state, listed } of repeatedIssues(db, study)) {
    const label = state === 'judged' ? (listed ? judges.reported : judges.notReported) : null;
    ((answers[judgeId] ??= {})[studyItemId] ??= []).push(judgeAnswerOf(scale, { state, label }));
  }
  return answers;
}

const valueOf = { win: 1, tie: 0.5, loss: 0 } as const;

/**
 * Verdicts of each judge of a run on the comparisons of a study in either order of the two texts, seen from the report: 1 if it
 * won, ½ for a tie, 0 if the baseline won. Verdicts that are no comparisons have none.
 */
export function comparisonOrders(db: Db, study: StudiedMetric): NonNullable<JudgeCheckFacts['orders']> {
  const { studyItem, verdict } = schema;
  const rows = db
    .select({ item: studyItem.id, judgeId: verdict.judgeId, detail: verdict.detail })
    .from(studyItem)
    .innerJoin(verdict, and(verdictsOnItems(study), eq(verdict.repeat, 0)))
    .where(isSampledVerdict(study))
    .all();
  const found: Record<string, Record<string, Orders>> = {};
  for (const { item, judgeId, detail } of rows) {
    if (detail?.kind !== 'comparison' || !fits(study, item)) continue;
    const at = (first: 'report' | 'baseline'): number | null => {
      const order = detail.orders.find((one) => one.first === first);
      return order ? valueOf[pairOutcome(totalOf(order.report) - totalOf(order.baseline))] : null;
    };
    (found[judgeId] ??= {})[item] = [at('report'), at('baseline')];
  }
  return found;
}

/** Study and run whose verdicts are counted. */
type StudiedMetric = Pick<StudyOfRun, 'id' | 'runId' | 'metric' | 'elsewhere'>;

const fits = ({ elsewhere }: StudiedMetric, itemId: string): boolean => elsewhere?.items.has(itemId) ?? true;

/** Joins what judges of the study's run said of its metric, in every repeat, to the items of a study. */
function verdictsOnItems(study: StudiedMetric): SQL {
  const { studyItem, verdict } = schema;
  const { runId, metric } = study;
  return and(
    eq(verdict.runId, runId),
    isReportOfItem(study, verdict.reportId),
    eq(verdict.metric, metric),
    eq(verdict.item, studyItem.item)
  )!;
}

/** Only the sample enters figures: not training, gold items or repeats. */
function isSampledVerdict({ id }: StudiedMetric): SQL {
  return and(eq(schema.studyItem.studyId, id), eq(schema.studyItem.purpose, 'sample'))!;
}
