/** Parameters that a Claude model refuses with HTTP 400, or has. */
export interface ClaudeAbilities {
  /** Takes `temperature`, at API version 2023-06-01. */
  samples: boolean;
  /** Takes `thinking: {type: enabled, budget_tokens}`. */
  budget: boolean;
  /** Takes `thinking: {type: adaptive}`. */
  adaptive: boolean;
  /** Cannot be asked with thinking disabled. */
  alwaysThinks: boolean;
}

type Line = 'opus' | 'sonnet' | 'haiku' | 'fable' | 'mythos';

/** Version from which a line refuses sampling parameters and thinking budgets; 0 for every version. */
const withoutSampling: Record<Line, number> = { opus: 4.7, sonnet: 5, haiku: 5.5, fable: 0, mythos: 0 };
/** Version from which a line has adaptive thinking. */
const withAdaptive: Record<Line, number> = { opus: 4.6, sonnet: 4.6, haiku: 5.5, fable: 0, mythos: 0 };
/** Version from which thinking cannot be disabled. */
const alwaysThinking: Record<Line, number> = {
  opus: 5.5,
  sonnet: Infinity,
  haiku: Infinity,
  fable: 0,
  mythos: Infinity
};

const NAME = /^claude-(opus|sonnet|haiku|fable|mythos)-(?:preview|(\d{1,2})(?:-(\d))?)(?:-\d{8})?$/;
/** Names of models before Claude 4, as `claude-3-5-sonnet-20241022`. */
const OLD_NAME = /^claude-(?:[123]|instant)\b/;

/**
 * Abilities of a Claude model by its name; null for names that this table does not cover, of which nothing is refused here
 * and the server decides. Source: Anthropic's API and model pages as of 2026-10.
 */
export const claudeAbilities = (model: string): ClaudeAbilities | null => {
  if (OLD_NAME.test(model)) return { samples: true, budget: true, adaptive: false, alwaysThinks: false };
  const [, name, major, minor = '0'] = NAME.exec(model) ?? [];
  if (name === undefined) return null;
  const line = name as Line;
  const version = major === undefined ? 0 : Number(`${major}.${minor}`);
  const sampling = version < withoutSampling[line];
  return {
    samples: sampling,
    budget: sampling,
    adaptive: version >= withAdaptive[line],
    alwaysThinks: version >= alwaysThinking[line]
  };
};
