/** Events of which a project can tell an address outside, in the order of display. */
export const webhookEvents = [
  'work.waiting',
  'study.complete',
  'run.paused',
  'adoption.reopened',
  'question.answered'
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

export const isWebhookEvent = (name: string): name is WebhookEvent =>
  (webhookEvents as readonly string[]).includes(name);

/** Tries of one delivery: at once, then after each of these pauses in ms. */
export const retryPauses = [60_000, 300_000, 1_800_000, 7_200_000, 21_600_000, 43_200_000] as const;
