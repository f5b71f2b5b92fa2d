import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import { and, asc, desc, eq, max } from 'drizzle-orm';
import { refuse, type Problem, fieldSays, problemAt } from '../../errors.ts';
import { fingerprint } from '../../scorer/runs/fingerprint.ts';
import { record } from '../../server/audit/audit.ts';
import { authorize, type ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import { studyLabels, studyScale } from '../../studies/labels/labels.server.ts';
import { valueOnScale } from '../../studies/labels/label-scale.ts';
import { isOfRun, kindOf } from '../../studies/study/study-of-run.server.ts';
import { adoptedEnsemble } from '../adoption/adoptions.ts';
import { currentAdoption, type Adoption } from '../adoption/decisions.server.ts';
import { scoreBy } from '../corrected/corrected-units.ts';
import { referenceOf } from '../units/ratings.ts';
import { drawAnchors } from './anchor-draw.ts';
import { agreementOnItem } from './item-agreement.ts';

const leadSays = sayingsOf('leadRefusals');

export type StoredSet = typeof schema.anchorSet.$inferSelect;
export type StoredLook = typeof schema.anchorLook.$inferSelect;
type AnchorItem = StoredSet['items'][number];

interface NewAnchorSet {
  studyId: string;
  /** Items to draw; null for all that are labelled. */
  items: number | null;
  /** Limits, in shares of 1. */
  loss: number;
  flips: number;
  /** Days from one check to the next; null for checks on demand only. */
  everyDays: number | null;
}

/**
 * Draws an anchor set from the labelled items of a study on which an ensemble is adopted, and keeps it under embargo: items, people's
 * answer and the adopted verdicts as they are now, with the seed and a hash of all of it.
 *
 * @param seed of the draw; a random one by default.
 * @throws Refusal if nothing is adopted on the study, its kind of item has no verdicts to compare, or too few items fit.
 */
export function createAnchorSet(
  db: Db,
  grant: ProjectGrant<'manage'>,
  input: NewAnchorSet,
  seed = Math.floor(Math.random() * 2 ** 31)
): StoredSet {
  const reading = authorize(grant.actor, grant.resource, 'read-results');
  const problems = problemsOf(input);
  if (problems.length > 0) refuse.invalid(leadSays('anchorNotDrawn'), problems);
  const { study, adoption } = adoptedOn(db, reading, input.studyId);
  const available = adoptedItems(db, reading, study, adoption);
  const items = drawAnchors(available, input.items ?? available.length, seed);
  const queries = new Set(items.map(({ query }) => query)).size;
  if (queries < 2) refuse.conflict(leadSays('fewForAnchors', { items: available.length, queries }));
  return write(db, (tx) => {
    const { anchorSet } = schema;
    const number =
      (tx
        .select({ n: max(anchorSet.number) })
        .from(anchorSet)
        .where(eq(anchorSet.projectId, grant.resource.id))
        .get()?.n ?? 0) + 1;
    const row: StoredSet = {
      id: newId(),
      projectId: grant.resource.id,
      number,
      studyId: study.id,
      adoptionId: adoption.id,
      runId: adoption.runId ?? study.runId,
      metric: study.metric,
      seed,
      items,
      available: available.length,
      hash: fingerprint({ seed, adoption: adoption.id, items }),
      loss: input.loss,
      flips: input.flips,
      candidates: adoption.figures.candidates,
      everyDays: input.everyDays,
      createdBy: grant.actor.kind === 'person' ? grant.actor.id : null,
      createdByName: grant.actor.name,
      createdAt: Date.now(),
      endedAt: null
    };
    tx.insert(anchorSet).values(row).run();
    record(tx, grant.actor, {
      projectId: grant.resource.id,
      action: 'anchor-set.create',
      entity: 'anchor-set',
      entityId: row.id,
      detail: {
        number,
        studyId: study.id,
        metric: study.metric,
        items: items.length,
        available: available.length,
        hash: row.hash,
        loss: row.loss,
        flips: row.flips,
        candidates: row.candidates,
        everyDays: row.everyDays
      }
    });
    return row;
  });
}

/** How many labelled items of a study could be anchors now, in how many queries, for the best of how many candidates; refused as `createAnchorSet` is. */
export function availableAnchors(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  studyId: string
): { items: number; queries: number; candidates: number } {
  const { study, adoption } = adoptedOn(db, grant, studyId);
  const items = adoptedItems(db, grant, study, adoption);
  const queries = new Set(items.map(({ query }) => query)).size;
  return { items: items.length, queries, candidates: adoption.figures.candidates };
}

/** The project's anchor sets, newest first. */
export const anchorSets = (db: Db, grant: ProjectGrant<'read-results'>): StoredSet[] =>
  db
    .select()
    .from(schema.anchorSet)
    .where(eq(schema.anchorSet.projectId, grant.resource.id))
    .orderBy(desc(schema.anchorSet.number))
    .all();

/** The set of that number; refused if there is none. */
export const anchorSetByNumber = (db: Db, grant: ProjectGrant<'read-results'>, number: number): StoredSet =>
  db
    .select()
    .from(schema.anchorSet)
    .where(and(eq(schema.anchorSet.projectId, grant.resource.id), eq(schema.anchorSet.number, number)))
    .get() ?? refuse.notFound('anchor set');

/** The ledger of a set, the first check first. */
export const looksOf = (db: Db, setId: string): StoredLook[] =>
  db
    .select()
    .from(schema.anchorLook)
    .where(eq(schema.anchorLook.setId, setId))
    .orderBy(asc(schema.anchorLook.number))
    .all();

/** A lead ended the set, or its ensemble is no longer the adopted one. */
export type WhyClosed = 'ended' | 'superseded';

/** Why a set is checked no more; null while it is. */
export function whyClosed(db: Db, grant: ProjectGrant<'read-results'>, set: StoredSet): WhyClosed | null {
  if (set.endedAt !== null) return 'ended';
  const adoption = currentAdoption(db, grant, set.metric);
  return adoption?.id === set.adoptionId ? null : 'superseded';
}

/** Changes how often a set is checked. */
export function scheduleAnchorSet(
  db: Db,
  grant: ProjectGrant<'manage'>,
  set: StoredSet,
  everyDays: number | null
): void {
  const problems = scheduleProblems(everyDays);
  if (problems.length > 0) refuse.invalid(leadSays('scheduleNotChanged'), problems);
  change(db, grant, set, 'anchor-set.schedule', { everyDays }, { from: set.everyDays, to: everyDays });
}

/** Ends a set: it is not checked again, and its ledger stays. */
export function endAnchorSet(db: Db, grant: ProjectGrant<'manage'>, set: StoredSet): void {
  if (set.endedAt !== null) refuse.conflict(leadSays('anchorEnded'));
  change(db, grant, set, 'anchor-set.end', { endedAt: Date.now() }, {});
}

/** Ids of a study's items in anchor sets, ended ones too: people who improve prompts must not see them. */
export const embargoedItems = (db: Db, studyId: string): Set<string> =>
  new Set(
    db
      .select({ items: schema.anchorSet.items })
      .from(schema.anchorSet)
      .where(eq(schema.anchorSet.studyId, studyId))
      .all()
      .flatMap(({ items }) => items.map(({ itemId }) => itemId))
  );

function change(
  db: Db,
  grant: ProjectGrant<'manage'>,
  { id, number }: StoredSet,
  action: string,
  values: Partial<Pick<StoredSet, 'everyDays' | 'endedAt'>>,
  detail: Record<string, unknown>
): void {
  write(db, (tx) => {
    tx.update(schema.anchorSet).set(values).where(eq(schema.anchorSet.id, id)).run();
    record(tx, grant.actor, {
      ...{ projectId: grant.resource.id, action, entity: 'anchor-set', entityId: id },
      detail: { number, ...detail }
    });
  });
}

type StudyOfRun = typeof schema.study.$inferSelect & { runId: string };

function adoptedOn(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  studyId: string
): { study: StudyOfRun; adoption: Adoption } {
  const study =
    db
      .select()
      .from(schema.study)
      .where(and(eq(schema.study.id, studyId), eq(schema.study.projectId, grant.resource.id)))
      .get() ?? refuse.notFound('study');
  if (!isOfRun(study)) return refuse.conflict(leadSays('importedNoCheck'));
  const kind = kindOf(study);
  if (kind.judges.from !== 'label' || kind.places !== undefined) return refuse.conflict(leadSays('anchorUnits'));
  const adoption = currentAdoption(db, grant, study.metric);
  if (adoption?.studyId !== study.id) return refuse.conflict(leadSays('noEnsemble'));
  return { study, adoption };
}

/** Labelled items with the adopted verdict, by query, report and item. */
function adoptedItems(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  study: StudyOfRun,
  { ensemble, runId, figures }: Adoption
): AnchorItem[] {
  const scale = studyScale(db, grant, study.id);
  const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  return studyLabels(db, grant, study.id, { runId: runId ?? undefined })
    .sort(
      (a, b) =>
        order(a.qid, b.qid) || order(a.reportId, b.reportId) || order(a.item, b.item) || order(a.itemId, b.itemId)
    ) // prettier-ignore
    .flatMap((unit): AnchorItem[] => {
      const people = referenceOf(
        scale,
        unit.humans.flatMap(({ label }) => valueOnScale(scale, label) ?? [])
      );
      const score = scoreBy(adoptedEnsemble(ensemble), scale, unit.judges);
      const agreement = score === null ? null : agreementOnItem(scale, score, people, figures.analysisPlan.ties);
      if (people.value === null || score === null || agreement === null) return [];
      const split = people.split === null ? null : [...people.split];
      return [
        {
          itemId: unit.itemId,
          reportId: unit.reportId,
          query: unit.queryId,
          people: people.value,
          split,
          score,
          agreement
        }
      ];
    });
}

function problemsOf({ items, loss, flips, everyDays }: NewAnchorSet): Problem[] {
  const problem = (column: string, wording: Saying, found: unknown): Problem =>
    problemAt(column, wording, String(found));
  return [
    ...(items !== null && !(Number.isInteger(items) && items >= 2)
      ? [problem('items', fieldSays('itemsOrEmpty', { least: 2 }), items)]
      : []),
    ...(loss > 0 && loss < 1 ? [] : [problem('loss', fieldSays('pointsBetween'), 100 * loss)]),
    ...(flips > 0 && flips < 1 ? [] : [problem('flips', fieldSays('percentageBetween'), 100 * flips)]),
    ...scheduleProblems(everyDays)
  ];
}

const scheduleProblems = (everyDays: number | null): Problem[] =>
  everyDays === null || (Number.isInteger(everyDays) && everyDays >= 1 && everyDays <= 366)
    ? []
    : [problemAt('everyDays', fieldSays('daysOrEmpty', { most: 366 }), String(everyDays))];
