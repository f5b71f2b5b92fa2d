/**
 * DeepResearch Bench, FACT: statements of a report compared with the pages that they cite, URL by URL.
 * Source: Ayanami0730/deep_research_bench@214741e, utils/stat.py:13-40; arXiv 2506.11763, appendix E, equations 4–6.
 */
import {
  givenScore,
  fieldsOf,
  isFields,
  meanOrNull,
  sum,
  type Fields,
  type OfficialScore,
  undefinedScore
} from './numbers.ts';

interface FactCounts {
  /** Judged pairs, without those that are `unknown`. */
  judged: number;
  supported: number;
}

/** Pairs of one task. Pages whose validation failed, and pairs that are `unknown`, are left out. */
export function countFactTask(row: Fields): FactCounts {
  const pages = Object.values(fieldsOf(row.citations_deduped)).map(fieldsOf);
  const labels = pages
    .filter((page) => page.validate_error === null || page.validate_error === undefined)
    .flatMap((page) => (Array.isArray(page.validate_res) ? page.validate_res : []))
    .map((verdict) => fieldsOf(verdict).result)
    .filter((label) => label !== 'unknown');
  return { judged: labels.length, supported: labels.filter((label) => label === 'supported').length };
}

const hasCitations = (row: Fields) => Array.isArray(row.citations) && row.citations.length > 0;

interface FactScores {
  /** Judged citations per task with citations. */
  total_citations: number;
  /** Supported citations per task with citations ("effective citations"). */
  total_valid_citations: number;
  /** Supported of all judged citations, pooled over tasks. */
  valid_rate: number;
}

/**
 * A system by the code: tasks without citations are left out, the rate is pooled.
 * @param release `first` is 214741e; `later` is 28ab001, which gives a rate of 0 if nothing was judged.
 */
export function scoreFactSystem(
  rows: readonly Fields[],
  release: 'first' | 'later' = 'first'
): OfficialScore<FactScores> {
  const cited = rows.filter(hasCitations);
  if (cited.length === 0) return undefinedScore('no task has citations');
  if (cited.some((row) => !isFields(row.citations_deduped)))
    return undefinedScore('a task with citations lacks citations_deduped');
  const counts = cited.map(countFactTask);
  const [judged, supported] = [sum(counts.map((one) => one.judged)), sum(counts.map((one) => one.supported))];
  if (judged === 0 && release === 'first') return undefinedScore('no citation could be judged');
  return givenScore({
    total_citations: judged / cited.length,
    total_valid_citations: supported / cited.length,
    valid_rate: judged === 0 ? 0 : supported / judged
  });
}

/** A system by the paper: the mean of the tasks' rates, 0 for a task without pairs, over all tasks. */
export function scoreFactByPaper(
  rows: readonly Fields[]
): OfficialScore<{ citation_accuracy_macro: number; effective_citations: number }> {
  const counts = rows.map(countFactTask);
  const accuracy = meanOrNull(counts.map((one) => (one.judged === 0 ? 0 : one.supported / one.judged)));
  const effective = meanOrNull(counts.map((one) => one.supported));
  if (accuracy === null || effective === null) return undefinedScore('there are no tasks');
  return givenScore({ citation_accuracy_macro: accuracy, effective_citations: effective });
}
