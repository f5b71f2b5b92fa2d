export const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
export type Effort = (typeof efforts)[number];

/** Values of `thinkingBudget` besides 0 (no thinking) and -1 (the model decides). */
interface BudgetRange {
  least: number;
  most: number;
}

/** Settings that a model takes; all others are refused with HTTP 400. */
export interface ModelAbilities {
  /**
   * When it takes a `temperature`: always; only if it does not think; only with `reasoningEffort=none`; never. Models of
   * OpenAI that take none accept the default of 1.
   */
  sampling: 'always' | 'without-thinking' | 'effort-none' | 'never';
  /** The default temperature, if the model accepts it although it takes no other. */
  onlyTemperature?: 1;
  /** Highest temperature. */
  hottest: 1 | 2;
  /** Efforts that it takes; empty if it has no such parameter. */
  efforts: readonly Effort[];
  /** Thinking budgets in tokens; null if it takes none. */
  budget: BudgetRange | null;
  /** Whether it decides by itself how much to think (`thinkingBudget=-1`). */
  adaptive: boolean;
  /** Cannot be asked with thinking off. */
  alwaysThinks: boolean;
  /** Thinks although no setting asks for it. */
  thinksByDefault: boolean;
  /** Name of the limit on an answer's tokens in chat completions; absent: `max_tokens`. */
  limitName?: 'max_completion_tokens';
  /** Has no web search of its provider's. */
  searchless?: true;
}
