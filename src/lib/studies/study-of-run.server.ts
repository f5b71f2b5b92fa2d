import type { schema } from '../server/db/client.ts';

type Study = typeof schema.study.$inferSelect;

/** A study in which people judge what judges of a run have judged; the others hold labels that were given elsewhere. */
export type StudyOfRun = Study & { runId: string };

export const isOfRun = (study: Study): study is StudyOfRun => study.runId !== null;
