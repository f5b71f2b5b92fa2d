/**
 * DRACO: criteria with signed weights in sections; MET means that the thing described is present, also for faults.
 * Source: The-LLM-Data-Company/rubric@eb0755a, autograders/per_criterion_grader.py:183-215 and rubric.py:46-120; pass rate:
 * arXiv 2602.11685, section 4.2.
 */
import { givenScore, fieldsOf, floatOf, meanOrNull, sum, type OfficialScore, undefinedScore } from './numbers.ts';

export interface DracoRun {
  weights: readonly number[];
  /** `MET` or `UNMET` by criterion; anything else leaves the run without a score. */
  verdicts: readonly (string | null)[];
}
interface DracoScores {
  /** 0 … 1, clipped. */
  normalized_score: number;
  /** Σ weights of what is met, not clipped. */
  raw_score: number;
  /** Positive criteria met and negative ones unmet, of all; a weight of 0 never passes. */
  pass_rate: number;
}

const clip = (value: number) => Math.max(0, Math.min(1, value));

/** One judge run on one report; a criterion without a verdict is UNMET. Without positive weights the library starts from 1 and takes the faults off. */
export function scoreDracoRun({ weights, verdicts }: DracoRun): OfficialScore<DracoScores> {
  if (weights.length === 0) return undefinedScore('the rubric has no criteria');
  const other = verdicts.findIndex((verdict) => verdict !== 'MET' && verdict !== 'UNMET');
  if (other !== -1) return undefinedScore(`the verdict on criterion ${String(other + 1)} is neither MET nor UNMET`);
  const met = weights.filter((_, k) => verdicts[k] === 'MET');
  const positive = sum(weights.filter((weight) => weight > 0));
  const negative = -sum(weights.filter((weight) => weight < 0));
  const raw = sum(met);
  const passed = weights.filter((weight, k) => (verdicts[k] === 'MET' ? weight > 0 : weight < 0)).length;
  const normalised = positive > 0 ? clip(raw / positive) : negative > 0 ? clip(1 + raw / negative) : 0;
  return givenScore({ normalized_score: normalised, raw_score: raw, pass_rate: passed / weights.length });
}

type DracoMeans = Pick<DracoScores, 'normalized_score' | 'pass_rate'>;

function meanOf(scores: readonly DracoMeans[]): DracoMeans {
  return {
    normalized_score: meanOrNull(scores.map((one) => one.normalized_score)) ?? 0,
    pass_rate: meanOrNull(scores.map((one) => one.pass_rate)) ?? 0
  };
}

/** A system: the mean over judge runs of each task, then over tasks. Clipping happens inside each run. */
export function scoreDracoSystem(
  tasks: readonly (readonly DracoRun[])[]
): OfficialScore<DracoMeans & { tasks: DracoMeans[] }> {
  const scored = tasks.map((runs) => runs.flatMap((run) => scoreDracoRun(run).value ?? []));
  if (scored.length === 0 || scored.some((runs) => runs.length === 0)) return undefinedScore('a task has no judge run');
  const means = scored.map(meanOf);
  return givenScore({ ...meanOf(means), tasks: means });
}

interface DracoCriterion {
  id: string | null;
  section: string | null;
  weight: number;
  requirement: string;
}

/** The criteria of a row's `answer` (sections or a flat list), in order. Numeric text is read as a number. */
export function readDracoRubric(answer: unknown): OfficialScore<DracoCriterion[]> {
  const given = fieldsOf(answer);
  const sections = Array.isArray(answer)
    ? [{ criteria: answer }]
    : Array.isArray(given.sections)
      ? given.sections
      : [{ criteria: given.criteria }];
  const criteria: DracoCriterion[] = [];
  for (const section of sections.map(fieldsOf)) {
    for (const one of (Array.isArray(section.criteria) ? section.criteria : []).map(fieldsOf)) {
      const weight = floatOf(one.weight ?? null);
      const place = `criterion ${String(criteria.length + 1)}`;
      if (weight === null) return undefinedScore(`${place} has no weight that is a number`);
      if (typeof one.requirement !== 'string') return undefinedScore(`${place} has no requirement`);
      criteria.push({
        id: typeof one.id === 'string' ? one.id : null,
        section: typeof section.title === 'string' ? section.title : typeof section.id === 'string' ? section.id : null,
        weight,
        requirement: one.requirement
      });
    }
  }
  return criteria.length === 0 ? undefinedScore('the rubric has no criteria') : givenScore(criteria);
}
