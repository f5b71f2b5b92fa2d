import { eq } from 'drizzle-orm';
import type { Metric } from '../../scorer/metric.ts';
import { reportScores, type ReportScore } from '../../scorer/runs/run-scores.server.ts';
import { judgeNames, judgesOf, metricIn, metricsOf, runsOf, type Run } from '../../scorer/runs/runs.server.ts';
import { allSuites } from '../../scorer/suites/index.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { studyLabels, studyScale } from '../../studies/labels/labels.server.ts';
import { saidByPeople, scaleOfUnits } from '../corrected/corrected-units.ts';
import {
  compareProtocols,
  inPoints,
  peopleScore,
  spreadOf,
  type ComparedReport,
  type ProtocolsCompared,
  type Spread
} from './protocols-compared.ts';

interface RunNamed {
  number: number;
  name: string;
}

/** One judge of the study under both protocols. */
interface JudgeCompared {
  judge: string;
  /** The run in which it rated directly: the newest; null if there is none. */
  directRun: RunNamed | null;
  /** Null if it has no direct rating of a report that people judged in the study. */
  compared: ProtocolsCompared | null;
  /** Its spread over repeats; the run is the newest in which it was asked more than once. */
  spread: { chosen: (Spread & { run: RunNamed }) | null; direct: (Spread & { run: RunNamed }) | null };
}

export interface StudyProtocols {
  metric: string;
  title: string;
  /** The direct rating beside it; null if the suite has none for the metric. */
  direct: { metric: string; title: string; rejected: string | null } | null;
  /** Run whose judges are compared; null if the labels came without one. */
  run: RunNamed | null;
  /** Reports on which people labelled a unit, and the units. */
  reports: number;
  units: number;
  /** In the order of the study's run. */
  judges: JudgeCompared[];
  /** Why nothing can be compared, whatever runs there are; else null. */
  why: string | null;
}

/** The direct rating that stands beside a metric, in whatever suite. */
export const directRatingOf = (metric: string): Metric | null =>
  allSuites()
    .flatMap(({ metrics }) => metrics)
    .find(({ comparedWith }) => comparedWith === metric) ?? null;

/**
 * How near the judges of a study come to people by the protocol that was chosen, and by rating reports directly.
 *
 * Ratings are taken from any run of the project in which the same judge, with the same settings, rated reports of the study.
 *
 * @param runId Another run whose judges are compared with the labels; default: the study's own
 */
export function protocolsCompared(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  studyId: string,
  runId?: string
): StudyProtocols {
  const study = db.select().from(schema.study).where(eq(schema.study.id, studyId)).get()!;
  const runs = runsOf(db, grant, { archived: true });
  const run = runs.find(({ id }) => id === (runId ?? study.runId)) ?? null;
  const chosen = run ? metricsOf(db, run.id).find(({ metric }) => metric === study.metric) : undefined;
  const direct = directRatingOf(study.metric);
  const none = {
    metric: study.metric,
    title: chosen ? metricIn(chosen).title : study.metric,
    direct: direct && { metric: direct.name, title: direct.title, rejected: direct.rejected },
    run: run && { number: run.number, name: run.name },
    ...{ reports: 0, units: 0, judges: [] }
  };
  if (!run || !chosen)
    return { ...none, why: 'The labels of this study belong to no run, so no judge scored its reports.' };
  const metric = metricIn(chosen);
  const scale = scaleOfUnits(metric.protocol.unit.kind, studyScale(db, grant, studyId));
  if (scale === null)
    return { ...none, why: `The labels of this study do not define a score of a report in ${metric.title}.` };
  if (direct === null) return { ...none, why: `${metric.title} has no direct rating to compare with.` };

  const people = new Map<string, { qid: string; system: string; units: { value: number; inclusion: number }[] }>();
  for (const unit of studyLabels(db, grant, studyId, { runId })) {
    const value = saidByPeople(
      scale,
      unit.humans.map(({ label }) => label)
    );
    if (value === null) continue;
    const report = people.get(unit.reportId) ?? { qid: unit.qid, system: unit.systemName, units: [] };
    report.units.push({ value, inclusion: unit.inclusionProbability });
    people.set(unit.reportId, report);
  }

  const scored = runs.flatMap((one) => (one.status === 'done' || one.id === run.id ? scoresIn(db, grant, one) : []));
  const ofProtocol = (name: string, promptHash: string | null) =>
    scored.filter((one) => one.metric.name === name && (promptHash === null || one.promptHash === promptHash));
  const judges = judgesOf(db, run.id);
  const names = judgeNames(judges);
  return {
    ...none,
    why: null,
    reports: people.size,
    units: [...people.values()].reduce((sum, { units }) => sum + units.length, 0),
    judges: judges.map(({ id }, at): JudgeCompared => {
      const own = (of: Scores[]) => of.flatMap((one) => (one.judges.has(id) ? [one.of(id, people)] : []));
      const here = own(ofProtocol(metric.name, chosen.promptHash));
      const rated = own(ofProtocol(direct.name, null)).filter(({ scores }) => scores.size > 0);
      const byChosen = here.find((one) => one.run.number === run.number);
      const [byDirect] = rated;
      const both: ComparedReport[] = [...people].flatMap(([reportId, { units, ...of }]) => {
        const [a, b] = [byChosen?.scores.get(reportId), byDirect?.scores.get(reportId)];
        if (a === undefined || b === undefined) return [];
        return [{ ...of, people: peopleScore(units)!, units: units.length, chosen: a, direct: b }];
      });
      return {
        judge: names[at]!,
        directRun: byDirect?.run ?? null,
        compared: both.length > 0 ? compareProtocols(both) : null,
        spread: { chosen: firstSpread(here), direct: firstSpread(rated) }
      };
    })
  };
}

/** One judge's scores of the study's reports in one run, in points. */
interface Own {
  run: RunNamed;
  scores: Map<string, number>;
  repeats: (number | null)[][];
}

interface Scores {
  metric: Metric;
  promptHash: string;
  /** Ids of the run's judges. */
  judges: Set<string>;
  of(judgeId: string, reports: ReadonlyMap<string, unknown>): Own;
}

/** The scores of a run, metric by metric; they are computed when they are asked for. */
function scoresIn(db: Db, grant: ProjectGrant<'read-results'>, run: Run): Scores[] {
  const ids = judgesOf(db, run.id).map(({ id }) => id);
  let all: ReportScore[] | null = null;
  return metricsOf(db, run.id).map((row) => {
    const metric = metricIn(row);
    return {
      metric,
      promptHash: row.promptHash,
      judges: new Set(ids),
      of: (judgeId, reports): Own => {
        const place = ids.indexOf(judgeId);
        const own = (all ??= reportScores(db, grant, run)).flatMap((score) => {
          const given = score.judges[place];
          return score.metric === metric.name && reports.has(score.reportId) && given ? [{ ...score, given }] : [];
        });
        return {
          run: { number: run.number, name: run.name },
          scores: new Map(
            own.flatMap(({ reportId, given: { score } }) =>
              score === null || score.value === null ? [] : [[reportId, inPoints(score.value, metric.scale)]]
            )
          ),
          repeats: own.map(({ given }) =>
            given.repeats.map((value) => (value === null ? null : inPoints(value, metric.scale)))
          )
        };
      }
    };
  });
}

function firstSpread(runs: readonly Own[]): (Spread & { run: RunNamed }) | null {
  for (const { run, repeats } of runs) {
    const spread = spreadOf(repeats);
    if (spread) return { ...spread, run };
  }
  return null;
}
