import { arenaVotes } from './readers/arena-votes.ts';
import { argilla } from './readers/argilla.ts';
import { braintrust } from './readers/braintrust.ts';
import { everyEvalEverReader } from './readers/every-eval-ever.ts';
import { inspect } from './readers/inspect.ts';
import { labelStudio } from './readers/label-studio.ts';
import { langfuse } from './readers/langfuse.ts';
import { langsmith } from './readers/langsmith.ts';
import type { Glimpse, Neighbour } from './readers/neighbour.ts';
import { openaiEvals } from './readers/openai-evals.ts';
import { phoenix } from './readers/phoenix.ts';
import { potato } from './readers/potato.ts';
import { promptfoo } from './readers/promptfoo.ts';
import { summeval } from './readers/summeval.ts';

/** Formats of other tools, in the order in which people see them. */
export const neighbours: readonly Neighbour[] = [
  labelStudio,
  argilla,
  potato,
  langfuse,
  langsmith,
  phoenix,
  inspect,
  promptfoo,
  braintrust,
  openaiEvals,
  arenaVotes,
  summeval,
  everyEvalEverReader
];

/** The format that a file is in with the greatest certainty; null if it is in none of them. */
export function recognised(glimpse: Glimpse): Neighbour | null {
  let best: { neighbour: Neighbour | null; certainty: number } = { neighbour: null, certainty: 0 };
  for (const neighbour of neighbours) {
    const certainty = neighbour.recognises(glimpse);
    if (certainty > best.certainty) best = { neighbour, certainty };
  }
  return best.neighbour;
}
