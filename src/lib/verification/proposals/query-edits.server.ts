import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import { and, count, eq } from 'drizzle-orm';
import { problemAt, refuse } from '../../errors.ts';
import { record } from '../../server/audit/audit.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { cleanWording, wordingFault } from '../vocabulary/wording.ts';

const leadSays = sayingsOf('leadRefusals');

/** Which wording of an imported query this is: 1 as imported, one more with each edit that a question led to. */
export const revisionOfQuery = (db: Db, queryId: string): number => {
  const { clarification } = schema;
  const edits = and(eq(clarification.queryId, queryId), eq(clarification.status, 'edited'));
  return 1 + db.select({ n: count() }).from(clarification).where(edits).get()!.n;
};

/** Why an imported query keeps its wording outside a round; null if it may be edited. */
export function whyQueryIsFixed(db: Db, queryId: string): Saying | null {
  const { query, report, roundQuery } = schema;
  const row = db.select().from(query).where(eq(query.id, queryId)).get();
  if (row === undefined || row.retiredAt !== null) return leadSays('queryRetired');
  if (row.origin === 'heading') return leadSays('onlyHeading');
  if (db.select({ id: roundQuery.id }).from(roundQuery).where(eq(roundQuery.queryId, queryId)).limit(1).get())
    return leadSays('rewordInRound');
  if (db.select({ id: report.id }).from(report).where(eq(report.queryId, queryId)).limit(1).get())
    return leadSays('reportsAnswer');
  return null;
}

/** Gives an imported query another wording; who, from what to what is in the audit trail. */
export function rewordQuery(
  db: Db,
  grant: ProjectGrant<'manage'>,
  input: { queryId: string; basedOn: number; text: string }
): { before: string; after: string } {
  const after = cleanWording(input.text);
  const fault = wordingFault(after);
  if (fault) refuse.invalid(leadSays('queryNotChanged'), [problemAt('text', fault)]);
  return write(db, (tx) => {
    const { query } = schema;
    const mine = and(eq(query.id, input.queryId), eq(query.projectId, grant.resource.id));
    const { id, qid, text: before } = tx.select().from(query).where(mine).get() ?? refuse.notFound('query');
    const fixed = whyQueryIsFixed(tx, id);
    if (fixed !== null) refuse.conflict(fixed);
    if (revisionOfQuery(tx, id) !== input.basedOn) refuse.wordingChanged();
    if (before === after) refuse.invalid(leadSays('sameWording'));
    tx.update(query).set({ text: after, placeholderFree: null }).where(eq(query.id, id)).run();
    record(tx, grant.actor, {
      ...{ projectId: grant.resource.id, action: 'query.edit', entity: 'query', entityId: id },
      detail: { qid, revision: input.basedOn + 1, from: before, to: after }
    });
    return { before, after };
  });
}
