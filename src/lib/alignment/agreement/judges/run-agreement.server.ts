import { LRUCache } from 'lru-cache';
import { and, asc, eq } from 'drizzle-orm';
import type { ProjectGrant } from '../../../server/auth/authorize.ts';
import { schema, type Db } from '../../../server/db/client.ts';
import { deletionsSeen } from '../../../server/db/deletions-seen.ts';
import { studyOf } from '../../../studies/judging/leases/lease-rules.server.ts';
import { studyRaters } from '../../../studies/labels/labels.server.ts';
import { isOfRun, kindOf, type StudyOfRun } from '../../../studies/study/study-of-run.server.ts';
import type { RatedItem } from '../../units/ratings.ts';
import { reportJudgeNames } from '../../report/report.server.ts';
import { judgesOverRun, type RunAgreement } from './run-agreement.ts';

/** Agreements of runs that are done, whose verdicts never change again. */
const kept = new WeakMap<Db, LRUCache<string, RunAgreement>>();
const MOST_KEPT = 16;

/**
 * Agreement of the judges of a study's run with each other, over every unit of the metric that the run scored.
 *
 * @param runId another run that is meant
 * @returns null for labels that were given elsewhere, and if judges share no units: each finds issues of its own, or gives
 *   scores of whole reports, which the study orders.
 */
export function runAgreement(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  studyId: string,
  runId?: string
): RunAgreement | null {
  const own = studyOf(db, grant, studyId);
  if (!isOfRun(own)) return null;
  const study = { ...own, runId: runId ?? own.runId };
  if (kindOf(study).judges.from !== 'label') return null;
  const run = db.select().from(schema.run).where(eq(schema.run.id, study.runId)).get()!;
  const compute = (): RunAgreement =>
    withoutIds(
      judgesOverRun({
        scale: kindOf(study).scale,
        people: [],
        judges: reportJudgeNames(studyRaters(db, grant, studyId, { runId }).judges),
        items: runItems(db, study)
      })
    );
  if (run.status !== 'done') return compute();
  const known = kept.get(db) ?? new LRUCache<string, RunAgreement>({ max: MOST_KEPT });
  kept.set(db, known);
  const key = JSON.stringify([run.id, run.finishedAt, deletionsSeen(db), study.metric, study.kind]);
  const found = known.get(key) ?? compute();
  known.set(key, found);
  return found;
}

/** Units of a run have no ids of a study, and there may be ten thousands of them. */
const withoutIds = ({ all, pairs, ...counts }: RunAgreement): RunAgreement => ({
  ...counts,
  all: { ...all, items: [] },
  pairs: pairs.map((pair) => ({ ...pair, equal: { ...pair.equal, items: [] } }))
});

function runItems(db: Db, study: StudyOfRun): RatedItem[] {
  const { verdict, report, query, system } = schema;
  const { judges: how, units: unitKind } = kindOf(study);
  const read = how.from === 'label' ? how.read : (label: string) => label;
  const rows = db
    .select({
      reportId: verdict.reportId,
      item: verdict.item,
      judgeId: verdict.judgeId,
      state: verdict.state,
      label: verdict.label,
      queryId: query.id,
      qid: query.qid,
      category: query.category,
      systemName: system.name
    })
    .from(verdict)
    .innerJoin(report, eq(report.id, verdict.reportId))
    .innerJoin(query, eq(query.id, report.queryId))
    .innerJoin(system, eq(system.id, report.systemId))
    .where(
      and(
        eq(verdict.runId, study.runId),
        eq(verdict.metric, study.metric),
        eq(verdict.repeat, 0),
        ...(unitKind === 'report' ? [] : [eq(verdict.kind, unitKind)])
      )
    )
    .orderBy(asc(verdict.reportId), asc(verdict.item))
    .all();
  const units = new Map<string, RatedItem & { judges: RatedItem['judges'][number][] }>();
  for (const { judgeId, state, label, ...of } of rows) {
    const itemId = JSON.stringify([of.reportId, of.item]);
    const unit = units.get(itemId) ?? {
      ...{ ...of, itemId, text: '', stratum: 'all', inclusionProbability: 1, humans: [], preferences: [] },
      judges: []
    };
    const given = state === 'judged' && label !== null ? read(label) : null;
    unit.judges.push({
      judgeId,
      state: state === 'judged' && given === null ? 'abstained' : state,
      label: given,
      rationale: ''
    });
    units.set(itemId, unit);
  }
  return [...units.values()].filter(({ judges }) => judges.some(({ state }) => state !== 'unscored'));
}
