import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm';
import { refuse } from '../errors.ts';
import { record } from '../server/audit.ts';
import type { ProjectGrant } from '../server/auth/authorize.ts';
import { schema, write, type Db } from '../server/db/client.ts';
import { newId } from '../server/db/id.ts';
import { proportionalTargets, usualLabels, type CodingKind } from './coding.ts';

type Lead = ProjectGrant<'manage'>;

export interface CodingRow {
  id: string;
  kind: CodingKind;
  name: string;
  /** Queries that the benchmark should have of it; null where none is set. */
  target: number | null;
  /** Answers coded so, queries being drafted, and queries in the benchmark. */
  answers: number;
  drafts: number;
  queries: number;
}

/** The project's domains or categories in their order, with what there is of each: the rows of the target chart. */
export function codingRows(db: Db, grant: Lead, kind: CodingKind): CodingRow[] {
  const { codingLabel, surveyAnswer, queryDraft, query } = schema;
  const projectId = grant.resource.id;
  const coded = kind === 'domain' ? surveyAnswer.domainId : surveyAnswer.categoryId;
  const answers = new Map(
    db
      .select({ id: coded, n: sql<number>`count(*)` })
      .from(surveyAnswer)
      .where(eq(surveyAnswer.projectId, projectId))
      .groupBy(coded)
      .all()
      .map(({ id, n }) => [id, n])
  );
  const named = kind === 'domain' ? queryDraft.domain : queryDraft.category;
  const drafts = new Map(
    db
      .select({ name: named, n: sql<number>`count(*)` })
      .from(queryDraft)
      .where(and(eq(queryDraft.projectId, projectId), eq(queryDraft.status, 'draft')))
      .groupBy(named)
      .all()
      .map(({ name, n }) => [name, n])
  );
  const held = kind === 'domain' ? query.domain : query.category;
  const queries = new Map(
    db
      .select({ name: held, n: sql<number>`count(*)` })
      .from(query)
      .where(and(eq(query.projectId, projectId), isNull(query.retiredAt)))
      .groupBy(held)
      .all()
      .map(({ name, n }) => [name, n])
  );
  return db
    .select()
    .from(codingLabel)
    .where(and(eq(codingLabel.projectId, projectId), eq(codingLabel.kind, kind)))
    .orderBy(asc(codingLabel.position))
    .all()
    .map(({ id, name, target }) => ({
      id,
      kind,
      name,
      target,
      answers: answers.get(id) ?? 0,
      drafts: drafts.get(name) ?? 0,
      queries: queries.get(name) ?? 0
    }));
}

/** Adds the domains and categories that projects usually start with; those that are there already stay. */
export function addUsualLabels(db: Db, grant: Lead): void {
  write(db, (tx) => {
    for (const kind of ['domain', 'category'] as const) {
      const known = new Set(codingRows(tx, grant, kind).map(({ name }) => name));
      for (const name of usualLabels[kind]) if (!known.has(name)) addCodingLabel(tx, grant, { kind, name });
    }
  });
}

const named = (name: string): string => {
  const clean = name.trim().replace(/\s+/g, ' ');
  if (clean === '' || clean.length > 120)
    refuse.invalid('The list was not changed.', [
      { row: null, column: 'name', reason: 'Write a name of 1 to 120 characters.' }
    ]);
  return clean;
};

export function addCodingLabel(
  db: Db,
  grant: Lead,
  input: { kind: CodingKind; name: string; target?: number | null }
): { id: string } {
  const name = named(input.name);
  return write(db, (tx) => {
    const rows = codingRows(tx, grant, input.kind);
    if (rows.some((row) => row.name.toLowerCase() === name.toLowerCase()))
      refuse.conflict(`There is a ${input.kind} of this name already.`);
    const id = newId();
    tx.insert(schema.codingLabel)
      .values({
        id,
        projectId: grant.resource.id,
        kind: input.kind,
        name,
        target: checkedTarget(input.target ?? null),
        position: rows.length
      })
      .run();
    note(tx, grant, 'coding.add', id, { kind: input.kind, name });
    return { id };
  });
}

const checkedTarget = (target: number | null): number | null => {
  if (target !== null && !(Number.isSafeInteger(target) && target >= 0 && target <= 100_000))
    refuse.invalid('The target was not set.', [
      { row: null, column: 'target', reason: 'Write a whole number of queries, or leave it empty.' }
    ]);
  return target;
};

/** Renames a domain or category, also in drafts (the benchmark keeps what its versions say), or sets its target. */
export function changeCodingLabel(
  db: Db,
  grant: Lead,
  id: string,
  changes: { name?: string; target?: number | null }
): void {
  write(db, (tx) => {
    const { codingLabel, queryDraft } = schema;
    const before = labelById(tx, grant, id);
    const name = changes.name === undefined ? before.name : named(changes.name);
    const target = changes.target === undefined ? before.target : checkedTarget(changes.target);
    const twin = tx
      .select({ id: codingLabel.id })
      .from(codingLabel)
      .where(
        and(
          eq(codingLabel.projectId, grant.resource.id),
          eq(codingLabel.kind, before.kind),
          eq(codingLabel.name, name),
          ne(codingLabel.id, id)
        )
      )
      .get();
    if (twin) refuse.conflict(`There is a ${before.kind} of this name already.`);
    tx.update(codingLabel).set({ name, target }).where(eq(codingLabel.id, id)).run();
    if (name !== before.name) {
      const column = before.kind === 'domain' ? queryDraft.domain : queryDraft.category;
      tx.update(queryDraft)
        .set(before.kind === 'domain' ? { domain: name } : { category: name })
        .where(
          and(eq(queryDraft.projectId, grant.resource.id), eq(queryDraft.status, 'draft'), eq(column, before.name))
        )
        .run();
    }
    note(tx, grant, 'coding.change', id, { from: { name: before.name, target: before.target }, to: { name, target } });
  });
}

/** Takes a domain or category off the list; refused while answers or drafts are coded so. */
export function removeCodingLabel(db: Db, grant: Lead, id: string): void {
  write(db, (tx) => {
    const { kind, name } = labelById(tx, grant, id);
    const row = codingRows(tx, grant, kind).find((one) => one.id === id);
    if (row && row.answers + row.drafts > 0)
      refuse.conflict(
        `${row.answers} answers and ${row.drafts} drafts are coded as ${name}. Code them otherwise first.`
      );
    tx.delete(schema.codingLabel).where(eq(schema.codingLabel.id, id)).run();
    note(tx, grant, 'coding.remove', id, { kind, name });
  });
}

/** Sets the targets of a list in proportion to the answers coded so, for a benchmark of `total` queries. */
export function targetsFromAnswers(db: Db, grant: Lead, kind: CodingKind, total: number): void {
  checkedTarget(total);
  write(db, (tx) => {
    const rows = codingRows(tx, grant, kind);
    if (rows.every(({ answers }) => answers === 0))
      refuse.conflict('No answer is coded yet, so there is nothing to be in proportion to.');
    const targets = proportionalTargets(
      rows.map(({ answers }) => answers),
      total
    );
    rows.forEach(({ id }, i) =>
      tx.update(schema.codingLabel).set({ target: targets[i]! }).where(eq(schema.codingLabel.id, id)).run()
    );
    note(tx, grant, 'coding.targets', grant.resource.id, { kind, total, targets });
  });
}

export function labelById(tx: Db, grant: Lead, id: string) {
  const { codingLabel } = schema;
  const mine = and(eq(codingLabel.id, id), eq(codingLabel.projectId, grant.resource.id));
  return tx.select().from(codingLabel).where(mine).get() ?? refuse.notFound('domain or category');
}

const note = (tx: Db, grant: Lead, action: string, entityId: string, detail: Record<string, unknown>): void =>
  record(tx, grant.actor, { projectId: grant.resource.id, action, entity: 'coding-label', entityId, detail });
