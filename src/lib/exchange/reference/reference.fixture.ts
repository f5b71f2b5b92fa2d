import { writeJsonLines, type JsonObject } from '../format/json-lines.ts';
import type { ImportFile } from '../import/sniff.ts';

/** Records in the shapes that the public reference scorer writes, with words of our own. */

const stamp = (second: number): string => `2025-10-31T01:38:${String(second).padStart(2, '0')}.407295`;

export interface Graded {
  provider?: string;
  model?: string;
  second?: number;
}

const by = ({ provider = 'openai', model = 'gpt-5-2025-08-07', second = 49 }: Graded): JsonObject => ({
  provider,
  model,
  graded_at: stamp(second)
});

/** `1` passes, `0` does not: `'1011'` are four answers under keys that begin with `letter`. */
export function checklistRecord(
  letter: 'p' | 'q',
  scores: string,
  graded: Graded = {},
  total = scores.length
): JsonObject {
  const answers = [...scores].map((score, at) => [
    `${letter}${at + 1}`,
    { score: Number(score), justification: `Because of ${letter}${at + 1}.` }
  ]);
  const passed = [...scores].filter((score) => score === '1').length;
  const rate = (passed / total) * 100;
  const summary =
    letter === 'p'
      ? {
          total_criteria: total,
          total_score: passed,
          passed_count: passed,
          failed_count: total - passed,
          average_pass_rate: rate
        }
      : {
          total_checklists: total,
          total_score: passed,
          addressed_count: passed,
          not_addressed_count: total - passed,
          percentage_addressed: rate
        };
  return { evaluations: Object.fromEntries(answers), summary, ...by(graded) };
}

export const issuesRecord = (
  issues: readonly string[],
  told: { total?: number; score?: number } = {},
  graded: Graded = {}
): JsonObject => ({
  specific_issues: issues,
  total_issues: told.total ?? issues.length,
  score: told.score ?? (issues.length === 0 ? 100 : 90),
  justification: 'As listed.',
  ...by(graded)
});

const depthPoints = (each: number): JsonObject => ({
  ...{ granularity: each, insight: each, critique: each, evidence: each, density: each },
  total: 5 * each
});

/** Points for each dimension: of the report and the baseline, in the first order and in the second. */
export function depthRecord(
  [[report1, baseline1], [report2, baseline2]]: [[number, number], [number, number]],
  told: [string, string],
  graded: Graded & { evaluated?: string; baseline?: string } = {}
): JsonObject {
  const raw = (a: number, b: number, winner: string): JsonObject => ({
    winner,
    scores: { A: depthPoints(a), B: depthPoints(b) },
    justification: `A has ${a} in each, B ${b}.`,
    major_flaws: { A: [`A takes nothing apart at ${a}.`], B: [] }
  });
  const letter = (winner: string, own: 'A' | 'B'): string =>
    winner === 'tie' ? 'tie' : winner === 'evaluated_model' ? own : own === 'A' ? 'B' : 'A';
  return {
    winner_comparison_1: told[0],
    winner_comparison_2: told[1],
    justification: 'Both orders were asked.',
    position_swap_used: true,
    raw_comparison_1: raw(report1, baseline1, letter(told[0], 'A')),
    raw_comparison_2: raw(baseline2, report2, letter(told[1], 'B')),
    comparison_type: 'vs_reference',
    reference_model: graded.baseline ?? 'open-deep-research',
    ...(graded.evaluated !== undefined && { evaluated_model: graded.evaluated }),
    ...by(graded)
  };
}

/** Record of the reference if the benchmark has no checklist for the query. */
export const errorRecord = (error: string, graded: Graded = {}): JsonObject => ({
  ...by(graded),
  error,
  evaluations: {},
  summary: {}
});

export const reportEntry = (system: string, qid: string, results: JsonObject = {}): JsonObject => ({
  model_name: system,
  query_id: qid,
  query: `What is known about ${qid}?`,
  report_file_path: `outputs/${system}/qid_${qid}_report.md`,
  ...Object.fromEntries(Object.entries(results).map(([name, value]) => [`${name}_grading_results`, value]))
});

export const documentFile = (name: string, reports: readonly JsonObject[]): ImportFile => ({
  name,
  bytes: Buffer.from(
    JSON.stringify({ metadata: { timestamp: '20251031_013000', total_reports: reports.length }, reports }, null, 2)
  )
});

/** An entry as a line of an incremental file: without the query, with the time at which it was written. */
export const linesFile = (name: string, entries: readonly JsonObject[]): ImportFile => ({
  name,
  bytes: Buffer.from(
    writeJsonLines(
      entries.map(({ query_id, model_name, report_file_path, query: _query, ...results }) => ({
        ...{ query_id, model_name, report_file_path, graded_at: stamp(59) },
        ...results
      }))
    )
  )
});
