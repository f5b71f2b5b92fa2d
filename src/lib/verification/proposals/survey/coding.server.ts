import { sayingsOf, type Saying } from '../../../messages/sayings.ts';
import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm';
import { refuse, fieldSays, problemAt } from '../../../errors.ts';
import { record } from '../../../server/audit/audit.ts';
import type { ProjectGrant } from '../../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../../server/db/client.ts';
import { newId } from '../../../server/db/id.ts';
import { isSameName } from '../../../names.ts';
import { codingKinds, usualLabels, type CodingKind } from './coding.ts';

const sayNote = sayingsOf('importNotes');

const leadSays = sayingsOf('leadRefusals');

type Lead = ProjectGrant<'manage'>;

interface CodingRow {
  id: string;
  kind: CodingKind;
  name: string;
  position: number;
  /** Queries that the benchmark should have of it; null if none is set. */
  target: number | null;
  /** Of a category that belongs to one domain. */
  domainId: string | null;
  /**
   * Answers with this code (one with several counts for each of them), queries being drafted, and queries in the benchmark.
   */
  answers: number;
  drafts: number;
  queries: number;
}

/** The project's domains or categories in their order, with what there is of each: the rows of the target chart. */
export function codingRows(db: Db, grant: Lead, kind: CodingKind): CodingRow[] {
  const { codingLabel, surveyCode, queryDraft } = schema;
  const projectId = grant.resource.id;
  const answers = new Map(
    db
      .select({ id: codingLabel.id, n: sql<number>`count(*)` })
      .from(surveyCode)
      .innerJoin(codingLabel, eq(codingLabel.id, surveyCode.labelId))
      .where(and(eq(codingLabel.projectId, projectId), eq(codingLabel.kind, kind)))
      .groupBy(codingLabel.id)
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
  const queries = benchmarkCounts(db, grant, kind);
  return db
    .select()
    .from(codingLabel)
    .where(and(eq(codingLabel.projectId, projectId), eq(codingLabel.kind, kind)))
    .orderBy(asc(codingLabel.position))
    .all()
    .map(({ id, name, target, position, domainId }) => ({
      id,
      domainId,
      kind,
      name,
      position,
      target,
      answers: answers.get(id) ?? 0,
      drafts: drafts.get(name) ?? 0,
      queries: queries.get(name) ?? 0
    }));
}

/** Adds the domains and categories that projects usually start with; those that are there already stay. */
export function addUsualLabels(db: Db, grant: Lead, kinds: readonly CodingKind[] = codingKinds): void {
  write(db, (tx) => {
    for (const kind of kinds) addMissing(tx, grant, kind, usualLabels[kind]);
  });
}

/** Adds domains with the categories that belong to them; those that are there already stay, and get a domain if they have none. */
export function addCodeBook(
  db: Db,
  grant: Lead,
  book: readonly { domain: string; categories: readonly string[] }[]
): void {
  write(db, (tx) => {
    addMissing(tx, grant, 'domain', book.map(({ domain }) => domain)); // prettier-ignore
    addMissing(tx, grant, 'category', book.flatMap(({ categories }) => categories)); // prettier-ignore
    const domains = codingRows(tx, grant, 'domain');
    for (const { domain, categories } of book)
      for (const row of codingRows(tx, grant, 'category'))
        if (row.domainId === null && categories.some((name) => isSameName(name, row.name)))
          changeCodingLabel(tx, grant, row.id, { domainId: domains.find(({ name }) => isSameName(name, domain))!.id });
  });
}

/** Sentences on domains and categories of queries that the project's lists do not have; none if it has no lists. */
export function outsideCodeBook(
  db: Db,
  grant: Lead,
  queries: readonly { domain: string | null; category: string | null }[]
): Saying[] {
  const [domains, categories] = codingKinds.map((kind) => codingRows(db, grant, kind)) as [CodingRow[], CodingRow[]];
  const notes = (['domain', 'category'] as const).flatMap((kind) => {
    const list = kind === 'domain' ? domains : categories;
    const names = queries.flatMap((query) => query[kind] ?? []);
    const counts = Map.groupBy(names, (name) => name);
    const unknown = [...counts].filter(([name]) => !list.some((row) => isSameName(row.name, name)));
    return list.length === 0 || unknown.length === 0
      ? []
      : [
          sayNote('outsideCodeBook', { kind, list: unknown.map(([name, all]) => `${name} (${all.length})`).join(', ') })
        ];
  });
  const misplaced = queries.flatMap(({ domain, category }) => {
    const row = categories.find(({ name }) => category !== null && isSameName(name, category));
    const own = domains.find(({ id }) => id === row?.domainId);
    return own && domain !== null && !isSameName(own.name, domain) ? [`${domain} › ${category} (${own.name})`] : [];
  });
  return misplaced.length === 0
    ? notes
    : [...notes, sayNote('otherDomain', { list: [...new Set(misplaced)].join(', ') })];
}

/** Adds the domains or categories that queries of the benchmark have and the list has not. */
export function addBenchmarkLabels(db: Db, grant: Lead, kind: CodingKind): void {
  write(db, (tx) => addMissing(tx, grant, kind, [...benchmarkCounts(tx, grant, kind).keys()].sort()));
}

function addMissing(tx: Db, grant: Lead, kind: CodingKind, names: readonly string[]): void {
  const known = new Set(codingRows(tx, grant, kind).map(({ name }) => name.toLowerCase()));
  for (const name of names) if (!known.has(name.toLowerCase())) addCodingLabel(tx, grant, { kind, name });
}

/** Queries of the benchmark by their domain or category; those without one are not counted. */
export function benchmarkCounts(db: Db, grant: Lead, kind: CodingKind): Map<string, number> {
  const { query } = schema;
  const column = kind === 'domain' ? query.domain : query.category;
  return new Map(
    db
      .select({ name: column, n: sql<number>`count(*)` })
      .from(query)
      .where(and(eq(query.projectId, grant.resource.id), isNull(query.retiredAt)))
      .groupBy(column)
      .all()
      .flatMap(({ name, n }) => (name === null ? [] : [[name, n] as const]))
  );
}

const named = (name: string): string => {
  const clean = name.trim().replace(/\s+/g, ' ');
  if (clean === '' || clean.length > 120)
    refuse.invalid(leadSays('listNotChanged'), [
      problemAt('name', fieldSays('codeNameFromTo', { least: 1, most: 120 }))
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
      refuse.conflict(leadSays('codeExists', { kind: input.kind }));
    const id = newId();
    tx.insert(schema.codingLabel)
      .values({
        id,
        projectId: grant.resource.id,
        kind: input.kind,
        name,
        target: checkedTarget(input.target ?? null),
        position: Math.max(-1, ...rows.map((row) => row.position)) + 1
      })
      .run();
    noteCoding(tx, grant, 'coding.add', id, { kind: input.kind, name });
    return { id };
  });
}

export const checkedTarget = (target: number | null): number | null => {
  if (target !== null && !(Number.isSafeInteger(target) && target >= 0 && target <= 100_000))
    refuse.invalid(leadSays('targetNotSet'), [problemAt('target', fieldSays('queriesOrEmpty'))]);
  return target;
};

/** Renames a domain or category, also in drafts (the benchmark keeps what its versions say), or sets its target. */
export function changeCodingLabel(
  db: Db,
  grant: Lead,
  id: string,
  changes: { name?: string; target?: number | null; domainId?: string | null }
): void {
  write(db, (tx) => {
    const { codingLabel, queryDraft } = schema;
    const before = labelById(tx, grant, id);
    const name = changes.name === undefined ? before.name : named(changes.name);
    const target = changes.target === undefined ? before.target : checkedTarget(changes.target);
    const twin = codingRows(tx, grant, before.kind).find(
      (row) => row.id !== id && row.name.toLowerCase() === name.toLowerCase()
    );
    if (twin) refuse.conflict(leadSays('codeExists', { kind: before.kind }));
    const domainId = changes.domainId === undefined ? before.domainId : changes.domainId;
    if (domainId !== null && (before.kind !== 'category' || labelById(tx, grant, domainId).kind !== 'domain'))
      refuse.invalid(leadSays('onlyCategory'));
    tx.update(codingLabel).set({ name, target, domainId }).where(eq(codingLabel.id, id)).run();
    if (name !== before.name) {
      const column = before.kind === 'domain' ? queryDraft.domain : queryDraft.category;
      tx.update(queryDraft)
        .set(before.kind === 'domain' ? { domain: name } : { category: name })
        .where(
          and(eq(queryDraft.projectId, grant.resource.id), ne(queryDraft.status, 'adopted'), eq(column, before.name))
        )
        .run();
    }
    noteCoding(tx, grant, 'coding.change', id, {
      from: { name: before.name, target: before.target, domainId: before.domainId },
      to: { name, target, domainId }
    });
  });
}

/**
 * Takes a domain or category off the list.
 *
 * @param instead What answers and drafts that are coded so are coded as then: another of the list, or null for nothing more.
 *   Answers keep their other codes. Left out, the removal is refused while there are any.
 */
export function removeCodingLabel(db: Db, grant: Lead, id: string, instead?: string | null): void {
  write(db, (tx) => {
    const { surveyCode, queryDraft, codingLabel } = schema;
    const { kind, name } = labelById(tx, grant, id);
    const row = codingRows(tx, grant, kind).find((one) => one.id === id);
    const [answers, drafts] = [row?.answers ?? 0, row?.drafts ?? 0];
    if (instead === undefined && answers + drafts > 0)
      refuse.conflict(leadSays('codedWith', { answers, drafts, name }));
    const other = instead ? labelById(tx, grant, instead) : null;
    if (other && (other.id === id || other.kind !== kind)) refuse.invalid(leadSays('chooseOtherCode', { kind }));
    if (other)
      for (const { answerId } of tx.select().from(surveyCode).where(eq(surveyCode.labelId, id)).all())
        tx.insert(surveyCode).values({ answerId, list: kind, labelId: other.id }).onConflictDoNothing().run();
    tx.delete(surveyCode).where(eq(surveyCode.labelId, id)).run();
    tx.update(queryDraft)
      .set(kind === 'domain' ? { domain: other?.name ?? null } : { category: other?.name ?? null })
      .where(
        and(
          eq(queryDraft.projectId, grant.resource.id),
          ne(queryDraft.status, 'adopted'),
          eq(kind === 'domain' ? queryDraft.domain : queryDraft.category, name)
        )
      )
      .run();
    tx.update(codingLabel)
      .set({ domainId: other?.id ?? null })
      .where(eq(codingLabel.domainId, id))
      .run();
    tx.delete(codingLabel).where(eq(codingLabel.id, id)).run();
    noteCoding(tx, grant, 'coding.remove', id, { kind, name, answers, drafts, instead: other?.name ?? null });
  });
}

export function labelById(tx: Db, grant: Lead, id: string) {
  const { codingLabel } = schema;
  const mine = and(eq(codingLabel.id, id), eq(codingLabel.projectId, grant.resource.id));
  return tx.select().from(codingLabel).where(mine).get() ?? refuse.notFound('domain or category');
}

export const noteCoding = (
  tx: Db,
  grant: Lead,
  action: string,
  entityId: string,
  detail: Record<string, unknown>
): void => record(tx, grant.actor, { projectId: grant.resource.id, action, entity: 'coding-label', entityId, detail });
