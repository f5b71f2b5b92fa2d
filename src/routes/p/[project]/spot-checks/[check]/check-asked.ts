import { spotCheckAccuracy } from '$lib/alignment/accuracy/spot-check-accuracy.server.ts';
import { refuse } from '$lib/errors.ts';
import { loadRubrics } from '$lib/scorer/suites/rubrics/rubrics.server.ts';
import { listSpotChecks, spotCheckByNumber } from '$lib/studies/spot-checks/spot-checks.server.ts';
import { grantFor } from '../../../../grants.ts';

interface Asked {
  locals: App.Locals;
  params: { project?: string; check?: string };
}

/** Number of the check in the address. */
export const checkNumber = ({ params }: Asked): number =>
  /^[1-9]\d{0,8}$/.test(params.check ?? '') ? Number(params.check) : refuse.notFound('spot check');

/** The check of the address with its figures, for who may read results. */
export function checkAsked(event: Asked) {
  const { project, grant } = grantFor(event, 'read-results');
  const { db } = event.locals;
  loadRubrics(db);
  const check = spotCheckByNumber(db, grant, checkNumber(event));
  const row = listSpotChecks(db, grant).find(({ id }) => id === check.id) ?? refuse.notFound('spot check');
  return { project, grant, check, row, figures: spotCheckAccuracy(db, grant, check) };
}
