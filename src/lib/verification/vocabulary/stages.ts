/** The five stages of verification in their order; `done` is where a query waits for the version. */
export const stages = ['annotation', 'review', 'inspection', 'adjudication', 'done'] as const;
export type Stage = (typeof stages)[number];

/** Stages in which a person works on a query. No person works on the same query in two of them. */
export const workStages = ['annotation', 'review', 'inspection', 'adjudication'] as const;
export type WorkStage = (typeof workStages)[number];

/** The role that works in a stage. */
export const roleOfStage = {
  annotation: 'annotator',
  review: 'reviewer',
  inspection: 'reviewer',
  adjudication: 'adjudicator'
} as const satisfies Record<WorkStage, string>;

export const stageNames: Readonly<Record<Stage, string>> = {
  annotation: 'Annotation',
  review: 'Review',
  inspection: 'Inspection',
  adjudication: 'Adjudication',
  done: 'Settled'
};

/** Whether `stage` comes before `other`. */
export const isBefore = (stage: Stage, other: Stage): boolean => stages.indexOf(stage) < stages.indexOf(other);
