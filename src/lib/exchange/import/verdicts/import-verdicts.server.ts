import { sayingsOf, type Saying } from '../../../messages/sayings.ts';
import { eq } from 'drizzle-orm';
import { refuse, worded } from '../../../errors.ts';
import { ByName } from '../../../names.ts';
import type { Metric, MetricSettings } from '../../../scorer/metric.ts';
import type { Sample } from '../../../scorer/sample.ts';
import type { MissingVerdictRule } from '../../../scorer/score.ts';
import type { Verdict } from '../../../scorer/verdict.ts';
import { insertImportedRun } from '../../../scorer/runs/imported-runs.server.ts';
import { metricByName, withSettings } from '../../../scorer/suites/index.ts';
import { loadRubrics } from '../../../scorer/suites/rubrics/rubrics.server.ts';
import type { ProjectGrant } from '../../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../../server/db/client.ts';
import { listReports } from '../../../verification/benchmark/reports.server.ts';
import { freezeVersion } from '../../../verification/release/versions.server.ts';
import type { FileContent } from '../../format/file-content.ts';
import { ProblemList } from '../../format/problem-list.ts';
import { readInTurns, type LinesAside } from '../aside/lines-aside.ts';
import { readVerdictLines, verdictsOfLines, type VerdictOfLine } from './verdict-lines.ts';

const leadSays = sayingsOf('leadRefusals');

const say = sayingsOf('importProblems');
const sayNote = sayingsOf('importNotes');

interface VerdictImportOptions {
  /** Name of the run. */
  name?: string;
  ensemble?: MissingVerdictRule;
}

export interface VerdictImport {
  run: { id: string; number: number; name: string };
  metrics: string[];
  judges: string[];
  reports: number;
  /** Verdicts of the file, and units that it says nothing of, which are unscored. */
  units: { read: number; missing: number };
  notes: Saying[];
}

/** Verdicts of one judge on one report under one metric, one for each time that it was asked. */
type Said = Map<number, VerdictOfLine[]>;

const MISSING = 'The file has no verdict of this judge on it.';

/**
 * Imports ready unit verdicts as a run, for any suite: all of them or, with the problems by line, nothing. Scores come from the
 * metric's own way to combine verdicts, with its own settings. Each judge answers for each report of the file under each metric
 * of the file, as often as any was asked: what the file lacks is unscored, never left out.
 */
export function importVerdicts(
  db: Db,
  grant: ProjectGrant<'manage'>,
  content: FileContent,
  options: VerdictImportOptions = {}
): VerdictImport {
  const problems = new ProblemList();
  // A command has read no page that would have made the project's rubrics known.
  loadRubrics(db);
  return insertVerdicts(db, grant, readVerdictLines(content, problems), problems, options);
}

/** The same in a server: the file is read in another process, and its lines are checked a few milliseconds at a time. */
export async function importVerdictsAside(
  db: Db,
  grant: ProjectGrant<'manage'>,
  lines: LinesAside,
  options: VerdictImportOptions
): Promise<VerdictImport> {
  const problems = new ProblemList();
  const read = await readInTurns(verdictsOfLines(await lines(problems), problems));
  return insertVerdicts(db, grant, read, problems, options);
}

function insertVerdicts(
  db: Db,
  grant: ProjectGrant<'manage'>,
  lines: readonly VerdictOfLine[],
  problems: ProblemList,
  options: VerdictImportOptions
): VerdictImport {
  stopAt(problems);
  if (lines.length === 0) refuse.invalid(leadSays('noVerdictInFile'));
  return write(db, (tx) => {
    const reports = reportsNamed(tx, grant, lines, problems);
    stopAt(problems);
    const judges = [...new Set(lines.map(({ judge }) => judge))];
    const metrics = [...new Set(lines.map(({ metric }) => metric))].map((name) => ({
      name,
      prompt: `verdicts-file/${name}`,
      settings: settingsOf(tx, grant, name, lines, problems)
    }));
    const said = grouped(lines, reports, problems);
    stopAt(problems);
    const repeats = Math.max(...lines.map(({ repeat }) => repeat)) + 1;
    const used = new Set<string>();
    let missing = 0;
    const { run, idle } = insertImportedRun(tx, grant, {
      name: options.name ?? 'Verdicts from a file',
      versionId: freezeVersion(tx, grant).version.id,
      metrics,
      judges: judges.map((judge) => ({ name: judge })),
      reportIds: [...new Set(reports.values())],
      options: { repeats, ...(options.ensemble && { ensemble: options.ensemble }) },
      between: null,
      verdicts: (sample, judge) => {
        const key = keyOf(sample.metric, sample.report.id, judges[judge]!);
        used.add(key);
        const { settings } = metrics.find(({ name }) => name === sample.metric)!;
        const metric = withSettings(metricByName(sample.metric), settings);
        const own = said.get(key);
        const each = Array.from({ length: repeats }, (_, repeat) => {
          const found = whole(metric, sample, own?.get(repeat) ?? [], problems);
          missing += found.missing;
          return found.verdicts;
        });
        return { verdicts: each[0]!, repeats: each.slice(1), at: null };
      }
    });
    for (const [key, own] of said)
      if (!used.has(key)) {
        const [line] = [...own.values()].flat();
        if (line)
          problems.add(line.row, 'metric', say('noUnits', { system: line.system, qid: line.qid, metric: line.metric }));
      }
    stopAt(problems);
    return {
      run: { id: run.id, number: run.number, name: run.name },
      metrics: metrics.map(({ name }) => name).filter((name) => !idle.includes(name)),
      judges,
      reports: new Set(reports.values()).size,
      units: { read: lines.length, missing },
      notes: [...problems.notes, ...(missing > 0 ? [sayNote('missingVerdicts', { n: missing })] : [])]
    };
  });
}

const stopAt = (problems: ProblemList): void => {
  if (problems.any) refuse.invalid(worded('nothingImported'), problems.all);
};

const nameOf = ({ system, qid }: Pick<VerdictOfLine, 'system' | 'qid'>): string => JSON.stringify([system, qid]);
const keyOf = (metric: string, reportId: string, judge: string): string => JSON.stringify([metric, reportId, judge]);

/** Ids of the reports that lines name, by system and qid as written; those that the project lacks are problems. */
function reportsNamed(
  tx: Db,
  grant: ProjectGrant<'manage'>,
  lines: readonly VerdictOfLine[],
  problems: ProblemList
): Map<string, string> {
  const all = listReports(tx, grant);
  const systems = new ByName([...new Set(all.map(({ system }) => system))], (system) => system);
  const ids = new Map(all.map(({ id, system, qid }) => [nameOf({ system, qid }), id]));
  const found = new Map<string, string>();
  const lacking = new Set<string>();
  for (const line of lines) {
    const name = nameOf(line);
    if (found.has(name) || lacking.has(name)) continue;
    const id = ids.get(nameOf({ system: systems.get(line.system) ?? line.system, qid: line.qid }));
    if (id !== undefined) found.set(name, id);
    else {
      lacking.add(name);
      problems.add(line.row, 'system, qid', say('noReportOf', { system: line.system, qid: line.qid }));
    }
  }
  return found;
}

/** The baseline of comparisons, which all lines under the metric have to name alike. */
function settingsOf(
  tx: Db,
  grant: ProjectGrant<'manage'>,
  metric: string,
  lines: readonly VerdictOfLine[],
  problems: ProblemList
): MetricSettings {
  if (!metricByName(metric).protocol.compares) return {};
  const own = lines.filter((line) => line.metric === metric);
  const [first] = own;
  const other = own.find(({ baseline }) => baseline !== first?.baseline);
  if (!first) return {};
  if (other) {
    problems.add(other.row, 'baseline', say('oneBaseline', { row: first.row }), other.baseline ?? 'none');
    return {};
  }
  if (first.baseline === null) {
    problems.add(first.row, 'baseline', say('baselineMissing'));
    return {};
  }
  const systems = tx.select().from(schema.system).where(eq(schema.system.projectId, grant.resource.id)).all();
  const found = new ByName(systems, ({ name }) => name).get(first.baseline);
  if (!found) problems.add(first.row, 'baseline', say('noSuchSystem'), first.baseline);
  return found ? { baseline: found.id } : {};
}

function grouped(
  lines: readonly VerdictOfLine[],
  reports: ReadonlyMap<string, string>,
  problems: ProblemList
): Map<string, Said> {
  const said = new Map<string, Said>();
  const rows = new Map<string, number>();
  for (const line of lines) {
    const reportId = reports.get(nameOf(line))!;
    const key = keyOf(line.metric, reportId, line.judge);
    const unit = JSON.stringify([key, line.repeat, line.verdict.item]);
    const earlier = rows.get(unit);
    if (earlier !== undefined) {
      problems.add(line.row, 'item', say('verdictTwice', { row: earlier }), line.verdict.item);
      continue;
    }
    rows.set(unit, line.row);
    const own: Said = said.get(key) ?? new Map<number, VerdictOfLine[]>();
    const together = own.get(line.repeat);
    if (together) together.push(line);
    else own.set(line.repeat, [line]);
    said.set(key, own);
  }
  return said;
}

/** The verdicts of a judge on a report, with units that the file lacks, checked against the query’s checklist or material and the metric. */
function whole(
  metric: Metric,
  sample: Sample,
  lines: readonly VerdictOfLine[],
  problems: ProblemList
): { verdicts: Verdict[]; missing: number } {
  const { protocol, settings } = metric;
  if (lines.length === 0) {
    const verdicts = protocol.unscored(sample, MISSING, settings);
    return { verdicts, missing: verdicts.length };
  }
  const given = lines.map(({ verdict }) => verdict);
  const expected = protocol.expected?.(sample, MISSING, given) ?? [];
  const units = new Map(expected.map((one) => [unitIn(one), one]));
  const kinds = new Set(expected.map(kindIn));
  for (const { row, verdict } of lines)
    if (kinds.has(kindIn(verdict)) && !units.has(unitIn(verdict)))
      problems.add(row, 'item', say('noSuchItem', { qid: sample.query.qid, metric: metric.name }), verdict.item);
  // Its wording, and details such as the list that a criterion is of, are known without the file.
  const told = given.map((one): Verdict => {
    const known = units.get(unitIn(one));
    const [text, detail] = [one.text ?? known?.text, one.detail ?? known?.detail];
    return { ...one, ...(text !== undefined && { text }), ...(detail && { detail }) };
  });
  const named = new Set(given.map(unitIn));
  const lacking = expected.filter((one) => !named.has(unitIn(one)));
  const missing = lacking.filter(({ state }) => state === 'unscored').length;
  return combined(metric, [...told, ...lacking], lines, missing, problems);
}

/** An item of a checklist has no kind. */
const kindIn = ({ kind = 'item' }: Verdict): string => kind;
const unitIn = (verdict: Verdict): string => JSON.stringify([kindIn(verdict), verdict.item]);

/** Whether the metric can make a score of the verdicts: a file may have too many of a kind, or points that are none. */
function combined(
  metric: Metric,
  verdicts: Verdict[],
  lines: readonly VerdictOfLine[],
  missing: number,
  problems: ProblemList
): { verdicts: Verdict[]; missing: number } {
  const row = lines[0]!.row;
  try {
    const { value, figures } = metric.protocol.combine(verdicts, metric.settings);
    const figure = Object.entries(figures).find(([, one]) => one !== null && !Number.isFinite(one))?.[0];
    if (value !== null && !Number.isFinite(value))
      problems.add(row, 'detail', say('notComputable', { metric: metric.name }));
    else if (figure !== undefined) problems.add(row, 'detail', say('figureNotNumber', { metric: metric.name, figure }));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    problems.add(row, 'item', say('notComputableWhy', { metric: metric.name, why: { recognised: why } }));
  }
  return { verdicts, missing };
}
