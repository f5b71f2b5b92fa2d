import { inEnglish } from '../../messages/say-in.ts';
import { eq } from 'drizzle-orm';
import { refuse, type Problem, worded } from '../../errors.ts';
import type { Metric, MetricSettings } from '../../scorer/metric.ts';
import type { Sample } from '../../scorer/sample.ts';
import type { MissingVerdictRule } from '../../scorer/score.ts';
import { insertImportedRun } from '../../scorer/runs/imported-runs.server.ts';
import { metricByName, withSettings } from '../../scorer/suites/index.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { ByName } from '../../names.ts';
import { momentOf } from '../../stats/writing/days.ts';
import type { ReportImport } from '../../verification/benchmark/reports.server.ts';
import { freezeVersion } from '../../verification/release/versions.server.ts';
import { wholeOf } from '../format/file-content.ts';
import { ProblemList } from '../format/problem-list.ts';
import { joinResults, type JoinedResults } from './join.ts';
import { parseReferenceResults } from './parser.ts';
import { referenceCriteria, type ReferenceCriterion, type ReferenceFile } from './results.ts';
import { isSummary, parseReferenceSummary, type ReferenceSummary } from './summary.ts';
import { Means, Tally, type Answered } from './tally.ts';
import { convert } from './verdicts.ts';
import { bringReports, reportsOf, type FoundReport, type ReportsWanted } from './reports.server.ts';
import type { ImportFile } from '../import/sniff.ts';
import { Untaken } from '../format/untaken.ts';

export interface ReferenceImportOptions extends ReportsWanted {
  /** Name of the run. */
  name?: string;
  /** System of reports whose file does not name theirs. */
  system?: string;
  ensemble?: MissingVerdictRule;
}

export interface ReferenceImport {
  run: { id: string; number: number; name: string };
  metrics: string[];
  judges: string[];
  reports: number;
  /** Reports and queries added besides the results. */
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
  const { joined, summaries, notes } = readAll(files, options.system);
  return write(db, (tx) => {
    const { added, reports: present } = bringReports(tx, grant, joined.reports, options, notes);
    const reports = reportsOf(tx, grant, present);
    const baseline = baselineOf(tx, grant, joined, notes);
    const metrics = joined.criteria
      .filter((criterion) => criterion !== 'depth' || baseline !== null)
      .map((criterion) => ({
        criterion,
        name: referenceCriteria[criterion],
        prompt: `reference-scorer/${criterion}`,
        settings: criterion === 'depth' && baseline ? { baseline } : ({} as MetricSettings)
      }));
    if (metrics.length === 0) refuse.invalid(worded('nothingImported'), notes.map(asProblem));
    const tally = new Tally();
    const means = new Means();
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
        means.add({ system, criterion: found.criterion, judge }, own(found), answered.verdicts);
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
      notes: [...notes, ...tally.notes(), ...summaries.flatMap((summary) => means.against(summary, joined.judges))]
    };
  });
}

const asProblem = (reason: string): Problem => ({ row: null, column: '', reason });

interface ReadFiles {
  joined: JoinedResults;
  summaries: ReferenceSummary[];
  notes: string[];
}

/** Means are only compared with; results have to be there. */
function readAll(files: readonly ImportFile[], system: string | undefined): ReadFiles {
  const untaken = new Untaken();
  const read: ReferenceFile[] = [];
  const summaries: ReferenceSummary[] = [];
  const notes: string[] = [];
  const problems: Problem[] = [];
  const alone = files.every(({ bytes }) => isSummary(bytes));
  for (const { name, bytes } of files) {
    const summary = isSummary(bytes) && !alone ? parseReferenceSummary(wholeOf(bytes), name) : null;
    const parsed = summary ?? parseReferenceResults(bytes, name, untaken);
    if (!parsed.ok) problems.push(...parsed.problems.map((one) => inFile(name, one)));
    else {
      if ('means' in parsed.value) summaries.push(parsed.value);
      else read.push(parsed.value);
      notes.push(...inEnglish(parsed.notes));
    }
  }
  if (problems.length > 0) return refuse.invalid(worded('nothingImported'), problems);
  const joined = joinResults(read, system);
  if (!joined.ok) return refuse.invalid(worded('nothingImported'), joined.problems);
  const named = new ProblemList();
  untaken.note(named);
  return { joined: joined.value, summaries, notes: [...notes, ...inEnglish(named.notes), ...inEnglish(joined.notes)] };
}

const inFile = (name: string, problem: Problem): Problem =>
  problem.column.includes(name) ? problem : { ...problem, column: `${name}: ${problem.column}` };

/** With whose reports the reference compares if a record does not say otherwise. */
const USUAL_BASELINE = 'open-deep-research';

/** The system that the comparisons name, if the project has its reports. */
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
  const systems = tx.select().from(schema.system).where(eq(schema.system.projectId, grant.resource.id)).all();
  const found = new ByName(systems, (system) => system.name).get(name);
  if (!found)
    notes.push(
      `Analysis depth is left out: the project has no report of ${name}, with which the others are compared. Import its reports, then import the results again`
    );
  return found?.id ?? null;
}

interface Dated extends Answered {
  at: number | null;
}

const own = ({ name, settings }: { name: string; settings: MetricSettings }): Metric =>
  withSettings(metricByName(name), settings);

function verdictsFor(
  joined: JoinedResults,
  metric: { criterion: ReferenceCriterion; name: string; settings: MetricSettings },
  { system, qid }: FoundReport,
  sample: Sample,
  judge: number
): Dated {
  const found = joined.find(system, qid, metric.criterion, judge);
  const as = own(metric);
  if (!found)
    return {
      verdicts: as.protocol.unscored(sample, 'The reference scorer left no result.'),
      contradictions: [],
      from: '',
      at: null
    };
  return { ...convert(metric.criterion, found.said, sample, as), from: found.from, at: timeOf(found.gradedAt) };
}

function timeOf(iso: string | null): number | null {
  if (iso === null) return null;
  const at = momentOf(iso);
  return Number.isNaN(at) ? null : at;
}

function gradedBetween(
  joined: JoinedResults,
  reports: Map<string, FoundReport>
): { first: number; last: number } | null {
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
