import type { Effort, ModelAbilities } from './abilities.ts';

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
/** Version from which a line takes an effort, and from which `max` and `xhigh` are among them. */
const withEffort: Record<Line, number> = { opus: 4.5, sonnet: 4.6, haiku: 5.5, fable: 0, mythos: 0 };
const withMax: Record<Line, number> = { opus: 4.6, sonnet: 4.6, haiku: 5.5, fable: 0, mythos: 0 };
const withXhigh: Record<Line, number> = { opus: 4.7, sonnet: 5, haiku: 5.5, fable: 0, mythos: 5 };

const NAME = /^claude-(opus|sonnet|haiku|fable|mythos)-(?:preview|(\d{1,2})(?:-(\d))?)(?:-\d{8})?$/;
/** Tokens from which Claude models cache a beginning; the longest of them for models not listed. Third-party figures, 2026-07. */
const cacheMinimums: readonly (readonly [RegExp, number])[] = [
  [/^claude-(?:opus-5|fable-5|mythos-5)$/, 512],
  [/^claude-(?:opus-4-8|sonnet-5|sonnet-4-[56])$/, 1_024],
  [/^claude-opus-4-7$/, 2_048]
];

export const claudeCacheMinimum = (model: string): number =>
  cacheMinimums.find(([names]) => names.test(model))?.[1] ?? 4_096;

/** Names of models before Claude 4, as `claude-3-5-sonnet-20241022`. */
const OLD_NAME = /^claude-(?:[123]|instant)\b/;

const budgets = { least: 1024, most: Infinity } as const;
const old: ModelAbilities = {
  ...{ sampling: 'without-thinking', hottest: 1, efforts: [], budget: budgets },
  ...{ adaptive: false, alwaysThinks: false, thinksByDefault: false }
};

const effortsOf = (line: Line, version: number): Effort[] =>
  version < withEffort[line]
    ? []
    : [
        ...(['low', 'medium', 'high'] as const),
        ...(version >= withXhigh[line] ? (['xhigh'] as const) : []),
        ...(version >= withMax[line] ? (['max'] as const) : [])
      ];

/**
 * Abilities of a Claude model by its name; null for names that this table does not cover, of which nothing is refused here
 * and the server decides. Source: Anthropic's API, model and effort pages as of 2026-10.
 */
export const claudeAbilities = (model: string): ModelAbilities | null => {
  if (OLD_NAME.test(model)) return old;
  const [, name, major, minor = '0'] = NAME.exec(model) ?? [];
  if (name === undefined) return null;
  const line = name as Line;
  const version = major === undefined ? 0 : Number(`${major}.${minor}`);
  const sampling = version < withoutSampling[line];
  const alwaysThinks = version >= alwaysThinking[line];
  return {
    sampling: sampling ? 'without-thinking' : 'never',
    hottest: 1,
    efforts: effortsOf(line, version),
    budget: sampling ? budgets : null,
    adaptive: version >= withAdaptive[line],
    alwaysThinks,
    thinksByDefault: alwaysThinks
  };
};
