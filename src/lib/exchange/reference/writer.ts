import type { DimensionPoints } from '../../scorer/verdict.ts';
import { pairOutcome, totalOf } from '../../scorer/protocols/pairwise/pairwise-score.ts';
import { writeJsonLines } from '../format/json-lines.ts';
import type { JsonObject } from '../format/json-value.ts';
import { ABSTAINED, abstention, ISSUE_PARTS, OPEN_ANSWERS, SELF_JUDGING } from './grading.ts';
import { UNSCORED } from './parser.ts';
import {
  referenceCriteria,
  type ReferenceOrder,
  type ReferenceCriterion,
  type ReferenceJudge,
  type ReferenceReport,
  type ReferenceVerdicts
} from './results.ts';

/** A result to be written; its score is ours, computed from its parts. */
export interface WrittenResult {
  system: string;
  qid: string;
  criterion: ReferenceCriterion;
  judge: ReferenceJudge;
  gradedAt: string;
  said: ReferenceVerdicts;
  /** Null if nothing can be scored. */
  score: number | null;
}

interface WrittenRun {
  /** Begins the names of the files. */
  stem: string;
  /** ISO time, for the names of the files. */
  at: string;
  reports: readonly (ReferenceReport & { system: string })[];
  results: readonly WrittenResult[];
  /** Systems that share a maker or the model with a judge. */
  ownSystems: (judge: ReferenceJudge) => readonly string[];
}

/**
 * The files that the reference scorer would have left, by path: the reports, and for each judge the lines of each criterion,
 * the detailed results and the means. What is unscored is an error record, which has neither score nor rate there and so
 * enters no mean; a comparison without a result stands under `unscored`, because the reference takes one that is absent
 * for two ties. Every record names its system under `evaluated_model`, as comparisons do there, so that results that are
 * alike are not taken for one another; what has no place there stands in fields of our own.
 */
export function writeReference(run: WrittenRun): Record<string, string> {
  const judges = new Map(run.results.map(({ judge }) => [JSON.stringify([judge.provider, judge.model]), judge]));
  const files: Record<string, string> = {
    [`${run.stem}.json`]: json({ metadata: metadataOf(run), reports: run.reports.map(reportFields) })
  };
  for (const judge of judges.values()) {
    const own = run.results.filter((one) => one.judge.provider === judge.provider && one.judge.model === judge.model);
    const folder = `${run.stem}_graded_${fileName(judge.provider)}_${fileName(judge.model)}`;
    const stamp = run.at.replaceAll(':', '-');
    for (const criterion of criteriaOf(own))
      files[`${folder}/incremental/${criterion}_results.jsonl`] = lines(run, own, criterion);
    files[`${folder}/detailed_results_${stamp}.json`] = json({
      metadata: {
        ...metadataOf(run),
        [`${judge.provider}_grading_completed_at`]: run.at,
        [SELF_JUDGING]: run.ownSystems(judge)
      },
      reports: run.reports.map((report) => ({ ...reportFields(report), ...recordsOf(report, own) }))
    });
    files[`${folder}/summary_${stamp}.json`] = json(summaryOf(run, judge, own));
  }
  return files;
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const fileName = (text: string): string => text.replaceAll('/', '__').replace(/[^\w.-]+/g, '-');
const criteriaOf = (results: readonly WrittenResult[]): ReferenceCriterion[] =>
  (Object.keys(referenceCriteria) as ReferenceCriterion[]).filter((name) =>
    results.some(({ criterion }) => criterion === name)
  );

const metadataOf = ({ at, reports }: WrittenRun): JsonObject => ({
  timestamp: at.replace(/[-:]/g, '').replace('T', '_').slice(0, 15),
  total_reports: reports.length,
  total_models: new Set(reports.map(({ system }) => system)).size
});

const reportFields = ({ system, qid, query, path }: ReferenceReport): JsonObject => ({
  model_name: system,
  query_id: qid,
  query: query ?? '',
  report_file_path: path ?? ''
});

const isOf = ({ system, qid }: WrittenResult, report: ReferenceReport): boolean =>
  system === report.system && qid === report.qid;

function recordsOf(report: ReferenceReport, results: readonly WrittenResult[]): JsonObject {
  const mine = results.filter((one) => isOf(one, report));
  const lost = mine.filter(({ criterion, said }) => criterion === 'depth' && said.kind === 'nothing');
  return {
    ...Object.fromEntries(
      mine.filter((one) => !lost.includes(one)).map((one) => [`${one.criterion}_grading_results`, recordOf(one)])
    ),
    ...(lost.length > 0 && {
      [UNSCORED]: Object.fromEntries(lost.map((one) => [one.criterion, recordOf(one)]))
    })
  };
}

const lines = (run: WrittenRun, results: readonly WrittenResult[], criterion: ReferenceCriterion): string =>
  writeJsonLines(
    run.reports.flatMap((report) => {
      const own = results.filter((one) => one.criterion === criterion && isOf(one, report));
      const { query: _query, ...fields } = reportFields(report);
      return own.map((one) => ({ ...fields, graded_at: one.gradedAt, ...recordsOf(report, [one]) }));
    })
  );

function recordOf({ criterion, said, score, judge, gradedAt, system }: WrittenResult): JsonObject {
  const by = { provider: judge.provider, model: judge.model, graded_at: gradedAt, evaluated_model: system };
  if (said.kind === 'nothing') {
    const empty =
      criterion === 'presentation' || criterion === 'coverage'
        ? { evaluations: {}, summary: {} }
        : { specific_issues: null, total_issues: null, score: null };
    return {
      ...by,
      error: said.reason,
      ...(said.abstains !== undefined && { [ABSTAINED]: said.abstains }),
      ...(criterion !== 'depth' && empty)
    };
  }
  if (said.kind === 'issues')
    return {
      ...(said.abstains !== undefined && { error: abstention(said.abstains), [ABSTAINED]: said.abstains }),
      specific_issues: said.issues,
      total_issues: said.issues.length,
      score,
      justification: said.justification,
      ...(said.parts && { [ISSUE_PARTS]: said.parts }),
      ...by
    };
  if (said.kind === 'answers') return { ...answered(criterion, said, score), ...by };
  const comparisons = said.orders.map(comparisonRecord);
  return {
    winner_comparison_1: winnerOf(said.orders[0]),
    winner_comparison_2: winnerOf(said.orders[1]),
    justification: '',
    position_swap_used: true,
    raw_comparison_1: comparisons[0],
    raw_comparison_2: comparisons[1],
    comparison_type: 'vs_reference',
    reference_model: said.baseline,
    ...by
  };
}

function answered(
  criterion: ReferenceCriterion,
  said: Extract<ReferenceVerdicts, { kind: 'answers' }>,
  rate: number | null
): JsonObject {
  const passed = said.answers.filter((one) => one.passed).length;
  const total = said.answers.length;
  const { open = [] } = said;
  const beside = open.length > 0 && {
    [OPEN_ANSWERS]: Object.fromEntries(open.map(({ key, ...one }) => [key, one]))
  };
  if (total === 0) return { error: 'No item has an answer.', evaluations: {}, summary: {}, ...beside };
  const evaluations = Object.fromEntries(
    said.answers.map(({ key, passed: yes, justification }) => [key, { score: yes ? 1 : 0, justification }])
  );
  const summary =
    criterion === 'presentation'
      ? {
          ...{ total_criteria: total, total_score: passed, passed_count: passed },
          ...{ failed_count: total - passed, average_pass_rate: rate }
        }
      : {
          ...{ total_checklists: total, total_score: passed, addressed_count: passed },
          ...{ not_addressed_count: total - passed, percentage_addressed: rate }
        };
  return { evaluations, summary, ...beside };
}

const differenceOf = ({ report, baseline }: ReferenceOrder): number => totalOf(report) - totalOf(baseline);

/** Leading text in one order, by more than the margin of a tie. */
const winnerOf = (order: ReferenceOrder): string =>
  ({ win: 'evaluated_model', loss: 'reference_model', tie: 'tie' })[pairOutcome(differenceOf(order))];

function comparisonRecord({ first, report, baseline, justification, flaws }: ReferenceOrder): JsonObject {
  const side = (points: DimensionPoints): JsonObject => ({ ...points, total: totalOf(points) });
  const [a, b] = first === 'report' ? [report, baseline] : [baseline, report];
  const winner = { win: 'A', loss: 'B', tie: 'tie' }[pairOutcome(totalOf(a) - totalOf(b))];
  const scores = { A: side(a), B: side(b) };
  if (!flaws) return { winner, scores, justification };
  const { report: own, baseline: theirs } = flaws;
  const major_flaws = first === 'report' ? { A: own, B: theirs } : { A: theirs, B: own };
  return { winner, scores, justification, major_flaws };
}

function summaryOf(run: WrittenRun, judge: ReferenceJudge, results: readonly WrittenResult[]): JsonObject {
  const systems = [...new Set(run.reports.map(({ system }) => system))];
  const figures = (of: readonly WrittenResult[]): JsonObject =>
    Object.fromEntries(
      criteriaOf(of).flatMap((criterion) => {
        const found = statistics(of.filter((one) => one.criterion === criterion));
        return found ? [[criterion, found]] : [];
      })
    );
  return {
    metadata: {
      provider: judge.provider,
      model: judge.model,
      graded_at: run.at,
      total_reports: run.reports.length,
      criteria_evaluated: criteriaOf(results),
      input_metadata: metadataOf(run),
      [SELF_JUDGING]: run.ownSystems(judge)
    },
    results_by_model: Object.fromEntries(
      systems.map((system) => [system, figures(results.filter((one) => one.system === system))])
    ),
    overall_results: figures(results)
  };
}

/** As there: each order of a comparison is a game. Without a decisive game there is no rate, if the reference says 0. */
function statistics(results: readonly WrittenResult[]): JsonObject | null {
  const orders = results.flatMap(({ said }) => (said.kind === 'comparison' ? said.orders : []));
  if (orders.length > 0) {
    const count = (winner: string): number => orders.filter((order) => winnerOf(order) === winner).length;
    const [wins, losses] = [count('evaluated_model'), count('reference_model')];
    return {
      wins,
      losses,
      ties: orders.length - wins - losses,
      total: orders.length,
      decisive_games: wins + losses,
      win_rate: wins + losses === 0 ? null : (100 * wins) / (wins + losses)
    };
  }
  const scores = results.flatMap(({ score }) => score ?? []);
  if (scores.length === 0) return null;
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  return {
    mean,
    count: scores.length,
    min: scores.reduce((a, b) => Math.min(a, b)),
    max: scores.reduce((a, b) => Math.max(a, b))
  };
}
