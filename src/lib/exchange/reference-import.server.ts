import { and, eq } from 'drizzle-orm';
import { refuse, type Problem } from '../errors.ts';
import type { EnsembleRule, MetricSettings, Sample, Verdict } from '../scorer/pipeline.ts';
import { insertImportedRun } from '../scorer/imported-runs.server.ts';
import { metricByName, withSettings } from '../scorer/suites/index.ts';
import type { ProjectGrant } from '../server/auth/authorize.ts';
import { schema, write, type Db } from '../server/db/client.ts';
import { importReports, listReports, type ReportImport } from '../verification/reports.server.ts';
import { freezeVersion } from '../verification/versions.server.ts';
import type { ImportedReport } from './benchmark.ts';
import { ProblemList } from './problem-list.ts';
import { joinResults, type JoinedResults, type KnownReport } from './reference-join.ts';
import { parseReferenceResults } from './reference-parser.ts';
import { bareQid, referenceCriteria, type ReferenceCriterion, type ReferenceFile } from './reference-results.ts';
import { convert } from './reference-verdicts.ts';
import { ReportCollector } from './report-collector.ts';
import type { ImportFile } from './sniff.ts';

export interface ReferenceImportOptions {
  /** Name of the run. */
  name?: string;
  /** System of reports whose file does not name theirs. */
  system?: string;
  ensemble?: EnsembleRule;
  /** The text of a report that the project does not have, or null where it is not to be had. */
  textOf?: (report: KnownReport) => string | null;
  /** Make queries that the project does not have of what the files tell of them. */
  createQueries?: boolean;
}

export interface ReferenceImport {
  run: { id: string; number: number; name: string };
  metrics: string[];
  judges: string[];
  reports: number;
  /** What had to be brought in besides the results. */
  added: ReportImport;
  units: { judged: number; unscored: number };
  notes: string[];
}

/**
 * Imports results of the reference scorer as a run: all of them or, with the problems, nothing. Reports that the project
 * does not have are brought in with their texts. Each judge answers for each report under each criterion: what the files
 * lack is unscored, so that a mean never rests on fewer reports than it seems to.
 */
export function importReferenceResults(
  db: Db,
  grant: ProjectGrant<'manage'>,
  files: readonly ImportFile[],
  options: ReferenceImportOptions = {}
): ReferenceImport {
  const { joined, notes } = readAll(files, options.system);
  return write(db, (tx) => {
    const added = bringReports(tx, grant, joined.reports, options, notes);
    const reports = reportsOf(tx, grant, joined.reports);
    const baseline = baselineOf(tx, grant, joined, notes);
    const metrics = joined.criteria
      .filter((criterion) => criterion !== 'depth' || baseline !== null)
      .map((criterion) => ({
        criterion,
        name: referenceCriteria[criterion],
        prompt: `reference-scorer/${criterion}`,
        settings: criterion === 'depth' && baseline ? { baseline } : ({} as MetricSettings)
      }));
    if (metrics.length === 0) refuse.invalid('Nothing was imported.', notes.map(asProblem));
    const tally = new Tally();
    const { run, idle } = insertImportedRun(tx, grant, {
      name: options.name ?? 'Results of the reference scorer',
      versionId: freezeVersion(tx, grant).version.id,
      metrics,
      judges: joined.judges.map((judge) => ({ origin: 'reference-scorer', ...judge })),
      reportIds: [...reports.keys()],
      ...(options.ensemble && { options: { ensemble: options.ensemble } }),
      between: gradedBetween(joined, reports),
      verdicts: (sample, judge) => {
        const found = metrics.find(({ name }) => name === sample.metric)!;
        const { system, qid } = reports.get(sample.report.id)!;
        const answered = verdictsFor(joined, found, { system, qid }, sample, judge);
        tally.add(answered);
        return answered;
      }
    });
    for (const name of idle)
      notes.push(
        `${metricByName(name).title} is left out: no query of these reports has a checklist here. Import the checklists, then import the results again`
      );
    return {
      run: { id: run.id, number: run.number, name: run.name },
      metrics: metrics.map(({ name }) => name).filter((name) => !idle.includes(name)),
      judges: joined.judges.map(({ provider, model }) => `${provider}/${model}`),
      reports: reports.size,
      added,
      units: tally.units,
      notes: [...notes, ...tally.notes()]
    };
  });
}

const asProblem = (reason: string): Problem => ({ row: null, column: '', reason });

function readAll(files: readonly ImportFile[], system: string | undefined): { joined: JoinedResults; notes: string[] } {
  const read: ReferenceFile[] = [];
  const notes: string[] = [];
  const problems: Problem[] = [];
  for (const { name, bytes } of files) {
    const parsed = parseReferenceResults(bytes, name);
    if (parsed.ok) {
      read.push(parsed.value);
      notes.push(...parsed.notes);
    } else problems.push(...parsed.problems.map((one) => inFile(name, one)));
  }
  if (problems.length > 0) return refuse.invalid('Nothing was imported.', problems);
  const joined = joinResults(read, system);
  if (!joined.ok) return refuse.invalid('Nothing was imported.', joined.problems);
  return { joined: joined.value, notes: [...notes, ...joined.notes] };
}

const inFile = (name: string, problem: Problem): Problem =>
  problem.column.includes(name) ? problem : { ...problem, column: `${name}: ${problem.column}` };

/** Adds the reports that the project lacks, with the queries that it lacks where that is wanted. */
function bringReports(
  tx: Db,
  grant: ProjectGrant<'manage'>,
  reports: readonly KnownReport[],
  options: ReferenceImportOptions,
  notes: string[]
): ReportImport {
  const stored = new Set(listReports(tx, grant).map(({ system, qid }) => JSON.stringify([system, bareQid(qid)])));
  const queries = queriesOf(tx, grant);
  const problems = new ProblemList();
  const collector = new ReportCollector(problems);
  let other = 0;
  const missing = reports.filter(({ system, qid }) => !stored.has(JSON.stringify([system, qid])));
  for (const report of missing) {
    const known = queries.get(report.qid);
    if (known && report.query !== null && !sameQuery(known.text, report.query)) other += 1;
    const markdown = options.textOf?.(report) ?? null;
    const source = report.path ?? `${report.system}, ${report.qid}`;
    if (markdown === null)
      problems.add(
        null,
        `${report.system}, ${report.qid}`,
        `The project has no such report, and its text is not to be had${report.path === null ? '' : ` at ${report.path}`}. Import the reports first, or name their folder with --reports`
      );
    else
      collector.add(
        {
          system: report.system,
          qid: known?.qid ?? report.qid,
          markdown,
          collectedAt: '',
          source,
          queryText: known ? '' : (report.query ?? '')
        },
        (field) => ({ row: null, column: `${source}: ${field}` })
      );
  }
  if (other > 0)
    notes.push(
      `${other} ${other === 1 ? 'query is' : 'queries are'} worded otherwise in the files than in the project; the results count for the project’s`
    );
  const texts: ImportedReport[] = missing.length === 0 ? [] : collector.finish();
  if (problems.any) refuse.invalid('Nothing was imported.', problems.all);
  return importReports(tx, grant, texts, { createQueries: options.createQueries === true });
}

const queriesOf = (tx: Db, grant: ProjectGrant<'manage'>): Map<string, { qid: string; text: string }> =>
  new Map(
    tx
      .select({ qid: schema.query.qid, text: schema.query.text })
      .from(schema.query)
      .where(eq(schema.query.projectId, grant.resource.id))
      .all()
      .map((query) => [bareQid(query.qid), query])
  );

/** Whether a text is the query with something filled in for its placeholders. */
function sameQuery(query: string, text: string): boolean {
  const plain = (words: string): string => words.replace(/\s+/g, ' ').trim();
  const parts = plain(query).split(/\{\{?\s*\w+\s*\}?\}/);
  let from = 0;
  const told = plain(text);
  if (!told.startsWith(parts[0] ?? '') || !told.endsWith(parts.at(-1) ?? '')) return false;
  return parts.every((part) => {
    const at = told.indexOf(part, from);
    from = at + part.length;
    return at >= 0;
  });
}

interface Named {
  system: string;
  qid: string;
}

/** Ids of the reports in the order of the files, with what the files call them. */
function reportsOf(tx: Db, grant: ProjectGrant<'manage'>, reports: readonly KnownReport[]): Map<string, Named> {
  const ids = new Map(
    listReports(tx, grant).map(({ id, system, qid }) => [JSON.stringify([system, bareQid(qid)]), id])
  );
  return new Map(
    reports.map(({ system, qid }) => {
      const id = ids.get(JSON.stringify([system, qid])) ?? refuse.notFound(`report of ${system} on ${qid}`);
      return [id, { system, qid }];
    })
  );
}

/** With whose reports the reference compares where a record does not say otherwise. */
const USUAL_BASELINE = 'open-deep-research';

/** The system that the comparisons name, where the project has its reports. */
function baselineOf(tx: Db, grant: ProjectGrant<'manage'>, joined: JoinedResults, notes: string[]): string | null {
  if (!joined.criteria.includes('depth')) return null;
  const names = new Set<string>();
  for (const { system, qid } of joined.reports)
    for (const judge of joined.judges.keys()) {
      const said = joined.find(system, qid, 'depth', judge)?.said;
      if (said?.kind === 'comparison') names.add(said.baseline ?? USUAL_BASELINE);
    }
  const [name = USUAL_BASELINE, ...more] = [...names];
  if (more.length > 0)
    refuse.invalid(
      `Nothing was imported: the comparisons are with several systems (${[...names].join(', ')}). A run has one baseline; import the files of each by themselves.`
    );
  const found = tx
    .select({ id: schema.system.id })
    .from(schema.system)
    .where(and(eq(schema.system.projectId, grant.resource.id), eq(schema.system.name, name)))
    .get();
  if (!found)
    notes.push(
      `Analysis depth is left out: the project has no report of ${name}, with which the others are compared. Import its reports, then import the results again`
    );
  return found?.id ?? null;
}

interface Answered {
  verdicts: readonly Verdict[];
  contradictions: string[];
  from: string;
  at: number | null;
}

function verdictsFor(
  joined: JoinedResults,
  metric: { criterion: ReferenceCriterion; name: string; settings: MetricSettings },
  { system, qid }: Named,
  sample: Sample,
  judge: number
): Answered {
  const found = joined.find(system, qid, metric.criterion, judge);
  const own = withSettings(metricByName(metric.name), metric.settings);
  if (!found)
    return {
      verdicts: own.protocol.unscored(sample, 'The reference scorer left no result.'),
      contradictions: [],
      from: '',
      at: null
    };
  return { ...convert(metric.criterion, found.said, sample, own), from: found.from, at: timeOf(found.gradedAt) };
}

/** Python writes local time without a zone; it is taken for UTC. */
function timeOf(iso: string | null): number | null {
  if (iso === null) return null;
  const at = Date.parse(/(?:Z|[+-]\d{2}:?\d{2})$/.test(iso) ? iso : `${iso}Z`);
  return Number.isNaN(at) ? null : at;
}

function gradedBetween(joined: JoinedResults, reports: Map<string, Named>): { first: number; last: number } | null {
  const times = [...reports.values()].flatMap(({ system, qid }) =>
    joined.criteria.flatMap((criterion) =>
      [...joined.judges.keys()].flatMap(
        (judge) => timeOf(joined.find(system, qid, criterion, judge)?.gradedAt ?? null) ?? []
      )
    )
  );
  const [first] = times;
  if (first === undefined) return null;
  return times.reduce(({ first, last }, at) => ({ first: Math.min(first, at), last: Math.max(last, at) }), {
    first,
    last: first
  });
}

const MOST_NOTED = 20;

/** Counts what was converted and keeps what people should hear about it. */
class Tally {
  readonly units = { judged: 0, unscored: 0 };
  readonly #contradictions: string[] = [];
  readonly #reasons = new Map<string, number>();

  add({ verdicts, contradictions, from }: Answered): void {
    for (const verdict of verdicts) {
      if (verdict.state !== 'unscored') this.units.judged += 1;
      else {
        this.units.unscored += 1;
        this.#reasons.set(verdict.reason, (this.#reasons.get(verdict.reason) ?? 0) + 1);
      }
    }
    if (contradictions.length > 0) this.#contradictions.push(`${from}: ${contradictions.join('; ')}`);
  }

  notes(): string[] {
    const more = this.#contradictions.length - MOST_NOTED;
    return [
      ...[...this.#reasons].map(([reason, n]) => `${n} ${n === 1 ? 'unit is' : 'units are'} unscored: ${reason}`),
      ...this.#contradictions.slice(0, MOST_NOTED),
      ...(more > 0
        ? [`… and ${more} more results that contradict their own parts; ours are computed from the parts`]
        : [])
    ];
  }
}
