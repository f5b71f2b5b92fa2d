import { asc, eq, sql } from 'drizzle-orm';
import { refuse } from '../../errors.ts';
import type { Metric } from '../../scorer/metric.ts';
import type { Sample } from '../../scorer/sample.ts';
import type { Verdict } from '../../scorer/verdict.ts';
import {
  judgeNames,
  judgesOf,
  metricIn,
  metricsOf,
  type Run,
  type StoredJudge
} from '../../scorer/runs/runs.server.ts';
import { selfJudgingIn } from '../../scorer/judges/self-judging.server.ts';
import { verdictOf } from '../../scorer/units/stored-verdict.ts';
import { samplesOf } from '../../scorer/runs/tasks.server.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { reportMarkdown } from '../../server/db/report-text.ts';
import { abstention, issueText } from './grading.ts';
import {
  referenceCriteria,
  type IssueParts,
  type OpenAnswer,
  type ReferenceCriterion,
  type ReferenceJudge,
  type ReferenceVerdicts
} from './results.ts';
import { keysAsked } from './verdicts.ts';
import { writeReference, type WrittenResult } from './writer.ts';

interface ReferenceExport {
  /** By path. */
  files: Record<string, string>;
  /** Parts of the run without a place in the shapes of the reference. */
  notes: string[];
}

/**
 * A run in the shapes of the reference scorer, with the reports' texts, so that its scripts and their users can work with
 * it. Of repeated questions the first answers are written; what a judge abstained from is in no rate and no mean there.
 */
export function exportReference(db: Db, grant: ProjectGrant<'read-results'>, run: Run): ReferenceExport {
  const criteria = new Map(
    (Object.entries(referenceCriteria) as [ReferenceCriterion, string][]).map(([criterion, name]) => [name, criterion])
  );
  const all = metricsOf(db, run.id).map(metricIn);
  const metrics = new Map(all.filter(({ name }) => criteria.has(name)).map((metric) => [metric.name, metric]));
  if (metrics.size === 0)
    refuse.invalid(
      `Run ${run.number} has no metric of the reference scorer. It knows ${[...criteria.keys()].join(', ')}.`
    );
  const left = all.filter(({ name }) => !metrics.has(name)).map(({ title }) => title);
  const reports = reportsOf(db, grant, run);
  const answers = answersOf(db, run);
  const judges = apart(judgesOf(db, run.id).map((judge) => ({ id: judge.id, name: judgeOf(judge) })));
  const found = selfJudgingIn(db, run);
  const names = judgeNames(judgesOf(db, run.id));
  const results = samplesOf(db, run).flatMap((sample): WrittenResult[] => {
    const metric = metrics.get(sample.metric);
    const report = reports.get(sample.report.id);
    if (!metric || !report) return [];
    const criterion = criteria.get(metric.name)!;
    return judges.flatMap(({ id, name: judge }) => {
      const given = answers.get(keyOf(sample.report.id, metric.name, id));
      if (!given) return [];
      const said = saidOf(criterion, given.verdicts, sample, baselineName(db, metric));
      const { value } = metric.protocol.combine(given.verdicts, metric.settings);
      const { system, qid } = report;
      const gradedAt = isoLocal(given.at);
      return [{ system, qid, criterion, judge, gradedAt, said, score: said.kind === 'nothing' ? null : value }];
    });
  });
  const files = writeReference({
    stem: `reports_run${run.number}`,
    at: isoLocal(run.finishedAt ?? run.createdAt),
    reports: [...reports.values()],
    results,
    ownSystems: ({ provider, model }) =>
      judges.flatMap(({ name }, at) =>
        name.provider === provider && name.model === model
          ? (found.find(({ judge }) => judge === names[at])?.systems ?? [])
          : []
      )
  });
  return {
    files: { ...files, ...Object.fromEntries([...reports.values()].map(({ path, markdown }) => [path, markdown])) },
    notes: [
      ...(left.length > 0 ? [`${left.join(', ')}: the reference scorer has no such metric, so it is not written`] : []),
      ...judges
        .filter(({ numbered }) => numbered)
        .map(
          ({ name: { provider, model } }) =>
            `${provider}/${model} is another judge of the same model: the number is added because the files tell judges apart by provider and model only`
        ),
      ...(run.options.repeats > 1 ? [`Of ${run.options.repeats} repeats the first is written`] : [])
    ]
  };
}

/** Time as Python writes it: without a zone. */
const isoLocal = (at: number): string => new Date(at).toISOString().slice(0, -1);
const keyOf = (report: string, metric: string, judge: string): string => `${report} ${metric} ${judge}`;

function reportsOf(db: Db, grant: ProjectGrant<'read-results'>, run: Run) {
  const rows = db
    .select({ id: schema.report.id, system: schema.system.name, query: schema.query, markdown: reportMarkdown })
    .from(schema.runReport)
    .innerJoin(schema.report, eq(schema.report.id, schema.runReport.reportId))
    .innerJoin(schema.query, eq(schema.query.id, schema.report.queryId))
    .innerJoin(schema.system, eq(schema.system.id, schema.report.systemId))
    .where(eq(schema.runReport.runId, run.id))
    .orderBy(asc(schema.runReport.position))
    .all();
  if (rows.some(({ query }) => query.projectId !== grant.resource.id)) refuse.notFound('run');
  return new Map(
    rows.map(({ id, system, query, markdown }) => {
      const path = `reports/${system}/qid_${query.qid}_report.md`;
      return [id, { system, qid: query.qid, query: query.text, path, markdown }];
    })
  );
}

interface Given {
  at: number;
  verdicts: Verdict[];
}

/** First answer of each judge. */
function answersOf(db: Db, run: Run): Map<string, Given> {
  const answers = new Map<string, Given>();
  const rows = db
    .select()
    .from(schema.verdict)
    .where(eq(schema.verdict.runId, run.id))
    .orderBy(asc(sql`${schema.verdict}.rowid`))
    .all();
  for (const row of rows) {
    if (row.repeat > 0) continue;
    const key = keyOf(row.reportId, row.metric, row.judgeId);
    const given = answers.get(key) ?? { at: row.at, verdicts: [] };
    given.verdicts.push(verdictOf(row));
    answers.set(key, given);
  }
  return answers;
}

function judgeOf({ provider, model, settings }: StoredJudge): ReferenceJudge {
  const own = settings['provider'];
  return { provider: provider === 'imported' && typeof own === 'string' ? own : provider, model };
}

/** Judges of one model with other settings get a number: files there tell judges apart by provider and model only. */
function apart<T extends { name: ReferenceJudge }>(judges: readonly T[]): (T & { numbered: boolean })[] {
  const taken = new Map<string, number>();
  return judges.map((judge) => {
    const key = JSON.stringify([judge.name.provider, judge.name.model]);
    const nth = (taken.get(key) ?? 0) + 1;
    taken.set(key, nth);
    if (nth === 1) return { ...judge, numbered: false };
    return { ...judge, numbered: true, name: { ...judge.name, model: `${judge.name.model} (${nth})` } };
  });
}

function baselineName(db: Db, { settings }: Metric): string | null {
  if (settings.baseline === undefined) return null;
  const row = db
    .select({ name: schema.system.name })
    .from(schema.system)
    .where(eq(schema.system.id, settings.baseline))
    .get();
  return row?.name ?? null;
}

/** The inverse of `convert`. */
function saidOf(
  criterion: ReferenceCriterion,
  verdicts: readonly Verdict[],
  sample: Sample,
  baseline: string | null
): ReferenceVerdicts {
  const checklist = criterion === 'presentation' || criterion === 'coverage';
  const open = checklist ? undefined : verdicts.find(({ state }) => state !== 'judged');
  if (open?.state === 'unscored') return { kind: 'nothing', reason: open.reason };
  if (criterion === 'consistency' || criterion === 'citation') {
    const parts = verdicts.filter(({ kind }) => kind === 'issue').map(issueParts);
    const rationale = verdicts.find(({ kind }) => kind === 'count')?.rationale ?? '';
    return {
      ...{ kind: 'issues', issues: parts.map(issueText), parts, told: { total: null, score: null } },
      justification: open ? '' : rationale,
      ...(open && { abstains: rationale })
    };
  }
  if (open) return { kind: 'nothing', reason: abstention(open.rationale), abstains: open.rationale };
  if (criterion === 'depth') return comparisonOf(verdicts[0], baseline);
  const byKey = new Map(verdicts.map((verdict) => [verdict.item, verdict]));
  const keys = keysAsked(criterion, sample.items);
  const left = sample.items.flatMap(({ key }, at): OpenAnswer[] => {
    const verdict = byKey.get(key);
    if (!verdict || verdict.state === 'judged') return [];
    const reason = verdict.state === 'unscored' ? verdict.reason : verdict.rationale;
    return [{ key: keys[at] ?? key, state: verdict.state, reason }];
  });
  return {
    kind: 'answers',
    answers: sample.items.flatMap(({ key }, at) => {
      const verdict = byKey.get(key);
      return verdict?.state === 'judged'
        ? [{ key: keys[at] ?? key, passed: verdict.label === 'yes', justification: verdict.rationale }]
        : [];
    }),
    ...(left.length > 0 && { open: left }),
    told: { total: null, passed: null, rate: null }
  };
}

const issueParts = ({ text = '', evidence }: Verdict): IssueParts => ({
  explanation: text,
  quotes: evidence.map(({ quote }) => quote)
});

function comparisonOf(verdict: Verdict | undefined, baseline: string | null): ReferenceVerdicts {
  if (verdict?.detail?.kind !== 'comparison')
    return { kind: 'nothing', reason: 'The points behind this comparison are not known.' };
  const of = (first: 'report' | 'baseline') => {
    const order =
      verdict.detail?.kind === 'comparison' ? verdict.detail.orders.find((one) => one.first === first) : null;
    return order
      ? {
          ...{ first, report: order.report, baseline: order.baseline, justification: order.rationale },
          ...(order.flaws && { flaws: order.flaws })
        }
      : null;
  };
  const [first, second] = [of('report'), of('baseline')];
  if (!first || !second) return { kind: 'nothing', reason: 'The pair was not judged in both orders.' };
  return { kind: 'comparison', baseline, orders: [first, second], told: [null, null] };
}
