import { claudeAbilities } from './claude-models.ts';
import { type Effort, type ModelAbilities } from './abilities.ts';
import type { JudgeConfig } from '../settings/config.ts';
import { modelBehind } from '../settings/platforms.ts';

const none = { budget: null, adaptive: false } as const;
/** Models of OpenAI that sample and do not reason. */
const sampler: ModelAbilities = {
  ...{ ...none, sampling: 'always', hottest: 2, efforts: [], alwaysThinks: false, thinksByDefault: false }
};
const reasoner = (sampling: 'never' | 'effort-none', taken: readonly Effort[]): ModelAbilities => ({
  ...none,
  sampling,
  onlyTemperature: 1,
  hottest: 2,
  efforts: taken,
  alwaysThinks: !taken.includes('none'),
  thinksByDefault: true,
  limitName: 'max_completion_tokens'
});
const toXhigh = ['low', 'medium', 'high', 'xhigh'] as const;

/**
 * Models of OpenAI in chat completions, by the beginning of their names; the first row that fits holds. Sources: OpenAI's model and
 * deployment pages as of 2026-11, its own error messages as quoted in issues of public SDKs.
 */
const openai: readonly (readonly [RegExp, ModelAbilities])[] = [
  [/^gpt-4\.1-nano$/, { ...sampler, searchless: true }],
  [/^(?:gpt-3\.5|gpt-4)(?:$|[-.o])/, sampler],
  [/^gpt-5-chat(?:-latest)?$/, sampler],
  [/^o[134](?:-mini|-pro)?$/, reasoner('never', ['low', 'medium', 'high'])],
  [/^gpt-5-pro$/, reasoner('never', ['high'])],
  [/^gpt-5(?:-mini|-nano)?$/, reasoner('never', ['minimal', 'low', 'medium', 'high'])],
  [/^gpt-5\.1$/, reasoner('effort-none', ['none', 'low', 'medium', 'high'])],
  [/^gpt-5\.[245](?:-mini|-nano)?$/, reasoner('effort-none', ['none', ...toXhigh])],
  [/^gpt-5\.[245]-pro$/, reasoner('never', ['medium', 'high', 'xhigh'])],
  [/^gpt-5\.6-(?:sol|terra|luna)$/, reasoner('effort-none', ['none', ...toXhigh, 'max'])],
  [/^gpt-6-(?:sol|luna)$/, reasoner('effort-none', ['none', ...toXhigh, 'max'])],
  [/^(?:gpt-6-astra|gpt-6\.1-sol)$/, reasoner('never', [...toXhigh, 'max'])],
  [/^gpt-6\.2(?:-(?:sol|astra|luna))?$/, reasoner('never', toXhigh)]
];

const thinker = (own: Partial<ModelAbilities>): ModelAbilities => ({
  ...{ sampling: 'always', hottest: 2, efforts: [], budget: null, adaptive: false },
  ...{ alwaysThinks: false, thinksByDefault: true },
  ...own
});

/** Models of Google's. From Gemini 3 on an effort is sent as the thinking level, which earlier models refuse. */
const gemini: readonly (readonly [RegExp, ModelAbilities])[] = [
  [/^gemini-(?:1|2\.0)/, thinker({ thinksByDefault: false })],
  [/^gemini-2\.5-pro/, thinker({ budget: { least: 128, most: 32_768 }, adaptive: true, alwaysThinks: true })],
  [
    /^gemini-2\.5-flash-lite/,
    thinker({ budget: { least: 512, most: 24_576 }, adaptive: true, thinksByDefault: false })
  ],
  [/^gemini-2\.5-flash/, thinker({ budget: { least: 1, most: 24_576 }, adaptive: true })],
  [
    /^gemini-3(?:\.\d)?-pro/,
    thinker({
      ...{ budget: { least: 128, most: 32_768 }, adaptive: true, alwaysThinks: true },
      efforts: ['low', 'medium', 'high']
    })
  ],
  [
    /^gemini-3\.7-flash/,
    thinker({ budget: { least: 1, most: 24_576 }, adaptive: true, efforts: ['low', 'medium', 'high'] })
  ],
  [
    /^gemini-3(?:\.\d)?-flash/,
    thinker({ budget: { least: 1, most: 24_576 }, adaptive: true, efforts: ['minimal', 'low', 'medium', 'high'] })
  ]
];

/** A snapshot has the abilities of its model: a date (OpenAI, Anthropic), a number of three digits (Gemini). */
const snapshot = /-(?:\d{4}-\d{2}-\d{2}|\d{8}|\d{3})$/;

const inRows = (rows: readonly (readonly [RegExp, ModelAbilities])[], name: string): ModelAbilities | null =>
  rows.find(([names]) => names.test(name))?.[1] ?? null;

/** Makers as gateways write them before a model's name: `openai/gpt-5`. */
const makers: Partial<Record<string, 'openai' | 'gemini' | 'anthropic'>> = {
  ...{ openai: 'openai', google: 'gemini', gemini: 'gemini', anthropic: 'anthropic' }
};

const ofMaker = (maker: 'openai' | 'gemini' | 'anthropic', model: string): ModelAbilities | null => {
  const name = model.replace(/^models\//, '');
  if (maker === 'anthropic') return claudeAbilities(name);
  return inRows(maker === 'openai' ? openai : gemini, name.replace(snapshot, ''));
};

/**
 * Settings that a judge's model takes; null for models that this table does not cover, of which nothing is refused and the server
 * decides. A compatible server's model is known by the name that its maker gave it, alone (`gpt-5`) or behind the maker's
 * (`openai/gpt-5`): a gateway hands the settings on, and the maker refuses them.
 */
export const abilitiesOf = (config: Pick<JudgeConfig, 'provider' | 'model'>): ModelAbilities | null => {
  const { provider, model } = modelBehind(config);
  if (provider === 'openai' || provider === 'gemini' || provider === 'anthropic') return ofMaker(provider, model);
  if (provider !== 'openai-compatible') return null;
  const [, maker, name] = /^([a-z]+)\/(.+)$/s.exec(model) ?? [];
  const known = maker === undefined ? null : makers[maker];
  if (known && name !== undefined) return ofMaker(known, name);
  return maker === undefined
    ? ((['openai', 'gemini', 'anthropic'] as const).map((one) => ofMaker(one, model)).find(Boolean) ?? null)
    : null;
};
