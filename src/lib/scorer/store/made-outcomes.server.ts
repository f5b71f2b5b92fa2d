import { and, asc, eq, sql } from 'drizzle-orm';
import { type Db, schema } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import type { Verdict } from '../verdict.ts';
import type { Outcomes } from './outcomes.ts';

const { judge, made, runMetric } = schema;

type MadeRow = typeof made.$inferSelect;

const toVerdict = ({ item, state, text, why, data, reason }: MadeRow): Verdict => {
  if (state === 'unmade')
    return { item, state: 'unscored', label: null, rationale: '', evidence: [], reason: reason ?? '' };
  const said = { item, state: 'judged', label: state, rationale: why, evidence: [] } as const;
  return state === 'nothing'
    ? { ...said, evidence: [] }
    : {
        ...{ ...said, text, evidence: [] },
        detail: { kind: 'made', data, ...(state === 'dropped' && { dropped: reason ?? '' }) }
      };
};

const stateOf = (one: Verdict): MadeRow['state'] => {
  if (one.state === 'unscored') return 'unmade';
  return one.label === 'made' || one.label === 'finding' || one.label === 'dropped' ? one.label : 'nothing';
};

const detailOf = (one: Verdict) => (one.detail?.kind === 'made' ? one.detail : null);

/** Results of the units of a making run, a row for each piece; see `scorer/making/making-task.ts`. */
export const madeOutcomes = (db: Db, runId: string): Outcomes => ({
  about: (unitId) => ({ reportId: null, unitId }),

  finished: () =>
    db
      .selectDistinct({
        ...{ report: made.unitId, metric: runMetric.metric, judge: judge.fingerprint, repeat: made.repeat }
      })
      .from(made)
      .innerJoin(judge, eq(judge.id, made.judgeId))
      .innerJoin(runMetric, eq(runMetric.runId, made.runId))
      .where(eq(made.runId, runId))
      .all(),

  read: ({ about, judgeId, repeat }) =>
    db
      .select()
      .from(made)
      .where(and(eq(made.runId, runId), eq(made.unitId, about), eq(made.judgeId, judgeId), eq(made.repeat, repeat)))
      .orderBy(asc(sql`${made}.rowid`))
      .all()
      .map(toVerdict),

  put({ about: unitId, judgeId, repeat, at }, verdicts) {
    for (const one of verdicts) {
      const state = stateOf(one);
      const detail = detailOf(one);
      db.insert(made)
        .values({
          ...{ id: newId(), runId, unitId, judgeId, repeat, item: one.item, state, at },
          ...{ text: one.text ?? '', why: one.rationale },
          data: detail?.data ?? null,
          reason: one.state === 'unscored' ? one.reason : (detail?.dropped ?? null),
          decision: state === 'made' ? 'waiting' : null
        })
        .run();
    }
  }
});
