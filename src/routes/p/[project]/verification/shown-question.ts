import type { Clarification } from '$lib/verification/proposals/clarification-rows.server.ts';
import { wordDiff } from '$lib/verification/vocabulary/word-diff.ts';

/** A question as its card shows it. @param revision of what it is about, as it is now */
export const shownQuestion = (one: Clarification, revision: number) => ({
  id: one.id,
  judge: one.judge,
  model: one.model,
  question: one.question,
  why: one.why,
  askedAt: one.askedAt,
  older: one.draftRevision < revision,
  status: one.status,
  response: one.response,
  change: one.before !== null && one.after !== null ? wordDiff(one.before, one.after) : null,
  respondedByName: one.respondedByName,
  respondedAt: one.respondedAt
});
