import type { ProjectGrant } from '../../server/auth/authorize.ts';
import type { Db } from '../../server/db/client.ts';
import { fingerprint } from '../../scorer/runs/fingerprint.ts';
import { judgeEnsembles, largestSubset } from '../ensembles/ensembles.ts';
import { answeringJudges } from '../ensembles/candidates.ts';
import { procedureState } from '../preregistration/preregistrations.server.ts';
import { lastResults } from '../report/last-results.ts';
import { studyRatingsOf } from '../report/report.server.ts';
import { ratedUnits } from '../units/units.ts';
import { lastBlindChange, sequentialFacts } from './sequential-facts.server.ts';
import { sequentialState, type SequentialState } from './sequential-state.ts';

/** The part of a sequential plan that may be seen while people judge: no figure, and not whether it would be adopted or rejected. */
type MonitoredPlan = Pick<SequentialState, 'plan' | 'queries' | 'left' | 'next' | 'due' | 'mayStop' | 'taken'>;

const remembered = lastResults<MonitoredPlan>(64);

/** A study under its sequential plan; null if none is preregistered. */
export function monitoredPlan(db: Db, grant: ProjectGrant<'read-results'>, studyId: string): MonitoredPlan | null {
  const { analysisPlan } = procedureState(db, grant, studyId).preregistrations[0] ?? {};
  if (!analysisPlan?.sequential) return null;
  const { sequential } = analysisPlan;
  const facts = sequentialFacts(db, grant, studyId);
  return remembered(fingerprint([studyId, analysisPlan, facts, lastBlindChange(db, studyId)]), () => {
    const ratings = studyRatingsOf(db, grant, studyId);
    const judges = ratings.judges.filter(({ id }) => analysisPlan.judges.includes(id));
    const units = ratedUnits({ ...ratings, judges }, analysisPlan.ties);
    const ids = answeringJudges(units).map(({ id }) => id);
    const { level } = units.scale;
    const ensembles = judgeEnsembles(ids, largestSubset(ids.length, level), level);
    const state = sequentialState(units, ensembles, { ...analysisPlan, sequential }, facts);
    const { plan, queries, left, next, due, mayStop, taken } = state;
    return { plan, queries, left, next, due, mayStop, taken };
  });
}
