import { sayIn } from '../../messages/say-in.ts';
import { sayingsOf } from '../../messages/sayings.ts';
import { refuse, fieldSays, problemAt } from '../../errors.ts';
import { servedVersions } from '../../scorer/runs/served-versions.server.ts';
import { record } from '../../server/audit/audit.ts';
import { authorize, type ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import { currentAdoption } from './decisions.server.ts';
import { servedChangeSaid, versionsSeen } from './served-since.ts';

const leadSays = sayingsOf('leadRefusals');

interface Confirming {
  metric: string;
  reason: string;
  /** `versionsSeen` of the changes that were read; refused if there are others by now. */
  seen: string;
}

/**
 * Records that the adoption in force for a metric still holds although its judges were served other model versions. The versions
 * served so far are those that it rests on from then on; another one opens it again.
 */
export function confirmAdoption(db: Db, grant: ProjectGrant<'manage'>, { metric, reason, seen }: Confirming): void {
  if (reason.trim() === '')
    refuse.invalid(leadSays('notConfirmed'), [problemAt('reason', fieldSays('reasonStillValid'))]);
  const reading = authorize(grant.actor, grant.resource, 'read-results');
  write(db, (tx) => {
    const adoption = currentAdoption(tx, reading, metric) ?? refuse.notFound('adoption');
    const changes = adoption.validity.served;
    if (changes.length === 0) refuse.conflict(leadSays('noConfirmation'));
    if (versionsSeen(changes) !== seen) refuse.conflict(leadSays('versionSince'));
    const id = newId();
    const judgeIds = adoption.ensemble.judges.map(({ judgeId }) => judgeId);
    const changed = changes.map((one) => sayIn('en', servedChangeSaid(one)));
    tx.insert(schema.adoptionConfirmation)
      .values({
        id,
        adoptionId: adoption.id,
        served: servedVersions(tx, reading).filter(({ judgeId }) => judgeIds.includes(judgeId)),
        changed,
        reason: reason.trim(),
        confirmedBy: grant.actor.kind === 'person' ? grant.actor.id : null,
        confirmedByName: grant.actor.name,
        confirmedAt: Date.now()
      })
      .run();
    record(tx, grant.actor, {
      projectId: grant.resource.id,
      action: 'ensemble.confirm',
      entity: 'adoption',
      entityId: adoption.id,
      detail: { metric, reason: reason.trim(), changed }
    });
  });
}
