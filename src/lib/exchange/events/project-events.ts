/** Events of which a project can tell an address outside and its members, in the order of display. */
export const projectEvents = [
  'work.waiting',
  'study.complete',
  'run.paused',
  'adoption.reopened',
  'question.answered'
] as const;
export type ProjectEvent = (typeof projectEvents)[number];

export const isProjectEvent = (name: string): name is ProjectEvent =>
  (projectEvents as readonly string[]).includes(name);

/** Events about the results of a project, which concern its leads. The others concern the person whose work or question it is. */
export const leadEvents: readonly ProjectEvent[] = ['study.complete', 'run.paused', 'adoption.reopened'];

/** Tries of one delivery: at once, then after each of these pauses in ms. */
export const retryPauses = [60_000, 300_000, 1_800_000, 7_200_000, 21_600_000, 43_200_000] as const;

/** When a delivery is tried next, if the try that begins `now` fails. @param tries before this one */
export const nextTry = (tries: number, now: number): number => now + (retryPauses[tries] ?? retryPauses.at(-1)!);

/** Whether no try is left. @param tries with the one that failed */
export const isLastTry = (tries: number): boolean => tries > retryPauses.length;
