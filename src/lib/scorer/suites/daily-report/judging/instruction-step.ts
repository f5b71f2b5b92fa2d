import { delimit } from '../../../protocols/delimiter.ts';
import { holdsQuote } from '../../../protocols/rubric-tree/rubric-tree-quotes.ts';
import { byId, readReply } from '../../../protocols/reading/reply-parts.ts';
import { fill } from '../../../protocols/reading/template.ts';
import { textOf } from '../../../protocols/wording.ts';
import type { ReplyValue } from '../../../protocols/asking.ts';
import type { Subtask } from '../material.ts';
import { REQUIREMENTS } from '../prompts/daily-instruction-1.ts';
import type { instructionLabels } from '../units.ts';
import { bodyText, readingsOf } from './body-text.ts';
import { requirementsSchema, requirementsShape } from './daily-replies.ts';
import { askStep, type DailyReading, inGroups, type Step, todayOf } from './steps.ts';

/** Requirements that one question asks about at most. */
const AT_ONCE = 20;

export interface SaidOfInstruction {
  label: keyof typeof instructionLabels;
  rationale: string;
  quotes: string[];
  unobtainable: 'argued' | 'not-argued' | null;
}

/** A requirement is satisfied by the text: a label above 0 that rests on headings and references alone cannot be used. */
const readRequirements = (
  text: string,
  asked: readonly Subtask[],
  body: readonly string[],
  can: { abstains: boolean }
): ReplyValue<Map<string, SaidOfInstruction> | { abstains: string }> =>
  readReply(text, requirementsShape, can, ({ requirements }): ReplyValue<Map<string, SaidOfInstruction>> => {
    const known = byId(
      requirements,
      asked.map(({ key }) => key)
    );
    if (!known.ok) return known;
    for (const { id, label, quotes } of requirements)
      if (label !== 'not-satisfied' && !body.some((one) => quotes.some((quote) => holdsQuote(one, quote))))
        return {
          ok: false,
          fault: `${id} is labelled "${label}" without a quote from the report’s text (headings and references do not count)`
        };
    return known;
  });

/**
 * How well the report follows the instruction of each subtask, by the subtask's key. All of them are asked at once, in groups if
 * there are many.
 */
export const followInstructions = async (reading: DailyReading): Promise<Map<string, Step<SaidOfInstruction>>> => {
  const { sample, task, metric, can } = reading;
  const { markdown } = sample.report;
  const body = bodyText(markdown);
  const readings = readingsOf(body);
  const steps = await Promise.all(
    inGroups(task.subtasks, AT_ONCE).map(async (group) => {
      const keys = group.map(({ key }) => key);
      const requirements = group.map(({ key, rubrics }) => ({ id: key, requirement: rubrics.ins }));
      const user = fill(textOf(metric.prompt, 'requirements', REQUIREMENTS), {
        today: todayOf(sample),
        query: delimit('query', sample.query.text, can.delimiterKey),
        requirements: delimit('requirements', JSON.stringify(requirements, null, 1), can.delimiterKey),
        report: delimit('report', markdown, can.delimiterKey)
      });
      const assume = (): string => assumedRequirements(keys, body);
      const step = await askStep(reading, { user, schema: requirementsSchema(keys), assume }, (text, player) =>
        readRequirements(text, group, readings, player)
      );
      return keys.map((key): [string, Step<SaidOfInstruction>] => [
        key,
        step.ok ? { ok: true, value: step.value.get(key)! } : step
      ]);
    })
  );
  return new Map(steps.flat());
};

/** Assumed reply, for an estimate: all are satisfied, so that all that may follow is counted. */
const assumedRequirements = (ids: readonly string[], body: string): string =>
  JSON.stringify({
    requirements: ids.map((id) => ({
      ...{ id, rationale: '', quotes: [body.trim().slice(0, 60)], label: 'satisfied', unobtainable: null }
    }))
  });
