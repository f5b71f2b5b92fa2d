import { depthDimensions } from '../../scorer/suites/deep-eval/prompts/dimensions.ts';
import { isObject, type JsonObject } from '../format/json-value.ts';
import { ABSTAINED, ISSUE_PARTS, isAveraged, OPEN_ANSWERS, SELF_JUDGING } from './grading.ts';
import { isCriterion, type ReferenceCriterion } from './results.ts';
import type { Untaken } from '../format/untaken.ts';

/**
 * Counts the fields of the reference scorer's files that an import neither takes nor can compute from those that it takes.
 * Names are those of the file, with `*` for keys that are ids.
 */

const ENTRY = ['model_name', 'query_id', 'query', 'report_file_path', 'graded_at', 'unscored'];
const RECORD = ['provider', 'model', 'graded_at', 'error', 'evaluated_model', ABSTAINED];

/** Totals, winners and rates follow from the answers, the issues and the points. */
const BY_CRITERION: Record<ReferenceCriterion, readonly string[]> = {
  presentation: ['evaluations', 'summary', OPEN_ANSWERS],
  coverage: ['evaluations', 'summary', OPEN_ANSWERS],
  consistency: ['specific_issues', 'total_issues', 'score', 'justification', ISSUE_PARTS],
  citation: ['specific_issues', 'total_issues', 'score', 'justification', ISSUE_PARTS],
  depth: [
    ...['winner_comparison_1', 'winner_comparison_2', 'position_swap_used', 'raw_comparison_1', 'raw_comparison_2'],
    ...['comparison_type', 'reference_model']
  ]
};
const SUMMARY = [
  ...['total_criteria', 'total_checklists', 'total_score', 'passed_count', 'failed_count', 'average_pass_rate'],
  ...['addressed_count', 'not_addressed_count', 'percentage_addressed']
];
const POINTS = [...depthDimensions.list.map(({ name }) => name), 'total'];
const AVERAGED = /^(?:provider|specific_issues|total_issues|score)_[ab]$/;

/** The file itself, beside its reports. */
export function noteDocument(document: JsonObject, untaken: Untaken): void {
  untaken.see(document, ['reports', 'metadata']);
  const { metadata } = document;
  if (!isObject(metadata)) return;
  const known = ['timestamp', 'total_reports', 'total_models', SELF_JUDGING];
  const dates = Object.keys(metadata).filter((name) => name.endsWith('_grading_completed_at'));
  untaken.see(metadata, [...known, ...dates], 'metadata.');
}

/** A report with its results, or a line of an incremental file. */
export function noteEntry(entry: JsonObject, untaken: Untaken): void {
  const results = Object.keys(entry).filter((name) => name.endsWith('_grading_results'));
  untaken.see(entry, [...ENTRY, ...results]);
  for (const name of results) {
    const criterion = name.slice(0, -'_grading_results'.length);
    const value = entry[name];
    if (isCriterion(criterion) && isObject(value)) noteRecord(criterion, value, untaken);
  }
}

function noteRecord(criterion: ReferenceCriterion, value: JsonObject, untaken: Untaken): void {
  const prefix = `${criterion}_grading_results.`;
  if (isAveraged(value)) {
    const taken = criterion === 'consistency' || criterion === 'citation' ? AVERAGED : /^provider_[ab]$/;
    untaken.see(value, Object.keys(value).filter((name) => taken.test(name)), prefix); // prettier-ignore
    return;
  }
  untaken.see(
    value,
    [...RECORD, ...BY_CRITERION[criterion], ...(repeatsOrders(value) ? ['justification'] : [])],
    prefix
  );
  const { evaluations, summary } = value;
  if (criterion === 'presentation' || criterion === 'coverage') {
    for (const one of Object.values(isObject(evaluations) ? evaluations : {}))
      if (isObject(one)) untaken.see(one, ['score', 'justification'], `${prefix}evaluations.*.`);
    if (isObject(summary)) untaken.see(summary, SUMMARY, `${prefix}summary.`);
  }
  if (criterion === 'depth')
    for (const name of ['raw_comparison_1', 'raw_comparison_2'] as const)
      if (isObject(value[name])) noteComparison(value[name], untaken, `${prefix}${name}.`);
}

function noteComparison(value: JsonObject, untaken: Untaken, prefix: string): void {
  untaken.see(value, ['winner', 'scores', 'justification', 'major_flaws'], prefix);
  const { scores, major_flaws: flaws } = value;
  if (isObject(scores)) {
    untaken.see(scores, ['A', 'B'], `${prefix}scores.`);
    for (const side of ['A', 'B'] as const)
      if (isObject(scores[side])) untaken.see(scores[side], POINTS, `${prefix}scores.${side}.`);
  }
  if (isObject(flaws)) untaken.see(flaws, ['A', 'B'], `${prefix}major_flaws.`);
}

/** Whether the words on a comparison as a whole only repeat those on its two orders, which are taken. */
function repeatsOrders({ justification, raw_comparison_1: one, raw_comparison_2: two }: JsonObject): boolean {
  if (typeof justification !== 'string') return false;
  return [one, two].every((order) => {
    const words = isObject(order) ? order['justification'] : null;
    return typeof words === 'string' && words !== '' && justification.includes(words);
  });
}
