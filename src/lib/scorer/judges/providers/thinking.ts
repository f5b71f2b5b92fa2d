import { refuse } from '../../../errors.ts';
import type { Env, JudgeConfig } from '../settings/config.ts';
import { abilitiesOf } from '../models/model-abilities.ts';
import { type Effort } from '../models/abilities.ts';

/** Tokens of thinking that are assumed for one call at each effort. Models differ: earlier calls of a judge replace it. */
const assumed: Record<Effort, number> = {
  ...{ none: 0, minimal: 300, low: 1_000, medium: 3_000 },
  ...{ high: 8_000, xhigh: 16_000, max: 32_000 }
};

const VARIABLE = 'VOIRDIRE_THINKING_TOKENS';

const given = (env: Env): number | null => {
  const text = env[VARIABLE]?.trim() ?? '';
  if (text === '') return null;
  const tokens = Number(text);
  return Number.isInteger(tokens) && tokens >= 0
    ? tokens
    : refuse.invalid(`${VARIABLE} is ${JSON.stringify(text)}. Write a whole number of tokens, or unset it.`);
};

/**
 * Tokens that an estimate assumes for a judge's thinking in one call, beside its answer: half of its thinking budget, else by its
 * effort, else those of a medium effort for models that think unasked. `VOIRDIRE_THINKING_TOKENS` replaces it for all judges that
 * think. 0 for judges that do not think, and for models of which nothing is known and whose settings say nothing.
 */
export const thinkingTokens = (config: JudgeConfig, env: Env): number => {
  const { thinkingBudget: budget, reasoningEffort: effort } = config.settings ?? {};
  const can = abilitiesOf(config);
  const thinks =
    budget !== undefined ? budget !== 0 : effort !== undefined ? effort !== 'none' : can?.thinksByDefault === true;
  if (!thinks) return 0;
  const own = given(env);
  if (own !== null) return own;
  return budget !== undefined && budget > 0 ? Math.ceil(budget / 2) : assumed[effort ?? 'medium'];
};
