import type { PromptCacheUse } from './prompt-cache.ts';

/** How far one metric of one judge is. Tasks are reports, as often as they are asked about; units are what is judged of them. */
export interface RunLine {
  metric: string;
  judgeId: string;
  judge: string;
  tasksDone: number;
  tasks: number;
  judged: number;
  abstained: number;
  unscored: number;
  /** US dollars; null if some call's cost is unknown. */
  cost: number | null;
}

/** Questions to judges other than `rules`, as an estimate counts them. */
export interface RunCalls {
  made: number;
  cached: number;
  failed: number;
  inputTokens: number;
  outputTokens: number;
  promptCache: PromptCacheUse;
}

interface SearchSpend {
  /** US dollars, as far as they are known. */
  known: number;
  /** Searches without a known price. */
  unpriced: number;
}

/**
 * US dollars spent on calls whose price is known, how many calls have none, how many requests were sent and never answered (they
 * may have been billed, and are counted at their estimated cost), and the cap.
 */
export interface RunSpend {
  known: number;
  unpriced: number;
  unanswered: number;
  /** US dollars of searches, which `known` includes, and how many of them have no price. */
  searches: SearchSpend;
  budget: number | null;
}
