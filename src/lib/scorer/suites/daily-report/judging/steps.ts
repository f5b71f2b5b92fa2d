/** Shared code of all steps of the cascade. */
import type { Question } from '../../../call.ts';
import type { Capabilities } from '../../../capabilities.ts';
import type { Metric } from '../../../metric.ts';
import type { Sample } from '../../../sample.ts';
import type { ReplyValue, UsableReply } from '../../../protocols/asking.ts';
import { askAlone } from '../../../protocols/asking-alone.ts';
import { playing, questionOf } from '../../../protocols/reading/read-by-asking.ts';
import { fill } from '../../../protocols/reading/template.ts';
import { tooLong } from '../../../report/aside/sections.ts';
import type { DailyTask } from '../material.ts';
import { TODAY } from '../prompts/daily-frame.ts';

/** One report as the steps of the cascade read it. */
export interface DailyReading {
  sample: Sample;
  task: DailyTask;
  metric: Metric;
  can: Capabilities;
}

export const readingOf = (sample: Sample, metric: Metric, can: Capabilities): DailyReading => ({
  ...{ sample, metric, can },
  task: sample.material as DailyTask
});

/** A step that came to something, failed for a reason, or from which the judge abstains. */
export type Step<T> = { ok: true; value: T } | StepFailure;
export type StepFailure = { ok: false; reason: string } | { ok: false; abstains: string };

/** The day that judges take as today, as a sentence; empty if it is not known. It never comes from the clock. */
export const todayOf = ({ report }: Sample): string =>
  report.collectedAt === null ? '' : fill(TODAY, { date: report.collectedAt });

/** Values in groups of at most so many. */
export const inGroups = <T>(values: readonly T[], most: number): T[][] =>
  Array.from({ length: Math.ceil(values.length / most) }, (_, at) => values.slice(at * most, (at + 1) * most));

/** Asks one question of the model in a role. A message that exceeds the model's context is not sent. */
export const askStep = async <T extends object>(
  { metric, can }: DailyReading,
  { role, ...question }: Pick<Question, 'user' | 'schema' | 'assume'> & { role?: string },
  read: (text: string, player: Capabilities) => ReplyValue<T | { abstains: string }>
): Promise<Step<T>> => {
  const player = role === undefined ? can : playing(can, role);
  const long = tooLong(player, metric.prompt.system, question.user);
  if (long !== null) return { ok: false, reason: long };
  const asked: UsableReply<T | { abstains: string }> = await askAlone(
    player,
    questionOf(metric, { ...question, ...(role !== undefined && { role }) }),
    (text) => read(text, player)
  );
  if (!asked.ok) return { ok: false, reason: asked.reason };
  return 'abstains' in asked.value ? { ok: false, abstains: asked.value.abstains } : { ok: true, value: asked.value };
};
