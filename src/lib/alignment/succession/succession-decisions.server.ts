import { sayingsOf } from '../../messages/sayings.ts';
import { and, desc, eq, sql } from 'drizzle-orm';
import { refuse, fieldSays, problemAt } from '../../errors.ts';
import { fingerprint } from '../../scorer/runs/fingerprint.ts';
import { record } from '../../server/audit/audit.ts';
import { authorize, type ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import { recordAdoption } from '../adoption/adoptions.server.ts';
import { successionDetail } from './succession-detail.server.ts';
import { successionOf, type Succession, type SuccessionCandidate } from './succession.server.ts';

const leadSays = sayingsOf('leadRefusals');

export type StoredSuccession = typeof schema.succession.$inferSelect;

/** The decisions on successors of a metric's judges, newest first. */
export const successionsOf = (db: Db, grant: ProjectGrant<'read-results'>, metric: string): StoredSuccession[] =>
  db
    .select()
    .from(schema.succession)
    .where(and(eq(schema.succession.projectId, grant.resource.id), eq(schema.succession.metric, metric)))
    .orderBy(desc(sql`rowid`))
    .all();

interface SuccessionInput {
  metric: string;
  candidate: string;
  /** As a share; as it was shown. */
  margin: number;
  decision: string;
  reason: string;
  /** `comparisonSeen` of what the lead read; absent: nothing is compared. */
  seen?: string;
}

/** The adopted judges and the candidate's figures, as one text that changes with them. */
export const comparisonSeen = (
  { adoption }: Pick<Succession, 'adoption'>,
  { n, queries, difference, worse, better, result }: SuccessionCandidate
): string => fingerprint({ adoption: adoption.id, n, queries, difference, worse, better, result });

const decisions = ['switch', 'keep', 'collect'] as const;

/**
 * Records what a lead decided about a candidate, with the figures as computed here. `switch` adopts it as well, on the same study
 * and the candidate's run; `keep` and `collect` leave the adoption as it is.
 *
 * @throws Refusal without a reason, for an unknown candidate, if the figures have changed since, and if the candidate cannot be adopted.
 */
export function decideSuccession(db: Db, grant: ProjectGrant<'manage'>, input: SuccessionInput): StoredSuccession {
  const reading = authorize(grant.actor, grant.resource, 'read-results');
  const decision = decisions.find((one) => one === input.decision);
  const found = successionOf(db, reading, input.metric, input.margin);
  const candidate = found.candidates.find(({ key }) => key === input.candidate);
  const reason = input.reason.trim();
  if (!decision || !candidate || reason === '')
    return refuse.invalid(leadSays('noDecision'), [
      ...(decision ? [] : [problemAt('decision', fieldSays('chooseDecision'), input.decision)]),
      ...(candidate ? [] : [problemAt('candidate', fieldSays('chooseCandidate'), input.candidate)]), // prettier-ignore
      ...(reason === '' ? [problemAt('reason', fieldSays('reasonOfDecision'))] : [])
    ]);
  if (input.seen !== undefined && input.seen !== comparisonSeen(found, candidate))
    refuse.conflict(leadSays('figuresChanged'));
  const { n, queries, adopted, candidate: agreement, difference, worse, better, result, ensemble, fit } = candidate;
  const { bridge } = successionDetail(db, reading, found, candidate);
  return write(db, (tx) => {
    const made =
      decision === 'switch'
        ? recordAdoption(tx, grant, {
            studyId: found.study.id,
            runId: candidate.run.id,
            ...{ metric: input.metric, outcome: 'adopt', judgeIds: ensemble.judgeIds, rule: ensemble.rule },
            reason: `Successor of ${found.name}, ${result} with a margin of ${found.margin}. ${reason}`,
            acknowledged: true
          })
        : null;
    const row: StoredSuccession = {
      ...{ id: newId(), projectId: grant.resource.id, studyId: found.study.id, metric: input.metric },
      ...{ adoptionId: found.adoption.id, runId: candidate.run.id, decision, rule: ensemble.rule },
      ...{ judges: [...ensemble.judgeIds], margin: found.margin, result },
      figures: {
        confidence: found.confidence,
        ...{ n, queries, adopted, candidate: agreement, difference, worse, better, fit },
        bridge: { all: bridge.all, systems: bridge.systems, pairs: bridge.pairs, turned: bridge.turned }
      },
      ...{ reason, decidedBy: grant.actor.kind === 'person' ? grant.actor.id : null, decidedByName: grant.actor.name },
      ...{ decidedAt: Date.now(), adopted: made?.id ?? null }
    };
    tx.insert(schema.succession).values(row).run();
    record(tx, grant.actor, {
      ...{ projectId: grant.resource.id, action: `succession.${decision}`, entity: 'succession', entityId: row.id },
      detail: {
        ...{ metric: input.metric, candidate: candidate.name, run: candidate.run.number, margin: found.margin },
        ...{ result, n, difference: difference?.value ?? null, reason, adoption: row.adopted }
      }
    });
    return row;
  });
}
