import { refuse } from '../../errors.ts';
import type { MetricPrompt } from '../metric.ts';
import { arenaCriteria } from './makers/arena-criteria.ts';
import { arenaKeyPoints } from './makers/arena-key-points.ts';
import type { Maker } from './makers/contract.ts';
import { checklistMaker } from './makers/checklist.ts';
import { clarifications } from './makers/clarifications.ts';
import { inspirations } from './makers/inspirations.ts';
import { leakage } from './makers/leakage.ts';
import { reports } from './makers/reports.ts';
import { researchTasks } from './makers/research-tasks.ts';
import { subtasksMaker } from './makers/subtasks.ts';
import { topicTasks } from './makers/topic-tasks.ts';
import { surveyPrompts } from './makers/survey-prompts.ts';
import { taskCheck } from './makers/task-check.ts';
import { taskComparison } from './makers/task-comparison.ts';

/** Every maker, in the order of display. To add one, write its file and name it here. */
export const makers: readonly Maker[] = [
  clarifications,
  checklistMaker,
  topicTasks as Maker,
  subtasksMaker,
  surveyPrompts as Maker,
  inspirations as Maker,
  researchTasks as Maker,
  taskCheck as Maker,
  taskComparison as Maker,
  arenaCriteria as Maker,
  arenaKeyPoints as Maker,
  leakage as Maker,
  reports as Maker
];

/** The maker of that name, or a refusal that lists the names there are. */
export const makerByName = (name: string): Maker =>
  makers.find((maker) => maker.name === name) ??
  refuse.invalid(
    `There is no maker named ${JSON.stringify(name)}. Makers: ${makers.map((maker) => maker.name).join(', ')}.`
  );

/** The maker's prompt of a version, or a refusal that lists the versions there are; its own if none is named. */
export function promptOfMaker({ name, prompt, versions = [prompt] }: Maker, version?: string): MetricPrompt {
  if (version === undefined) return prompt;
  return (
    versions.find((one) => one.version === version) ??
    refuse.invalid(
      `The maker ${name} has no prompt version ${JSON.stringify(version)}. Versions: ${versions.map((one) => one.version).join(', ')}.`
    )
  );
}

/** The maker with the prompt of this hash; null if it has none, because its words have changed since. */
export function makerAsking(name: string, hash: string): { maker: Maker; prompt: MetricPrompt } | null {
  const maker = makerByName(name);
  const prompt = (maker.versions ?? [maker.prompt]).find((one) => one.hash === hash);
  return prompt ? { maker, prompt } : null;
}
