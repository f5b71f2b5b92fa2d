import type { Capabilities } from '../../../capabilities.ts';
import type { Metric, MetricPrompt, PromptWording, Protocol } from '../../../metric.ts';
import type { Sample } from '../../../sample.ts';
import type { Score } from '../../../score.ts';
import type { Verdict } from '../../../verdict.ts';
import { meanOfJudges } from '../../../protocols/combining.ts';
import { statementPlaces } from '../../../protocols/reading/read-by-asking.ts';
import {
  abstained,
  countStates,
  judged,
  unscoredUnits,
  type UnitOf
} from '../../../protocols/reading/unit-verdicts.ts';
import { holes, instructionsOf, needed, optional, textOf } from '../../../protocols/wording.ts';
import type { DailyTask, Subtask } from '../material.ts';
import { REQUIREMENTS } from '../prompts/daily-instruction-1.ts';
import { dimensionScore } from '../scores/dimension-scores.ts';
import { type Fraction, fractionOfNumber, fractionValue } from '../scores/fraction.ts';
import { subtaskFigures, sumIn } from '../scores/report-scores.ts';
import type { JudgedSubtask, SubtaskPart } from '../scores/subtask-outcome.ts';
import { instructionLabels } from '../units.ts';
import { requirementsSchema } from './daily-replies.ts';
import { followInstructions } from './instruction-step.ts';
import { readingOf } from './steps.ts';

const unitOf = (
  { key, rubrics, importance, group }: Subtask,
  unobtainable: 'argued' | 'not-argued' | null = null
): UnitOf => ({
  ...{ item: `${key}/ins`, kind: 'daily-instruction', text: rubrics.ins },
  detail: { kind: 'daily-instruction', subtask: key, rubric: rubrics.ins, importance, group, unobtainable }
});

const judge = async (sample: Sample, metric: Metric, can: Capabilities): Promise<Verdict[]> => {
  const reading = readingOf(sample, metric, can);
  const said = await followInstructions(reading);
  const quotes = [...said.values()].flatMap((step) => (step.ok ? step.value.quotes.filter((one) => one !== '') : []));
  const evidence = await statementPlaces(sample.report.markdown, quotes);
  let at = 0;
  return reading.task.subtasks.map((subtask): Verdict => {
    const step = said.get(subtask.key)!;
    if (!step.ok)
      return 'abstains' in step
        ? abstained(unitOf(subtask), step.abstains)
        : unscoredUnits(unitOf(subtask), step.reason);
    const { label, rationale, quotes: own, unobtainable } = step.value;
    const places = evidence.slice(at, (at += own.filter((one) => one !== '').length));
    return judged(unitOf(subtask, unobtainable), label, rationale, places);
  });
};

/** Subtasks as the units of instruction following describe them; nothing else is known of them. */
const subtasksOf = (verdicts: readonly Verdict[]): JudgedSubtask[] =>
  verdicts.flatMap(({ detail, label, state }): JudgedSubtask[] => {
    if (detail?.kind !== 'daily-instruction') return [];
    const { subtask: key, importance, group } = detail;
    const score = state === 'judged' ? instructionScore(label) : null;
    const ins: SubtaskPart = score === null ? { state: 'unscored' } : { state: 'scored', score };
    return [{ ...{ key, importance, group }, parts: { ins, fac: NOT_JUDGED, rat: NOT_JUDGED } }];
  });
const NOT_JUDGED: SubtaskPart = { state: 'not-judged' };

/** 0, ½ or 1; null for another label. */
export const instructionScore = (label: string): Fraction | null =>
  Object.hasOwn(instructionLabels, label)
    ? fractionOfNumber(instructionLabels[label as keyof typeof instructionLabels])
    : null;

/** 100 · mean of 0, ½ and 1 over the subtasks that have a label (arXiv 2606.12871, equation 2). */
const combineInstruction = (verdicts: readonly Verdict[]): Score => {
  const sums = dimensionScore(subtasksOf(verdicts), 'ins');
  const { value, reason, scored } = sums;
  const states = countStates(verdicts);
  const failed = verdicts.find((one) => one.state === 'unscored');
  return {
    value: value === null ? null : 100 * fractionValue(value),
    reason:
      value !== null
        ? null
        : states.abstained > 0
          ? 'The judge abstained from the requirements.'
          : failed?.state === 'unscored'
            ? failed.reason
            : reason,
    ...{ n: scored, ...states },
    figures: {
      ins: value && fractionValue(value),
      insAbove: sumIn(sums, 'above'),
      insBelow: sumIn(sums, 'below'),
      unobtainable: verdicts.filter(
        ({ detail }) => detail?.kind === 'daily-instruction' && detail.unobtainable !== null
      ).length
    }
  };
};

export const requirementsText = (prompt: MetricPrompt): PromptWording['texts'][number] => ({
  ...{ name: 'requirements', title: 'Requirements', text: textOf(prompt, 'requirements', REQUIREMENTS) },
  holes: [
    holes.query,
    needed('requirements', 'the requirements, as JSON'),
    holes.report,
    optional('today', 'a sentence with the day on which the report was collected')
  ]
});

const unscored = ({ material }: Sample, reason: string): Verdict[] =>
  (material as DailyTask).subtasks.map((subtask) => unscoredUnits(unitOf(subtask), reason));

/**
 * Instruction following (arXiv 2606.12871, appendices B.3.1 and C): all requirements of a report in one question, each 0, ½ or 1.
 * Headings and the list of references satisfy nothing; the day on which the report was collected is today.
 *
 * Units: `SUBTASK/ins`, one per subtask: `satisfied`, `partly`, `not-satisfied`. A report that is longer than the judge's context is
 * unscored.
 */
export const dailyInstruction: Protocol = {
  name: 'daily-report-instruction',
  unit: { kind: 'daily-instruction', labels: Object.keys(instructionLabels) },
  dated: true,
  figures: {
    ins: subtaskFigures.ins,
    insAbove: subtaskFigures.insAbove,
    insBelow: subtaskFigures.insBelow,
    unobtainable: 'subtasks of which the report says that the thing cannot be obtained'
  },
  wording: (prompt) => ({
    texts: [instructionsOf(prompt), requirementsText(prompt)],
    replies: [requirementsSchema([]).json]
  }),
  judge,
  unscored,
  expected: unscored,
  combine: combineInstruction,
  combineJudges: (judges, _settings, rule) => meanOfJudges(judges, combineInstruction, rule)
};
