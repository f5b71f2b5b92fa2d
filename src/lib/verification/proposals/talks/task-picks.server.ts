import { sayingsOf } from '../../../messages/sayings.ts';
import { and, asc, eq, inArray, isNull, max } from 'drizzle-orm';
import { refuse } from '../../../errors.ts';
import { record } from '../../../server/audit/audit.ts';
import type { ProjectGrant } from '../../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../../server/db/client.ts';
import { newId } from '../../../server/db/id.ts';

const leadSays = sayingsOf('leadRefusals');

/** A pair of a ranking as people judge it: the unit of its first order. */
interface PairUnit {
  id: string;
  runId: string;
  position: number;
  input: { round: number; pair: number; a: { qid: string; text: string }; b: { qid: string; text: string } };
}

/** The pairs of a ranking in the order of the tournament. */
function pairUnits(db: Db, runId: string): PairUnit[] {
  const { makingUnit } = schema;
  return db
    .select({ id: makingUnit.id, runId: makingUnit.runId, position: makingUnit.position, input: makingUnit.input })
    .from(makingUnit)
    .where(and(eq(makingUnit.runId, runId), eq(makingUnit.source, 'task-pair')))
    .orderBy(asc(makingUnit.position))
    .all()
    .filter(({ input }) => (input as { order: string }).order === 'first') as PairUnit[];
}

type Person = ProjectGrant<'annotate'>;

const idOf = ({ actor }: Person): string =>
  actor.kind === 'person' ? actor.id : refuse.notPermitted(leadSays('compareNeedsMember'));

/** The newest pick of each person about each pair. */
function newestPicks(db: Db, unitIds: readonly string[]) {
  const { taskPick } = schema;
  const rows = db.select().from(taskPick).where(inArray(taskPick.unitId, [...unitIds])).orderBy(asc(taskPick.revision)).all(); // prettier-ignore
  return [...new Map(rows.map((row) => [`${row.unitId} ${row.personId}`, row])).values()];
}

/** A pair on the page: which task stands left is drawn for each person and pair, and says nothing. */
interface ShownPair {
  unitId: string;
  left: string;
  right: string;
  swapped: boolean;
}

interface PickQueue {
  pairs: number;
  done: number;
  /** Null when the person has picked in all. */
  next: ShownPair | null;
  /** The pair of the person's last pick, which can be taken back. */
  last: string | null;
}

/** FNV-1a over the ids: the same side again for the same person and pair. */
function isSwapped(unitId: string, personId: string): boolean {
  let hash = 0x811c9dc5;
  for (const character of `${unitId} ${personId}`) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193);
  return ((hash >>> 15) & 1) === 1;
}

const shownPair = ({ id, input: { a, b } }: PairUnit, personId: string): ShownPair => {
  const swapped = isSwapped(id, personId);
  return { unitId: id, left: swapped ? b.text : a.text, right: swapped ? a.text : b.text, swapped };
};

/**
 * Pairs that a person has still to compare. It holds no ids of tasks and no findings of a model.
 *
 * @param again this pair, if it is one of them
 */
export function pickQueue(db: Db, grant: Person, runId: string, again?: string): PickQueue {
  const personId = idOf(grant);
  const units = pairUnits(db, runId);
  const own = newestPicks(db, units.map(({ id }) => id)).filter((pick) => pick.personId === personId); // prettier-ignore
  const done = new Set(own.map(({ unitId }) => unitId));
  const next = units.find(({ id }) => id === again) ?? units.find(({ id }) => !done.has(id));
  const last = own.sort((x, y) => y.at - x.at || y.revision - x.revision)[0];
  return {
    ...{ pairs: units.length, done: done.size },
    next: next ? shownPair(next, personId) : null,
    last: last?.unitId ?? null
  };
}

/** Rankings of the project in which the person has pairs to compare. */
export function openComparisons(db: Db, grant: Person): { number: number; pairs: number; done: number }[] {
  const { run, runMetric } = schema;
  return db
    .select({ id: run.id, number: run.number })
    .from(run)
    .innerJoin(runMetric, eq(runMetric.runId, run.id))
    .where(and(eq(run.projectId, grant.resource.id), eq(runMetric.metric, 'task-comparison'), isNull(run.archivedAt)))
    .orderBy(asc(run.number))
    .all()
    .flatMap(({ id, number }) => {
      const { pairs, done } = pickQueue(db, grant, id);
      return done < pairs ? [{ number, pairs, done }] : [];
    });
}

/** Keeps the side that a person picked. The same pick again is kept once; another one replaces it as a further revision. */
export function pickTask(db: Db, grant: Person, runId: string, unitId: string, side: 'left' | 'right'): void {
  const personId = idOf(grant);
  write(db, (tx) => {
    const unit = pairUnits(tx, runId).find(({ id }) => id === unitId) ?? refuse.notFound('pair');
    const { swapped } = shownPair(unit, personId);
    const pick = (side === 'left') === swapped ? 'b' : 'a';
    const { taskPick } = schema;
    const mine = and(eq(taskPick.unitId, unitId), eq(taskPick.personId, personId));
    const revision =
      tx
        .select({ last: max(taskPick.revision) })
        .from(taskPick)
        .where(mine)
        .get()?.last ?? 0;
    const before = tx.select().from(taskPick).where(and(mine, eq(taskPick.revision, revision))).get(); // prettier-ignore
    if (before?.pick === pick) return;
    tx.insert(taskPick)
      .values({ id: newId(), unitId, personId, revision: revision + 1, pick, swapped, at: Date.now() })
      .run();
    record(tx, grant.actor, {
      ...{ projectId: grant.resource.id, action: before ? 'task-pick.change' : 'task-pick.commit' },
      ...{ entity: 'making-unit', entityId: unitId, detail: { pick, revision: revision + 1 } }
    });
  });
}

/** Picks of all people in a ranking, as its games read them: each person is a judge who is certain. */
export function picksOfRanking(db: Db, runId: string) {
  const units = new Map(pairUnits(db, runId).map((unit) => [unit.id, unit]));
  const picks = newestPicks(db, [...units.keys()]);
  return {
    people: [...new Set(picks.map(({ personId }) => personId))],
    findings: picks.map(({ unitId, personId, pick }) => {
      const { round, pair, a, b } = units.get(unitId)!.input;
      return {
        ...{ round, pair, a: a.qid, b: b.qid, order: 'first' as const, judge: personId },
        ...{ winner: pick, confidence: 1, corrected: false, equal: false }
      };
    })
  };
}
