import type { Person, ProjectResource } from '$lib/server/auth/authorize.ts';
import { authorize, may } from '$lib/server/auth/authorize.ts';
import type { Db } from '$lib/server/db/client.ts';
import { adjudicationQueue } from '$lib/verification/adjudication/adjudication.server.ts';
import { ownQueues, type OwnQueue } from '$lib/verification/assignments/own-queues.server.ts';
import { roundByNumber } from '$lib/verification/rounds/rounds.server.ts';
import type { WorkStage } from '$lib/verification/vocabulary/stages.ts';

/** The page of each stage. */
export const pageOfStage: Readonly<Record<WorkStage, string>> = {
  annotation: 'annotate',
  review: 'review',
  inspection: 'inspect',
  adjudication: 'adjudicate'
};

/** A person's work in one stage of one round. */
interface OwnWork {
  round: OwnQueue['round'];
  stage: WorkStage;
  /** Queries that the person has begun; of conflicts, none belongs to one adjudicator. */
  open: number;
  done: number;
  /** What the person can begin now. */
  free: number;
}

/** Waiting work of a person in the project's verification, stage by stage, without stages of roles that they do not have. */
export function ownWork(db: Db, person: Person, project: ProjectResource): OwnWork[] {
  // A crowd participant works in one study, and in no round of verification.
  if (person.crowd) return [];
  const work: OwnWork[] = [];
  for (const access of ['annotate', 'review'] as const)
    if (may(person, project, access))
      for (const { round, stage, open, done, free } of ownQueues(db, authorize(person, project, access))) {
        const begun = open.filter(({ opened }) => opened).length;
        work.push({ round, stage, open: begun, done, free: free + open.length - begun });
      }
  if (may(person, project, 'adjudicate')) {
    const grant = authorize(person, project, 'adjudicate');
    for (const { round, stage } of ownQueues(db, grant)) {
      const queue = adjudicationQueue(db, grant, roundByNumber(db, grant, round.number).id);
      work.push({ round, stage, open: 0, done: queue.adjudicated.length, free: queue.open.length });
    }
  }
  return work;
}
