import type { JudgeConfig, JudgeSettings, SettingName } from '../settings/config.ts';
import { abilitiesOf } from './model-abilities.ts';
import { efforts, type ModelAbilities } from './abilities.ts';
import { modelBehind } from '../settings/platforms.ts';
import { knownModel } from './models.ts';

type Refused = [SettingName, string];
type Asked = Pick<JudgeConfig, 'provider' | 'model'> & { settings: JudgeSettings };

const temperatureRefused = ({ provider, model, settings }: Asked, can: ModelAbilities | null): string | null => {
  const { temperature, reasoningEffort: effort, thinkingBudget: budget } = settings;
  if (temperature === undefined) return null;
  if (can?.sampling === 'never' && temperature !== can.onlyTemperature)
    return can.efforts.length > 0 && can.hottest === 1
      ? `${model} takes no sampling parameters; leave it out, or set reasoningEffort`
      : `${model} takes no sampling parameters; leave it out`;
  if (can?.sampling === 'effort-none' && effort !== 'none' && temperature !== can.onlyTemperature)
    return `${model} takes it only with reasoningEffort=none; set that, or leave it out`;
  const thinks = (effort !== undefined && can?.adaptive !== false) || (budget ?? 0) !== 0;
  if ((can?.sampling === 'without-thinking' || provider === 'anthropic') && thinks && temperature !== 1)
    return 'Claude takes it only without thinking; leave out reasoningEffort and thinkingBudget';
  const hottest = can?.hottest ?? (provider === 'anthropic' ? 1 : 2);
  return temperature > hottest ? `${model} takes 0 to ${hottest}` : null;
};

/** Efforts that a provider has, whatever the model. */
const providerEfforts = {
  openai: efforts,
  'openai-compatible': efforts,
  anthropic: ['low', 'medium', 'high', 'xhigh', 'max'],
  gemini: ['minimal', 'low', 'medium', 'high']
} as const;

const effortRefused = ({ provider, model, settings }: Asked, can: ModelAbilities | null): string | null => {
  const { reasoningEffort: effort } = settings;
  if (effort === undefined) return null;
  if (can?.efforts.length === 0)
    return can.budget ? `${model} takes no effort; use thinkingBudget` : `${model} takes no effort; leave it out`;
  const all: readonly string[] = providerEfforts[provider as keyof typeof providerEfforts] ?? [];
  if (!all.includes(effort))
    return provider === 'anthropic'
      ? `Anthropic has ${all.join(', ')}; thinkingBudget=0 turns thinking off`
      : `Gemini has ${all.join(', ')}`;
  return can && !can.efforts.includes(effort) ? `${model} takes ${can.efforts.join(', ')}` : null;
};

const LEAST_AT_ANTHROPIC = 1024;

const budgetRefused = ({ provider, model, settings }: Asked, can: ModelAbilities | null): string | null => {
  const { thinkingBudget: budget, maxOutputTokens } = settings;
  if (budget === undefined) return null;
  const hasEfforts = can !== null && can.efforts.length > 0;
  if (budget === 0 && can?.alwaysThinks)
    return hasEfforts
      ? `${model} always thinks; leave it out, or set reasoningEffort=low`
      : `${model} always thinks; leave it out`;
  if (budget === 0) return null;
  if (budget === -1 && can?.adaptive === false)
    return can.budget
      ? `${model} does not choose by itself; write a number from ${can.budget.least} on`
      : `${model} does not choose by itself; leave it out`;
  if (budget === -1) return null;
  if (can?.budget === null)
    return hasEfforts ? `${model} takes no budget; use reasoningEffort` : `${model} takes no budget; leave it out`;
  const least = can?.budget?.least ?? (provider === 'anthropic' ? LEAST_AT_ANTHROPIC : 1);
  const most = can?.budget?.most ?? Infinity;
  if (provider === 'anthropic' && budget < least) return `Anthropic takes 0, or ${least} and more`;
  if (budget < least || budget > most) return `${model} takes ${least} to ${most}`;
  return provider === 'anthropic' && maxOutputTokens !== undefined && budget >= maxOutputTokens
    ? 'it must be smaller than maxOutputTokens, in which thinking counts'
    : null;
};

const searchRefused = ({ provider, model, settings }: Asked, can: ModelAbilities | null): Refused[] => {
  if (settings.webSearch !== true || provider !== 'openai') return [];
  const found: Refused[] = [];
  if (can?.searchless) found.push(['webSearch', `${model} cannot search the web; leave it out`]);
  if (settings.reasoningEffort === 'minimal')
    found.push(['reasoningEffort', 'OpenAI takes no minimal effort together with web search; set low']);
  return found;
};

/** The most tokens that one answer of a judge's model may have; null if it is not known. */
const mostOutput = ({ provider, model }: Pick<JudgeConfig, 'provider' | 'model'>): number | null =>
  knownModel({ provider, model })?.maxOutputTokens ?? null;

/** How many times the tokens of the first answer a second one may have, if the first was cut off. */
const MORE = 4;

/**
 * Tokens that an answer may have if the first was cut off at `limit`; undefined if the model gives no longer one, or no
 * limit was sent, so that the first had all the room that there is.
 *
 * @param most The most that the model gives, if it is not in the table
 */
export const moreRoomFor = (
  config: Pick<JudgeConfig, 'provider' | 'model'>,
  limit: number | undefined,
  most = Infinity
): number | undefined => {
  if (limit === undefined) return undefined;
  const more = Math.min(MORE * limit, mostOutput(config) ?? most);
  return more > limit ? more : undefined;
};

/**
 * Settings that the judge's model would refuse with HTTP 400, each with what to do instead: they are refused before a run and never
 * dropped, because a judge without them is another judge. Of models that are not in the table only what holds for every
 * model of the provider is refused.
 */
export const settingsRefused = (config: JudgeConfig, settings: JudgeSettings): Refused[] => {
  const asked = { ...modelBehind(config), settings };
  const can = abilitiesOf(config);
  const found: Refused[] = [];
  const note = (name: SettingName, reason: string | null): void => {
    if (reason !== null) found.push([name, reason]);
  };
  note('temperature', temperatureRefused(asked, can));
  note('reasoningEffort', effortRefused(asked, can));
  note('thinkingBudget', budgetRefused(asked, can));
  const most = mostOutput(config);
  if (settings.maxOutputTokens !== undefined && most !== null && settings.maxOutputTokens > most)
    found.push(['maxOutputTokens', `${config.model} answers with at most ${most}`]);
  return [...found, ...searchRefused(asked, can)];
};

/** Settings whose values the model decides about; the others are ours. */
const ofTheModel: readonly SettingName[] = [
  'temperature',
  'seed',
  'maxOutputTokens',
  'reasoningEffort',
  'thinkingBudget'
];

/** Remark on a judge with settings whose model is not in the table; null if it is in the table, or the judge has no such settings. */
export const unknownSettings = (config: JudgeConfig): string | null => {
  if (config.provider === 'rules' || config.provider === 'scripted' || abilitiesOf(config)) return null;
  const given = ofTheModel.filter((name) => config.settings?.[name] !== undefined);
  if (given.length === 0) return null;
  const names = given.length === 1 ? given[0] : `${given.slice(0, -1).join(', ')} and ${given.at(-1)}`;
  return `Whether ${config.model} takes ${names} is not known here. Its server may refuse the calls.`;
};
