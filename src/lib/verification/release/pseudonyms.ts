import type { SubjectRecord } from '../records/records.ts';
import type { WorkStage } from '../vocabulary/stages.ts';

const titles: Readonly<Record<WorkStage, string>> = {
  annotation: 'Annotator',
  review: 'Reviewer',
  inspection: 'Inspector',
  adjudication: 'Adjudicator'
};

/** Gives each person a name per stage, numbered in the order in which they first appear. */
export class Pseudonyms {
  readonly #names = new Map<string, string>();
  readonly #next = new Map<WorkStage, number>();
  readonly #work = new Map<string, { stage: WorkStage; pseudonym: string; ratings: number }>();

  /** The person's pseudonym in a stage; made at the first call. `work` counts it as one more thing that they did. */
  of(stage: WorkStage, userId: string, work = false): string {
    const key = `${stage} ${userId}`;
    let name = this.#names.get(key);
    if (name === undefined) {
      const number = (this.#next.get(stage) ?? 0) + 1;
      this.#next.set(stage, number);
      name = `${titles[stage]} ${number}`;
      this.#names.set(key, name);
      this.#work.set(key, { stage, pseudonym: name, ratings: 0 });
    }
    if (work) this.#work.get(key)!.ratings += 1;
    return name;
  }

  /** All people named so far with the amount of their work. */
  get people(): { stage: WorkStage; pseudonym: string; ratings: number }[] {
    return [...this.#work.values()];
  }
}

/** Counts the work of each person with an opinion in force on a subject, in the order of the stages. */
export function countWork(names: Pseudonyms, subject: SubjectRecord): void {
  for (const { userId, review } of subject.ratings) {
    names.of('annotation', userId, true);
    if (review) names.of('review', review.userId, true);
  }
  for (const { userId } of subject.inspections) names.of('inspection', userId, true);
  if (subject.decision) names.of('adjudication', subject.decision.userId, true);
}
