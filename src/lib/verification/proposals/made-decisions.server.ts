import { sayingsOf } from '../../messages/sayings.ts';
import { and, eq } from 'drizzle-orm';
import { refuse, fieldSays, problemAt } from '../../errors.ts';
import { nameKey } from '../../names.ts';
import { record } from '../../server/audit/audit.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import { importQueries } from '../benchmark/benchmark.server.ts';
import { editMaterial, newestMaterial } from '../benchmark/material.server.ts';
import { cleanWording, sameWording, wordingFault } from '../vocabulary/wording.ts';
import { respondTo, type ClarificationResponse } from './clarifications.server.ts';
import { placeSubtask } from './made-material.server.ts';
import { madePieces, type MadePieceRow } from './made-pieces.server.ts';
import { sourceState } from './made-sources.server.ts';
import { changeDraftItem, insertItems, type ItemChanges } from './query-draft-items.server.ts';

const leadSays = sayingsOf('leadRefusals');

type Lead = ProjectGrant<'manage'>;

/** Puts an accepted piece where it belongs, with its origin. Returns what it is there: an id or key. */
export type PiecePlace = (tx: Db, grant: Lead, piece: MadePieceRow, text: string) => string;

const wordsTwice = (text: string): never =>
  refuse.invalid(leadSays('pieceNotAccepted'), [problemAt('text', fieldSays('sameText'), text)]);

const placeQuestion: PiecePlace = (tx, grant, piece, text) => {
  const id = newId();
  const { clarification } = schema;
  const about = piece.source === 'draft' ? clarification.draftId : clarification.queryId;
  const asked = tx
    .select({ question: clarification.question })
    .from(clarification)
    .where(and(eq(about, piece.sourceId), eq(clarification.judge, piece.judge)))
    .all();
  if (asked.some(({ question }) => sameWording(question, text))) return wordsTwice(text);
  tx.insert(clarification)
    .values({
      ...{ id, madeId: piece.id, judge: piece.judge, model: piece.model, prompt: piece.prompt },
      draftId: piece.source === 'draft' ? piece.sourceId : null,
      queryId: piece.source === 'query' ? piece.sourceId : null,
      ...{ draftRevision: piece.revision ?? 1, question: text, why: piece.why },
      ...{ askedBy: grant.actor.kind === 'person' ? grant.actor.id : null, askedAt: piece.at, status: 'open' }
    })
    .run();
  return id;
};

const placeDraftItem: PiecePlace = (tx, grant, piece, text) => {
  const [id] = insertItems(tx, grant, piece.sourceId, [text], {
    ...{ judge: piece.judge, model: piece.model, prompt: piece.prompt, madeId: piece.id },
    draftedText: text === piece.text ? null : piece.text
  });
  return id ?? wordsTwice(text);
};

const placeQueryItem: PiecePlace = (tx, grant, piece, text) => {
  const { checklistItem, query } = schema;
  const { qid, text: wording } = tx.select().from(query).where(eq(query.id, piece.sourceId)).get()!;
  const items = tx.select().from(checklistItem).where(eq(checklistItem.queryId, piece.sourceId)).all();
  if (items.some((item) => item.retiredAt === null && sameWording(item.text, text))) return wordsTwice(text);
  const keys = new Set(items.map(({ key }) => key));
  let number = items.length + 1;
  while (keys.has(`c${number}`)) number += 1;
  const item = { key: `c${number}`, text, kind: 'item', weight: null, dimension: null, explanation: null } as const;
  const query_ = { qid, text: wording, domain: null, category: null, language: null, items: [item] };
  importQueries(tx, grant, [query_]);
  return item.key;
};

/** A new query of the benchmark, with what suites know of it: from `data`, which its maker checked. It has no item yet. */
const placeNewQuery: PiecePlace = (tx, grant, { data }, text) => {
  const { qid, domain, material } = data as unknown as NewQueryData & { qid: string };
  const { query } = schema;
  const there = tx
    .select({ id: query.id })
    .from(query)
    .where(and(eq(query.projectId, grant.resource.id), eq(query.qidKey, nameKey(qid))))
    .get();
  if (there) return refuse.conflict(leadSays('queryExists', { qid }));
  importQueries(tx, grant, [{ qid, text, domain, category: null, language: 'en', items: [], material }]);
  return qid;
};

/** Data that the maker of a new query adds to its text. */
interface NewQueryData {
  domain: string;
  material: Record<string, unknown>;
}

/** A new query under the first free qid of its talk, like `talk3-1`. */
const placeTask: PiecePlace = (tx, grant, { data }, text) => {
  const { qidPrefix, domain, category, language, material } = data as unknown as NewQueryData & {
    qidPrefix: string;
    category: string | null;
    language: string | null;
  };
  const { query } = schema;
  const all = tx.select({ qidKey: query.qidKey, text: query.text }).from(query).where(eq(query.projectId, grant.resource.id)).all(); // prettier-ignore
  if (all.some((one) => sameWording(one.text, text))) return wordsTwice(text);
  const taken = new Set(all.map(({ qidKey }) => qidKey));
  let number = 1;
  while (taken.has(nameKey(`${qidPrefix}-${number}`))) number += 1;
  const qid = `${qidPrefix}-${number}`;
  importQueries(tx, grant, [{ qid, text, domain, category, language, items: [], material }]);
  return qid;
};

/** Data of a piece of material from its maker: the part of a suite's material that it fills, and the member that names its model. */
interface MaterialPart {
  suite: string;
  part: Record<string, unknown>;
  madeBy: string;
}

/** A part of what a suite knows of a query, as its maker checked it. A part that is there already is kept. */
const placeMaterialPart: PiecePlace = (tx, grant, piece, text) => {
  const { suite, part, madeBy } = piece.data as unknown as MaterialPart;
  if (text !== piece.text)
    refuse.invalid(leadSays('pieceNotAccepted'), [problemAt('text', fieldSays('acceptThenEdit'))]);
  const last = newestMaterial(tx, piece.sourceId, suite);
  const content = last?.content as Record<string, unknown> | undefined;
  if (!last || !content) return refuse.conflict(leadSays('materialGone', { piece: piece.label, suite }));
  const there = Object.keys(part).find((name) => content[name] !== null && content[name] !== undefined);
  if (there !== undefined) refuse.conflict(leadSays('materialHas', { piece: piece.label, field: there }));
  const { revision } = editMaterial(tx, grant, {
    ...{ qid: piece.label, suite, content: { ...content, ...part, [madeBy]: piece.judge } },
    ...{ reason: `Accepted from making run ${piece.runNumber}`, revision: last.revision, origin: 'generated' }
  });
  return `${suite}@${revision}`;
};

/** Keeps a piece in its place if it only serves to make another one. */
const placeNowhere: PiecePlace = (_tx, _grant, { id }) => id;

/** Where pieces go, by maker and kind of source. A new maker names its own here. */
const places: Readonly<Record<string, Readonly<Record<string, PiecePlace>>>> = {
  clarifications: { draft: placeQuestion, query: placeQuestion },
  checklist: { draft: placeDraftItem, query: placeQueryItem },
  'survey-prompts': { survey: placeNewQuery },
  inspirations: { talk: placeNowhere },
  'research-tasks': { talk: placeTask },
  'topic-tasks': { topic: placeTask },
  subtasks: { query: placeSubtask },
  'arena-criteria': { query: placeMaterialPart },
  'arena-key-points': { query: placeMaterialPart },
  leakage: { query: placeNowhere }
};

/** Kinds of sources whose results a maker can place: `draft`, `query` …; none for a maker that has no place yet. */
export const sourcesOf = (maker: string): string[] => Object.keys(places[maker] ?? {});

type MadeDecision =
  /** @param text in place of the model's; `anyway`: although its source has changed since */
  { kind: 'accepted'; text?: string; anyway?: boolean } | { kind: 'rejected'; reason?: string };

/**
 * Accepts or rejects what a model made. What is accepted goes to its place and stays marked as the model's, also if it was
 * reworded; nothing that a person wrote is changed by it. Refused: a piece that was accepted already, one whose source has
 * changed since (unless `anyway`), and one whose source takes nothing more.
 *
 * @param asItCame The place of a piece that is kept to the letter, such as a report; null: by its maker, as a wording
 */
export function decideMade(
  db: Db,
  grant: Lead,
  id: string,
  decision: MadeDecision,
  asItCame: PiecePlace | null = null
): { placed: string | null } {
  return write(db, (tx) => {
    const projectId = grant.resource.id;
    const piece = madePieces(tx, projectId, eq(schema.made.id, id))[0] ?? refuse.notFound('piece');
    if (piece.decision === null) refuse.invalid(leadSays('unitNoResult'));
    if (piece.decision === 'accepted' || (piece.decision === 'rejected' && decision.kind === 'rejected'))
      refuse.conflict(leadSays('decidedAlready', { decision: piece.decision }));
    const given = decision.kind === 'accepted' ? (decision.text ?? piece.text) : piece.text;
    const text = decision.kind === 'accepted' && asItCame === null ? cleanWording(given) : given;
    const fault = asItCame === null ? wordingFault(text) : null;
    if (decision.kind === 'accepted' && fault) refuse.invalid(leadSays('pieceNotAccepted'), [problemAt('text', fault)]);
    const state = sourceState(tx, projectId, piece);
    if (decision.kind === 'accepted') {
      if (state.state === 'closed') refuse.conflict(state.reason);
      if (state.state === 'changed' && !decision.anyway)
        refuse.conflict(leadSays('pieceChanged', { piece: piece.label }));
    }
    const place = asItCame ?? places[piece.maker]?.[piece.source];
    if (!place) throw new Error(`decideMade requires a place for ${piece.maker} of a ${piece.source}`);
    const placed = decision.kind === 'accepted' ? place(tx, grant, piece, text) : null;
    const reason = decision.kind === 'rejected' ? cleanWording(decision.reason ?? '').slice(0, 4000) : '';
    tx.update(schema.made)
      .set({
        ...{ decision: decision.kind, placed, decidedAt: Date.now() },
        decisionText: decision.kind === 'accepted' ? (text === piece.text ? null : text) : reason || null,
        decidedBy: grant.actor.kind === 'person' ? grant.actor.id : null
      })
      .where(eq(schema.made.id, id))
      .run();
    record(tx, grant.actor, {
      projectId,
      action: decision.kind === 'accepted' ? 'making.accept' : 'making.reject',
      entity: piece.source === 'draft' ? 'query-draft' : piece.source,
      entityId: piece.sourceId,
      detail: {
        ...{ making: piece.runNumber, of: piece.label, maker: piece.maker, piece: piece.item, placed },
        ...{ judge: piece.judge, model: piece.model, prompt: piece.prompt, call: piece.callId },
        ...(text !== piece.text && { from: piece.text, to: text }),
        ...(reason && { reason }),
        ...(state.state === 'changed' && { changedSince: true })
      }
    });
    return { placed };
  });
}

const isPiece = (db: Db, id: string): boolean =>
  db.select({ id: schema.made.id }).from(schema.made).where(eq(schema.made.id, id)).get() !== undefined;

/** Decides about an item of a draft: one of its own, or a piece that waits. The page shows whether its draft has changed since. */
export function decideDraftItem(db: Db, grant: Lead, id: string, changes: ItemChanges): void {
  if (!isPiece(db, id)) return changeDraftItem(db, grant, id, changes);
  const { status, text } = changes;
  decideMade(
    db,
    grant,
    id,
    status === 'dropped'
      ? { kind: 'rejected' }
      : { kind: 'accepted', anyway: true, ...(text !== undefined && { text }) }
  );
}

/** Answers a question, also one that waits as a piece: it is taken up with its answer, or rejected if it is dismissed. */
export function respondToQuestion(db: Db, grant: Lead, id: string, given: ClarificationResponse): void {
  if (!isPiece(db, id)) return respondTo(db, grant, id, given);
  if (given.kind === 'dismissed') return void decideMade(db, grant, id, { kind: 'rejected', reason: given.response });
  write(db, (tx) => {
    const { placed } = decideMade(tx, grant, id, { kind: 'accepted', anyway: true });
    respondTo(tx, grant, placed!, given);
  });
}
