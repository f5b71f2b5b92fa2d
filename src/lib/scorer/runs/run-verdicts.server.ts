import { and, asc, eq, sql } from 'drizzle-orm';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { builtOnce } from '../../server/db/built-once.ts';
import { schema, type Db } from '../../server/db/client.ts';
import type { UnitKind, Verdict } from '../verdict.ts';
import { metricsOf, namedJudges, type Run } from './runs.server.ts';
import { verdictOf } from '../units/stored-verdict.ts';
import { servedToVerdicts } from './served-versions.server.ts';
import { samplesOf } from './tasks.server.ts';
import type { VerdictLine } from '../units/verdict-line.ts';
import { unitNamed } from '../suites/index.ts';

interface UnitVerdicts {
  item: string;
  kind: UnitKind;
  /** Wording of a unit that was found in the report; null for the items of a checklist. */
  text: string | null;
  verdicts: { judgeId: string; judge: string; repeat: number; verdict: Verdict }[];
}

/**
 * Verdicts of the run's judges on one report, unit by unit. Issues are each judge's own; all other units are shared.
 *
 * @param only units of one kind; of all kinds if absent
 */
export function verdictsOfReport(
  db: Db,
  _grant: ProjectGrant<'read-results'>,
  run: Run,
  reportId: string,
  metric: string,
  only?: UnitKind
): UnitVerdicts[] {
  const judges = namedJudges(db, run);
  const order = new Map(judges.map(({ id }, at) => [id, at]));
  const rows = db
    .select()
    .from(schema.verdict)
    .where(
      and(
        ...[eq(schema.verdict.runId, run.id), eq(schema.verdict.reportId, reportId), eq(schema.verdict.metric, metric)],
        only === undefined ? undefined : eq(schema.verdict.kind, only)
      )
    )
    .orderBy(asc(schema.verdict.repeat), sql`${schema.verdict}.rowid`)
    .all()
    .sort((a, b) => (order.get(a.judgeId) ?? 0) - (order.get(b.judgeId) ?? 0));
  const units = new Map<string, UnitVerdicts>();
  for (const row of rows) {
    const { item, kind, text, judgeId, repeat } = row;
    const key = unitNamed(kind).ownOfJudge ? `${judgeId} ${repeat} ${item}` : item;
    const unit = units.get(key) ?? { item, kind, text, verdicts: [] };
    const judge = judges[order.get(judgeId) ?? -1]?.name ?? '';
    unit.verdicts.push({ judgeId, judge, repeat, verdict: verdictOf(row) });
    units.set(key, unit);
  }
  return [...units.values()];
}

/** Units without a valid verdict, with the reason, grouped: what a lead reads before trusting a mean. */
export function unscoredReasons(
  db: Db,
  _grant: ProjectGrant<'read-results'>,
  run: Run
): { metric: string; judge: string; reason: string; units: number; reports: number }[] {
  const judges = namedJudges(db, run);
  const rows = db
    .select()
    .from(schema.verdict)
    .where(and(eq(schema.verdict.runId, run.id), eq(schema.verdict.state, 'unscored')))
    .all();
  const groups = new Map<
    string,
    { metric: string; judge: string; reason: string; units: number; reports: Set<string> }
  >();
  for (const row of rows) {
    const judge = judges.find((j) => j.id === row.judgeId)?.name ?? '';
    const key = JSON.stringify([row.metric, judge, row.reason]);
    const group = groups.get(key) ?? {
      metric: row.metric,
      judge,
      reason: row.reason ?? '',
      units: 0,
      reports: new Set<string>()
    };
    group.units++;
    group.reports.add(row.reportId);
    groups.set(key, group);
  }
  return [...groups.values()].map((g) => ({ ...g, reports: g.reports.size })).sort((a, b) => b.units - a.units);
}

/** Every verdict of a run: metric by metric, report by report, judge by judge, unit by unit. */
export const verdictLines = (db: Db, grant: ProjectGrant<'read-results'>, run: Run): VerdictLine[] => [
  ...eachVerdictLine(db, grant, run)
];

/** The same, one after the other: read report by report, because those of all together are hundreds of megabytes. */
export function* eachVerdictLine(db: Db, grant: ProjectGrant<'read-results'>, run: Run): Generator<VerdictLine> {
  const judges = new Map(namedJudges(db, run).map(({ id, name }, at) => [id, { name, at }]));
  const itemsOf = new Map(
    samplesOf(db, run).map(({ metric, report, items }) => [JSON.stringify([report.id, metric]), items])
  );
  const reports = db
    .select({ id: schema.report.id, system: schema.system.name, qid: schema.query.qid })
    .from(schema.runReport)
    .innerJoin(schema.report, eq(schema.report.id, schema.runReport.reportId))
    .innerJoin(schema.system, eq(schema.system.id, schema.report.systemId))
    .innerJoin(schema.query, eq(schema.query.id, schema.report.queryId))
    .where(eq(schema.runReport.runId, run.id))
    .orderBy(asc(schema.runReport.position))
    .all();
  const verdicts = verdictsUnder(db);
  const servedTo = servedToVerdicts(db, grant, run.id);
  const nameOf = systemNames(db);
  for (const { metric, settings } of metricsOf(db, run.id)) {
    const baseline = settings.baseline === undefined ? undefined : nameOf(settings.baseline);
    for (const { id: reportId, system, qid } of reports) {
      const at = (judgeId: string): number => judges.get(judgeId)?.at ?? 0;
      const items = itemsOf.get(JSON.stringify([reportId, metric]));
      const rows = verdicts
        .all({ runId: run.id, reportId, metric })
        .sort((a, b) => at(a.judgeId) - at(b.judgeId) || a.repeat - b.repeat);
      let last: { task: string; served: string[] } = { task: '', served: [] };
      for (const row of rows) {
        const { repeat, kind, item, text, state, label, rationale, evidence, reason, detail, prose } = row;
        const task = `${row.judgeId} ${repeat}`;
        if (task !== last.task) last = { task, served: servedTo({ reportId, metric, judgeId: row.judgeId, repeat }) };
        yield {
          run: run.name,
          system,
          qid,
          metric,
          judge: judges.get(row.judgeId)?.name ?? '',
          repeat,
          kind,
          item,
          itemText: text ?? items?.find(({ key }) => key === item)?.text ?? '',
          state,
          label,
          rationale,
          evidence,
          reason,
          detail,
          prose,
          ...(last.served.length > 0 && { served: last.served }),
          ...(baseline !== undefined && { baseline })
        };
      }
    }
  }
}

const systemNames =
  (db: Db) =>
  (id: string): string | undefined =>
    db.select({ name: schema.system.name }).from(schema.system).where(eq(schema.system.id, id)).get()?.name;

const verdictsUnder = builtOnce((db) =>
  db
    .select()
    .from(schema.verdict)
    .where(
      and(
        eq(schema.verdict.runId, sql.placeholder('runId')),
        eq(schema.verdict.reportId, sql.placeholder('reportId')),
        eq(schema.verdict.metric, sql.placeholder('metric'))
      )
    )
    .orderBy(sql`${schema.verdict}.rowid`)
    .prepare()
);
