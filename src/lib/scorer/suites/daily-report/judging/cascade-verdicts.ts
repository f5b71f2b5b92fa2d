/** The cascade as verdicts on units: claims, paragraphs, subtasks and the user's preference. */
import { abstained, judged, unscoredUnits, type UnitOf } from '../../../protocols/reading/unit-verdicts.ts';
import type { Verdict } from '../../../verdict.ts';
import type { Dimension, Subtask } from '../material.ts';
import { type Fraction, fraction } from '../scores/fraction.ts';
import {
  detailOfSubtask,
  type JudgedSubtask,
  type SubtaskPart,
  type SubtaskParts,
  subtaskPasses
} from '../scores/subtask-outcome.ts';
import { userPreferenceOf } from '../scores/user-preference.ts';
import { type ClaimQuery, paragraphErrors } from '../units.ts';
import type { Cascade, VerifiedClaim } from './cascade.ts';
import { claimKey, type DailyClaim, REST_KEY } from './claims-step.ts';
import { instructionScore } from './instruction.ts';
import { type DailyParagraph, paragraphKey } from './reasoning-step.ts';
import type { StepFailure } from './steps.ts';

export const reasonOf = (failure: StepFailure): string =>
  'reason' in failure ? failure.reason : `The judge abstained: ${failure.abstains}`;

interface Chain {
  subtask: string | null;
  references: VerifiedClaim['references'];
  queries: ClaimQuery[];
}

const noChain: Chain = { subtask: null, references: [], queries: [] };

const claimUnit = (claim: DailyClaim, { subtask, references, queries }: Chain = noChain): UnitOf => ({
  ...{ item: claimKey(claim), kind: 'daily-claim', text: claim.claim },
  detail: {
    ...{ kind: 'daily-claim', subtask, references, queries },
    ...{ fact: claim.fact, place: claim.place, from: claim.from }
  }
});

const MOST_QUOTES = 3;

const claimVerdict = ({ claim, references, verified }: VerifiedClaim): Verdict => {
  if (!verified.ok)
    return unscoredUnits(claimUnit(claim, { subtask: claim.rubric, references, queries: [] }), reasonOf(verified));
  const { label, queries } = verified.value;
  const deciding = queries.filter(({ verdict }) => verdict === label);
  const quotes = deciding
    .flatMap(({ pages }) => pages)
    .flatMap(({ verdict, quote }) => (verdict === 'support' || verdict === 'conflict' ? [quote] : []));
  return judged(
    claimUnit(claim, { subtask: claim.rubric, references, queries }),
    label,
    deciding.map(({ because }) => because).join(' '),
    [...new Set(quotes)].slice(0, MOST_QUOTES).map((quote) => ({ quote }))
  );
};

/** One unit for each claim: verified, of the fallback rubric, or not in the report. A claim that was not drawn has none. */
export function claimVerdicts({ claims, verified }: Cascade): Verdict[] {
  if (claims === null) return [];
  if (!claims.ok) return [unscoredUnits({ item: 'claims', kind: 'daily-claim' }, reasonOf(claims))];
  const rest = claims.value.claims.filter(({ rubric }) => rubric === REST_KEY);
  const invented = new Map(claims.value.invented.map((claim) => [claimKey(claim), claim]));
  return [
    ...(verified ?? []).map(claimVerdict),
    ...rest.map((claim) => judged(claimUnit(claim), 'not-verified', 'It belongs to no rubric of the task.')),
    ...[...invented.values()].map((claim) =>
      judged(claimUnit(claim), 'not-in-report', 'The report does not have these words.')
    )
  ];
}

const paragraphUnit = (paragraph: DailyParagraph, errors: (keyof typeof paragraphErrors)[]): UnitOf => ({
  ...{ item: paragraphKey(paragraph), kind: 'daily-paragraph', text: paragraph.words },
  detail: {
    ...{ kind: 'daily-paragraph', subtask: paragraph.subtask, place: paragraph.place, errors, claims: paragraph.claims }
  }
});

/** One unit for each paragraph and subtask: sound, flawed, or not in the report. */
export function paragraphVerdicts({ paragraphs, reasoning }: Cascade): Verdict[] {
  if (paragraphs === null) return [];
  if (!paragraphs.ok) return [unscoredUnits({ item: 'paragraphs', kind: 'daily-paragraph' }, reasonOf(paragraphs))];
  const taken = new Map<string, number>();
  return paragraphs.value.map((paragraph) => {
    if (!paragraph.there)
      return judged(paragraphUnit(paragraph, []), 'not-in-report', 'The report does not have this paragraph.');
    const step = reasoning.get(paragraph.subtask)!;
    if (!step.ok) return unscoredUnits(paragraphUnit(paragraph, []), reasonOf(step));
    const at = taken.get(paragraph.subtask) ?? 0;
    taken.set(paragraph.subtask, at + 1);
    const { errors, rationale } = step.value[at]!;
    const named = errors.map((one) => paragraphErrors[one]).join('; ');
    const evidence = [{ quote: paragraph.words, place: paragraph.place }];
    return judged(
      paragraphUnit(paragraph, errors),
      errors.length === 0 ? 'sound' : 'flawed',
      named === '' ? rationale : `${named}. ${rationale}`,
      evidence
    );
  });
}

type PartOrReason = SubtaskPart | { state: 'unscored'; reason: string };

const scored = (score: Fraction): SubtaskPart => ({ state: 'scored', score });
const failed = (reason: string): PartOrReason => ({ state: 'unscored', reason });

const instructionPart = ({ instructions }: Cascade, { key }: Subtask): PartOrReason => {
  const step = instructions.get(key)!;
  return step.ok ? scored(instructionScore(step.value.label)!) : failed(reasonOf(step));
};

/** Whether a further dimension is judged at all; null if it is. */
const beforeJudging = (
  { instructions }: Cascade,
  { key, rubrics }: Subtask,
  dimension: Exclude<Dimension, 'ins'>,
  isJudged: boolean
): PartOrReason | null => {
  if (rubrics[dimension] === null) return { state: 'no-rubric' };
  if (!isJudged) return { state: 'not-judged' };
  const step = instructions.get(key)!;
  if (!step.ok) return failed(reasonOf(step));
  return step.value.label === 'not-satisfied' ? { state: 'skipped' } : null;
};

/** fac = correct / claims; claims that remain unknown count in the denominator (equation 6). */
const factualityPart = (cascade: Cascade, subtask: Subtask): PartOrReason => {
  const { claims, verified } = cascade;
  const before = beforeJudging(cascade, subtask, 'fac', verified !== null);
  if (before) return before;
  if (claims !== null && !claims.ok) return failed(reasonOf(claims));
  if (!claims?.value.claims.some(({ rubric }) => rubric === subtask.key)) return { state: 'absent' };
  const own = verified!.filter(({ claim }) => claim.rubric === subtask.key);
  if (own.length === 0)
    return failed('None of its claims was drawn: the run verifies fewer claims than it has rubrics.');
  const labels: string[] = [];
  for (const { verified: step } of own) {
    if (!step.ok) return failed(reasonOf(step));
    labels.push(step.value.label);
  }
  return scored(fraction(labels.filter((label) => label === 'correct').length, labels.length));
};

/** rat: all paragraphs sound → 1, none → 0, else ½. */
const rationalityPart = (cascade: Cascade, subtask: Subtask): PartOrReason => {
  const { paragraphs, reasoning } = cascade;
  const before = beforeJudging(cascade, subtask, 'rat', paragraphs !== null);
  if (before) return before;
  if (paragraphs !== null && !paragraphs.ok) return failed(reasonOf(paragraphs));
  const step = reasoning.get(subtask.key);
  if (!step) return { state: 'absent' };
  if (!step.ok) return failed(reasonOf(step));
  const sound = step.value.filter(({ errors }) => errors.length === 0).length;
  return scored(sound === step.value.length ? fraction(1) : sound === 0 ? fraction(0) : fraction(1, 2));
};

const LABELS = { true: 'pass', false: 'fail', null: 'open' } as const;

const subtaskUnit = ({ key, text }: Subtask, own: JudgedSubtask): UnitOf => ({
  ...{ item: `${key}/outcome`, kind: 'daily-subtask', text },
  detail: { kind: 'daily-subtask', ...detailOfSubtask(own) }
});

/** The unit of a subtask without a verdict, under a metric that judges facts or reasoning. */
export function unscoredSubtask(
  subtask: Subtask,
  needs: { facts: boolean; reasoning: boolean },
  reason: string
): Verdict {
  const { key, importance, group, rubrics } = subtask;
  const part = (rubric: string | null, isJudged: boolean): SubtaskPart => ({
    state: rubric === null ? 'no-rubric' : isJudged ? 'unscored' : 'not-judged'
  });
  const parts = {
    ins: part(rubrics.ins, true),
    fac: part(rubrics.fac, needs.facts),
    rat: part(rubrics.rat, needs.reasoning)
  };
  return unscoredUnits(subtaskUnit(subtask, { key, importance, group, parts }), reason);
}

/** The subtasks as they are scored, and the unit of each. */
export function subtaskVerdicts(cascade: Cascade): { subtasks: JudgedSubtask[]; verdicts: Verdict[] } {
  const all = cascade.subtasks.map((subtask) => {
    const { key, importance, group } = subtask;
    const parts = {
      ins: instructionPart(cascade, subtask),
      fac: factualityPart(cascade, subtask),
      rat: rationalityPart(cascade, subtask)
    };
    const own: JudgedSubtask = { key, importance, group, parts: parts as SubtaskParts };
    const unit = subtaskUnit(subtask, own);
    const reason = Object.values(parts).flatMap((part) => ('reason' in part ? [part.reason] : []))[0];
    const words = 'It is computed from its requirement, claims and paragraphs.';
    const label = LABELS[String(subtaskPasses(own.parts)) as keyof typeof LABELS];
    return { own, verdict: reason === undefined ? judged(unit, label, words) : unscoredUnits(unit, reason) };
  });
  return { subtasks: all.map(({ own }) => own), verdicts: all.map(({ verdict }) => verdict) };
}

/** The user's preference as a unit: computed, or unscored with the reason. */
export function preferenceVerdict(subtasks: readonly JudgedSubtask[]): Verdict {
  const unit: UnitOf = { item: 'preference', kind: 'daily-preference', text: 'User preference' };
  const found = userPreferenceOf(subtasks);
  return found.state === 'scored'
    ? judged(unit, String(found.level), found.because)
    : unscoredUnits(unit, found.reason);
}

/** The abstention of a judge that says nothing of any requirement; null if it says something. */
export function abstentionOf({ instructions }: Cascade, kind: string): Verdict | null {
  const steps = [...instructions.values()];
  const [first] = steps;
  const all = steps.every((step) => !step.ok && 'abstains' in step);
  return all && first && !first.ok && 'abstains' in first ? abstained({ item: 'report', kind }, first.abstains) : null;
}
