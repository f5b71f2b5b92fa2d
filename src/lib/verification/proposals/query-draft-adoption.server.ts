import { sayingsOf } from '../../messages/sayings.ts';
import { and, eq, isNotNull } from 'drizzle-orm';
import { refuse, type Problem, fieldSays, problemAt } from '../../errors.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { hasQuery, importQueries, type BenchmarkReader } from '../benchmark/benchmark.server.ts';
import { pieceOfQuery, placedPieces, waitingPieces } from './made-pieces.server.ts';
import { QUERY_MARK, type ModelMark } from './model-marks.ts';
import { itemsOf, stateOfDraft } from './query-draft-items.server.ts';
import { type DraftEdit, editDraft, noteDraft, openDraft } from './query-drafts.server.ts';

const leadSays = sayingsOf('leadRefusals');

type Lead = ProjectGrant<'manage'>;

/**
 * Makes a draft a query of the benchmark, with its accepted items. What was only proposed by a model does not go along: a person
 * has to accept it first. Refused while clarification questions are open, and if the benchmark has a query of its qid.
 */
export function adoptDraft(db: Db, grant: Lead, draftId: string): { qid: string; items: number } {
  return write(db, (tx) => {
    const draft = openDraft(tx, grant, draftId);
    const items = itemsOf(tx, draftId);
    const accepted = items.filter(({ status }) => status === 'accepted');
    const { clarification, draftItem, queryDraft } = schema;
    const asked = tx
      .select({ id: clarification.id })
      .from(clarification)
      .where(and(eq(clarification.draftId, draftId), eq(clarification.status, 'open')))
      .all().length;
    const waiting = waitingPieces(tx, grant.resource.id, draftId);
    const [madeItems, madeQuestions] = ['checklist', 'clarifications'].map(
      (maker) => waiting.filter((piece) => piece.maker === maker).length
    ) as [number, number];
    const open = asked + madeQuestions;
    const proposed = items.filter(({ status }) => status === 'proposed').length + madeItems;
    const problems: Problem[] = [];
    if (hasQuery(tx, grant, draft.qid)) problems.push(problemAt('qid', fieldSays('draftQidTaken', { qid: draft.qid })));
    if (open > 0) problems.push(problemAt('clarifications', fieldSays('questionsOpen', { n: open })));
    if (proposed > 0) problems.push(problemAt('items', fieldSays('itemsUnreviewed', { n: proposed })));
    if (problems.length > 0) refuse.invalid(leadSays('draftNotAdopted'), problems);
    importQueries(tx, grant, [
      {
        qid: draft.qid,
        text: draft.text,
        domain: draft.domain,
        category: draft.category,
        language: null,
        items: accepted.map(({ text }, i) => ({
          key: `c${i + 1}`,
          text,
          kind: 'item',
          weight: null,
          dimension: null,
          explanation: null
        }))
      }
    ]);
    accepted.forEach(({ id }, i) =>
      tx
        .update(draftItem)
        .set({ adoptedKey: `c${i + 1}` })
        .where(eq(draftItem.id, id))
        .run()
    );
    tx.update(queryDraft).set({ status: 'adopted' }).where(eq(queryDraft.id, draftId)).run();
    noteDraft(tx, grant, 'query-draft.adopt', draftId, { qid: draft.qid, items: accepted.length });
    return { qid: draft.qid, items: accepted.length };
  });
}

/**
 * Adopts a draft as a page shows it: text that was typed and not saved yet is saved with it.
 *
 * @param seen The state of the draft with which the page was opened (`stateOfDraft`): another one is refused
 */
export const adoptAsShown = (db: Db, grant: Lead, shown: DraftEdit, seen: string): { qid: string; items: number } =>
  write(db, (tx) => {
    const draft = openDraft(tx, grant, shown.draftId);
    if (seen !== stateOfDraft(draft, itemsOf(tx, draft.id))) refuse.conflict(leadSays('draftChanged'));
    editDraft(tx, grant, shown);
    return adoptDraft(tx, grant, draft.id);
  });

/** The draft that a query of the benchmark was adopted from, and the respondent of its answer; null if it came otherwise. */
export function adoptedFrom(db: Db, grant: BenchmarkReader, qid: string): { respondent: string | null } | null {
  const { queryDraft, surveyAnswer } = schema;
  const mine = and(
    eq(queryDraft.projectId, grant.resource.id),
    eq(queryDraft.qid, qid),
    eq(queryDraft.status, 'adopted')
  );
  return (
    db
      .select({ respondent: surveyAnswer.respondent })
      .from(queryDraft)
      .leftJoin(surveyAnswer, eq(surveyAnswer.id, queryDraft.answerId))
      .where(mine)
      .get() ?? null
  );
}

/** The items of a query of the benchmark that a model drafted, by key, and the query itself if it was. */
export function modelMarks(db: Db, grant: BenchmarkReader, qid: string): Map<string, ModelMark> {
  const { draftItem, queryDraft } = schema;
  const made = placedPieces(db, grant.resource.id, qid).map(
    ({ placed, judge, model, text }) => [placed!, { judge, model, draftedText: text }] as const
  );
  const drafted = pieceOfQuery(db, grant.resource.id, qid);
  const query = drafted && { judge: drafted.judge, model: drafted.model, draftedText: drafted.text };
  return new Map([
    ...(query ? [[QUERY_MARK, query] as const] : []),
    ...made,
    ...db
      .select({
        key: draftItem.adoptedKey,
        judge: draftItem.judge,
        model: draftItem.model,
        text: draftItem.text,
        draftedText: draftItem.draftedText
      })
      .from(draftItem)
      .innerJoin(queryDraft, eq(queryDraft.id, draftItem.draftId))
      .where(
        and(
          eq(queryDraft.projectId, grant.resource.id),
          eq(queryDraft.qid, qid),
          isNotNull(draftItem.adoptedKey),
          isNotNull(draftItem.judge)
        )
      )
      .all()
      .map(
        ({ key, judge, model, text, draftedText }) =>
          [key!, { judge: judge!, model, draftedText: draftedText ?? text }] as const
      )
  ]);
}
