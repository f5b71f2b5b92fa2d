import { and, asc, eq, sql } from 'drizzle-orm';
import { record } from '../../../../server/audit/audit.ts';
import type { ProjectGrant } from '../../../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../../../server/db/client.ts';
import { newId } from '../../../../server/db/id.ts';
import type { ReportedRow } from '../../../suite.ts';
import type { TotalsReading } from './results-of-suites.ts';

/**
 * Keeps the figures of a file as they are reported. The same figure again changes nothing; with another value it takes the place
 * of the earlier one.
 */
export function keepReported(
  db: Db,
  grant: ProjectGrant<'manage'>,
  { form, figures }: Pick<TotalsReading, 'form' | 'figures'>,
  source: string
): { added: number; same: number; replaced: number } {
  const projectId = grant.resource.id;
  return write(db, (tx) => {
    const { reportedFigure: table } = schema;
    const outcome = { added: 0, same: 0, replaced: 0 };
    for (const { system, qid, judge, figure, value, words } of figures) {
      const name = { form, system, qid: qid ?? '', judge: judge ?? '', figure };
      const there = tx
        .select({ id: table.id, value: table.value, words: table.words })
        .from(table)
        .where(
          and(
            eq(table.projectId, projectId),
            eq(table.form, form),
            eq(table.system, system),
            eq(table.qid, name.qid),
            eq(table.judge, name.judge),
            eq(table.figure, figure)
          )
        )
        .get();
      const createdAt = Date.now();
      const createdBy = grant.actor.kind === 'person' ? grant.actor.id : null;
      if (there === undefined) {
        tx.insert(table)
          .values({ id: newId(), projectId, ...name, value, words, source, createdBy, createdAt })
          .run();
        outcome.added += 1;
      } else if (there.value === value && there.words === words) outcome.same += 1;
      else {
        tx.update(table).set({ value, words, source, createdBy, createdAt }).where(eq(table.id, there.id)).run();
        outcome.replaced += 1;
      }
    }
    if (outcome.added + outcome.replaced > 0)
      record(tx, grant.actor, {
        ...{ projectId, action: 'rubric.report', entity: 'project', entityId: projectId },
        detail: { form, source, ...outcome }
      });
    return outcome;
  });
}

/** The project's reported figures, by form, system and figure. */
export function listReported(db: Db, projectId: string): ReportedRow[] {
  const { reportedFigure: table } = schema;
  return db
    .select()
    .from(table)
    .where(eq(table.projectId, projectId))
    .orderBy(asc(table.form), asc(table.system), sql`rowid`)
    .all()
    .map(({ form, system, qid, judge, figure, value, words, source, createdAt }) => ({
      ...{ form, system, qid: qid || null, judge: judge || null, figure, value, words, source, createdAt }
    }));
}
