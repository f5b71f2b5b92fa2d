import { sayingsOf } from '../../messages/sayings.ts';
import { and, asc, eq, sql } from 'drizzle-orm';
import { refuse } from '../../errors.ts';
import type { RunDriver } from '../../scorer/runs/driving/driver.server.ts';
import { isUnpriced } from '../../scorer/engine/costs/recorded-costs.server.ts';
import { createRun } from '../../scorer/runs/new-run.server.ts';
import { configOf, judgesById, judgesOf, metricIn, metricsOf, type Run } from '../../scorer/runs/runs.server.ts';
import { servedVersions } from '../../scorer/runs/served-versions.server.ts';
import { record } from '../../server/audit/audit.ts';
import { authorize, systemActor, type ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import { studyLabels, studyScale } from '../../studies/labels/labels.server.ts';
import type { Rule } from '../ensembles/ensembles.ts';
import { scoreBy } from '../corrected/corrected-units.ts';
import { looksOf, whyClosed, type StoredLook, type StoredSet, type WhyClosed } from './anchor-sets.server.ts';
import { CHECKS_OF_SEQUENCE, figuresOfLook, hasVerdicts, isDrift, type CheckedItem, type LookFigures } from './drift.ts'; // prettier-ignore
import { agreementOnItem } from './item-agreement.ts';
import { ledgerVersions, servedChanges } from './served-changes.ts';

const leadSays = sayingsOf('leadRefusals');

const DAY = 86_400_000;

/** A set with what is known of it now. */
export interface SetState {
  /** Why it is checked no more; null while it is. */
  closed: WhyClosed | null;
  /** When the ensemble that it checks was adopted, in ms. */
  adoptedAt: number;
  looks: StoredLook[];
  /** The last check with a verdict: one that no judge answered changes neither what is known of drift nor when a check is due. */
  answered: StoredLook | null;
  /** The check that is under way or was stopped before its end; null for none. */
  underWay: Run | null;
  /** When the next check is due, in ms; null without a schedule or if the set is closed. */
  due: number | null;
  /** Whether the last check with a verdict found drift, or it or a later one another version. */
  drift: boolean;
}

/** Reads the ledger of a set and says what is due. Checks that have ended since are entered in the ledger first. */
export function setState(db: Db, grant: ProjectGrant<'read-results'>, set: StoredSet): SetState {
  recordEndedChecks(db, grant, set);
  const looks = looksOf(db, set.id);
  const closed = whyClosed(db, grant, set);
  const at = looks.findLastIndex(hasVerdicts);
  const answered = looks[at] ?? null;
  const known = new Set(looks.map(({ runId }) => runId));
  const underWay = runsOfSet(db, set).findLast(({ id, status }) => !known.has(id) && status !== 'failed') ?? null;
  return {
    closed,
    adoptedAt: adoptionOf(db, set).decidedAt,
    ...{ looks, answered },
    underWay: underWay?.status === 'cancelled' ? null : underWay,
    due: closed !== null || set.everyDays === null ? null : (answered?.at ?? set.createdAt) + set.everyDays * DAY,
    drift: looks.slice(Math.max(0, at)).some(foundDrift)
  };
}

/** Whether a check found drift, or was served another version. */
export const foundDrift = ({ result, changed }: Pick<StoredLook, 'result' | 'changed'>): boolean =>
  isDrift(result) || changed.length > 0;

/**
 * Plans a check: a run of the set's reports by the adopted judges, as they judged in the adopted run. Every question is asked
 * anew; pages that were read before are used again, so that only the judges can differ. The caller starts the run.
 *
 * @throws Refusal if the set is closed, a check is under way, or the metric is asked with another prompt now.
 */
export function planCheck(
  db: Db,
  grant: ProjectGrant<'manage'>,
  driver: Pick<RunDriver, 'name'>,
  set: StoredSet,
  trigger: 'manual' | 'schedule'
): Run {
  const reading = authorize(grant.actor, grant.resource, 'read-results');
  const { closed, underWay, looks } = setState(db, reading, set);
  if (closed !== null) refuse.conflict(leadSays(closed === 'ended' ? 'setEnded' : 'setNotAdopted'));
  if (underWay) refuse.conflict(leadSays('checkUnderWay', { number: underWay.number }));
  const adopted = adoptionOf(db, set).ensemble!;
  const run = db.select().from(schema.run).where(eq(schema.run.id, set.runId)).get()!;
  const row = metricsOf(db, run.id).find(({ metric }) => metric === set.metric);
  if (!row || run.versionId === null) return refuse.conflict(leadSays('runWithoutMetric'));
  if (metricIn(row).prompt.hash !== adopted.prompt.hash) refuse.conflict(leadSays('promptChanged'));
  const judges = judgesById(
    db,
    grant.resource.id,
    adopted.judges.map(({ judgeId }) => judgeId)
  ).map((judge) => driver.name(configOf(judge)));
  const { budget: _budget, check: _check, repeats: _repeats, ...options } = run.options;
  return createRun(db, grant, {
    name: `Check ${looks.length + 1} of anchor set ${set.number}`,
    versionId: run.versionId,
    metrics: [set.metric],
    settings: { [set.metric]: row.settings },
    judges,
    reportIds: [...new Set(set.items.map(({ reportId }) => reportId))],
    options: {
      ...options,
      ...{ useCache: true, freshReplies: true, repeats: 1, budget: null },
      check: { setId: set.id, trigger, askedBy: grant.actor.name }
    }
  });
}

/** Enters checks that have ended in the ledger, the first one first. What is there already stays as it is. */
function recordEndedChecks(db: Db, grant: ProjectGrant<'read-results'>, set: StoredSet): StoredLook[] {
  const known = new Set(looksOf(db, set.id).map(({ runId }) => runId));
  return runsOfSet(db, set)
    .filter(({ id, status }) => status === 'done' && !known.has(id))
    .flatMap((run) => enter(db, grant, set, run) ?? []);
}

function enter(db: Db, grant: ProjectGrant<'read-results'>, set: StoredSet, run: Run): StoredLook | null {
  const { rule } = adoptionOf(db, set).ensemble!;
  const judgeIds = judgesOf(db, run.id).map(({ id }) => id);
  const scale = studyScale(db, grant, set.studyId);
  const given = new Map(
    studyLabels(db, grant, set.studyId, { runId: run.id }).map(({ itemId, judges }) => [itemId, judges])
  );
  const answers = set.items.map(({ itemId, people, split }): CheckedItem | null => {
    const score = scoreBy({ rule: rule as Rule, judgeIds }, scale, given.get(itemId) ?? []);
    // Ties that the analysis plan leaves out are in no set that is drawn.
    const agreement = score === null ? null : agreementOnItem(scale, score, { value: people, split }, 'half');
    return score === null || agreement === null ? null : { score, agreement };
  });
  const versions = ledgerVersions(servedVersions(db, grant, { runId: run.id }), judgeIds);
  return write(db, (tx) => {
    const looks = looksOf(tx, set.id);
    if (looks.some(({ runId }) => runId === run.id)) return null;
    const last = looks.at(-1);
    const sameSequence = looks.filter(({ sequence }) => sequence === last?.sequence);
    const changed = servedChanges(joined(versionsBefore(looks, versionsAtAdoption(tx, grant, set))), versions);
    const begins = last === undefined || changed.length > 0 || sameSequence.length >= CHECKS_OF_SEQUENCE;
    const sequence = (last?.sequence ?? 0) + (begins ? 1 : 0);
    const figures: LookFigures = figuresOfLook(
      set.items,
      [...(begins ? [] : sameSequence.map((look) => look.answers)), answers],
      set
    );
    const row: StoredLook = {
      ...{ id: newId(), setId: set.id, number: looks.length + 1, sequence, runId: run.id },
      ...{ trigger: run.options.check?.trigger ?? 'manual', askedByName: run.options.check?.askedBy ?? 'unknown' },
      ...{ at: run.finishedAt ?? run.createdAt, versions, changed, answers, figures: { ...figures } },
      ...{ result: figures.result, cost: costOf(tx, run.id) }
    };
    tx.insert(schema.anchorLook).values(row).run();
    record(tx, systemActor, {
      ...{ projectId: set.projectId, action: 'anchor-set.check', entity: 'anchor-set', entityId: set.id },
      detail: {
        ...{ number: set.number, check: row.number, run: run.number, result: row.result, changed },
        ...{ n: figures.n, flips: figures.flips, agreement: figures.agreement }
      }
    });
    return row;
  });
}

const runsOfSet = (db: Db, { id, projectId }: StoredSet): Run[] =>
  db
    .select()
    .from(schema.run)
    .where(and(eq(schema.run.projectId, projectId), sql`json_extract(${schema.run.options}, '$.check.setId') = ${id}`))
    .orderBy(asc(schema.run.number))
    .all();

const adoptionOf = (db: Db, { adoptionId }: StoredSet) =>
  db.select().from(schema.adoption).where(eq(schema.adoption.id, adoptionId)).get()!;

/** Versions as the adoption froze them; those of the adopted run if it froze none. */
function versionsAtAdoption(db: Db, grant: ProjectGrant<'read-results'>, set: StoredSet): StoredLook['versions'] {
  const { served, ensemble } = adoptionOf(db, set);
  const judgeIds = ensemble!.judges.map(({ judgeId }) => judgeId);
  return ledgerVersions(served ?? servedVersions(db, grant, { runId: set.runId }), judgeIds);
}

/**
 * Versions that each judge was last served: those of the last sequence in which it answered, else those at the adoption. A judge
 * may have answered at no check of a sequence.
 */
function versionsBefore(looks: readonly StoredLook[], adopted: StoredLook['versions']): StoredLook['versions'] {
  const sequences = [...Map.groupBy(looks, ({ sequence }) => sequence).values()];
  const latestFirst = [...sequences.reverse().map((same) => same.flatMap(({ versions }) => versions)), adopted];
  const found = new Map<string, StoredLook['versions']>();
  for (const all of latestFirst)
    for (const [key, versions] of Map.groupBy(all, judgeOf)) if (!found.has(key)) found.set(key, versions);
  return [...found.values()].flat();
}

const judgeOf = ({ judge, role }: StoredLook['versions'][number]): string => JSON.stringify([judge, role]);

/** Calls of one version over several checks are added up. */
function joined(versions: StoredLook['versions']): StoredLook['versions'] {
  const keyOf = ({ judge, role, version }: StoredLook['versions'][number]): string =>
    JSON.stringify([judge, role, version]);
  return [...Map.groupBy(versions, keyOf).values()].map((same) => ({
    ...same[0]!,
    calls: same.reduce((sum, { calls }) => sum + calls, 0)
  }));
}

/** US dollars of a run's calls; null if one of them is unknown. Judges made of code cost nothing. */
const costOf = (db: Db, runId: string): number | null => {
  const { unpriced, cost } = db
    .select({
      unpriced: sql<number>`coalesce(sum(${isUnpriced}), 0)`,
      cost: sql<number>`coalesce(sum(${schema.call.cost}), 0)`
    })
    .from(schema.call)
    .where(eq(schema.call.runId, runId))
    .get()!;
  return unpriced > 0 ? null : cost;
};
