import { sayingsOf } from '../../../messages/sayings.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { refuse } from '../../../errors.ts';
import type { ProjectGrant } from '../../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../../server/db/client.ts';
import { benchmarkCounts, checkedTarget, codingRows, labelById, noteCoding } from './coding.server.ts';
import { proportionalTargets, type CodingKind } from './coding.ts';

const leadSays = sayingsOf('leadRefusals');

type Lead = ProjectGrant<'manage'>;

/** Sets the targets of a list, all or none: queries that the benchmark should have of each; null if it does not matter. */
export function setTargets(
  db: Db,
  grant: Lead,
  kind: CodingKind,
  targets: readonly { id: string; target: number | null }[]
): void {
  write(db, (tx) => {
    const changed = targets.filter(({ id, target }) => {
      const label = labelById(tx, grant, id);
      if (label.kind !== kind) refuse.notFound(kind);
      return label.target !== checkedTarget(target);
    });
    for (const { id, target } of changed)
      tx.update(schema.codingLabel).set({ target }).where(eq(schema.codingLabel.id, id)).run();
    if (changed.length > 0)
      noteCoding(tx, grant, 'coding.targets', grant.resource.id, {
        kind,
        targets: codingRows(tx, grant, kind).map(({ name, target }) => `${name}: ${target ?? '–'}`)
      });
  });
}

/**
 * Sets the targets of a list in proportion to the answers coded so, for a benchmark of `total` queries. An answer with two
 * codes counts for both.
 */
export function targetsFromAnswers(db: Db, grant: Lead, kind: CodingKind, total: number): void {
  checkedTarget(total);
  write(db, (tx) => {
    const rows = codingRows(tx, grant, kind);
    if (rows.every(({ answers }) => answers === 0)) refuse.conflict(leadSays('noCoded'));
    const targets = proportionalTargets(
      rows.map(({ answers }) => answers),
      total
    );
    rows.forEach(({ id }, i) =>
      tx.update(schema.codingLabel).set({ target: targets[i]! }).where(eq(schema.codingLabel.id, id)).run()
    );
    noteCoding(tx, grant, 'coding.targets', grant.resource.id, { kind, total, targets });
  });
}

/** Queries of the benchmark under a domain or category that the list does not name, or under none. */
export function outsideList(
  db: Db,
  grant: Lead,
  kind: CodingKind
): { others: { name: string; queries: number }[]; without: number } {
  const { query } = schema;
  const listed = new Set(codingRows(db, grant, kind).map(({ name }) => name));
  const counts = benchmarkCounts(db, grant, kind);
  const all =
    db
      .select({ n: sql<number>`count(*)` })
      .from(query)
      .where(and(eq(query.projectId, grant.resource.id), isNull(query.retiredAt)))
      .get()?.n ?? 0;
  return {
    others: [...counts].filter(([name]) => !listed.has(name)).map(([name, queries]) => ({ name, queries })),
    without: all - [...counts.values()].reduce((sum, n) => sum + n, 0)
  };
}
