import { claudeAbilities } from './claude-models.ts';
import type { JudgeSettings, SettingName } from './config.ts';

/** The smallest thinking budget that the API takes. */
const LEAST_BUDGET = 1024;
const efforts: readonly string[] = ['low', 'medium', 'high', 'xhigh', 'max'];

/**
 * Settings that a Claude model would refuse with HTTP 400, each with what to do instead: they are refused before a run and never
 * dropped, because a judge without them is another judge.
 */
export const claudeClashes = (model: string, settings: JudgeSettings): [SettingName, string][] => {
  const { temperature, thinkingBudget: budget, reasoningEffort: effort, maxOutputTokens } = settings;
  const can = claudeAbilities(model);
  const found: [SettingName, string][] = [];
  if (temperature !== undefined && can?.samples === false)
    found.push(['temperature', `${model} takes no sampling parameters; leave it out, or set reasoningEffort`]);
  else if (temperature !== undefined && (effort !== undefined || (budget ?? 0) !== 0))
    found.push(['temperature', 'Claude takes it only without thinking; leave out reasoningEffort and thinkingBudget']);
  if (effort !== undefined && !efforts.includes(effort))
    found.push(['reasoningEffort', `Anthropic has ${efforts.join(', ')}; thinkingBudget=0 turns thinking off`]);
  if (budget === 0 && can?.alwaysThinks)
    found.push(['thinkingBudget', `${model} always thinks; leave it out, or set reasoningEffort=low`]);
  if (budget === -1 && can?.adaptive === false)
    found.push(['thinkingBudget', `${model} does not choose by itself; write a number from ${LEAST_BUDGET} on`]);
  if (budget !== undefined && budget > 0) {
    if (can?.budget === false) found.push(['thinkingBudget', `${model} takes no budget; use reasoningEffort`]);
    else if (budget < LEAST_BUDGET) found.push(['thinkingBudget', `Anthropic takes 0, or ${LEAST_BUDGET} and more`]);
    else if (maxOutputTokens !== undefined && budget >= maxOutputTokens)
      found.push(['thinkingBudget', 'it must be smaller than maxOutputTokens, in which thinking counts']);
  }
  return found;
};
