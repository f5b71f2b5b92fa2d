import { sayingsOf } from '../../messages/sayings.ts';
import { and, desc, eq } from 'drizzle-orm';
import { refuse, fieldSays, problemAt } from '../../errors.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import type { BenchmarkReader } from '../benchmark/benchmark.server.ts';
import { addMaterialRevision } from '../benchmark/material.server.ts';
import { madePieces, placedPieces, type MadePieceRow } from './made-pieces.server.ts';

const leadSays = sayingsOf('leadRefusals');

type Lead = ProjectGrant<'manage'>;

/** Checked data of the maker: a subtask without key and text, the suite that it is for, and the type of its task. */
interface SubtaskData {
  suite: string;
  type: string;
  subtask: Record<string, unknown>;
}

/** A drafted subtask is added to what the suite knows of the query, below the others, under the first free key. */
export function placeSubtask(tx: Db, grant: Lead, piece: MadePieceRow, text: string): string {
  const { queryMaterial } = schema;
  const { suite, type, subtask } = piece.data as unknown as SubtaskData;
  const last = tx
    .select()
    .from(queryMaterial)
    .where(and(eq(queryMaterial.queryId, piece.sourceId), eq(queryMaterial.suite, suite)))
    .orderBy(desc(queryMaterial.revision))
    .get();
  const before =
    last && last.origin !== 'dropped'
      ? (last.content as { subtasks: { key: string; text: string }[] })
      : { type, topic: topicOfTask(tx, grant, piece.sourceId), evidenceLimit: null, subtasks: [] };
  if (before.subtasks.some((one) => one.text === text))
    refuse.invalid(leadSays('pieceNotAccepted'), [problemAt('text', fieldSays('sameSubtask'), text)]);
  let number = before.subtasks.length + 1;
  while (before.subtasks.some(({ key }) => key === `s${number}`)) number += 1;
  const key = `s${number}`;
  addMaterialRevision(tx, grant, {
    ...{ queryId: piece.sourceId, suite, revision: (last?.revision ?? 0) + 1, origin: 'generated' },
    content: { ...before, subtasks: [...before.subtasks, { ...subtask, key, text }] },
    reason: `Subtask ${key}, drafted by ${piece.model ?? piece.judge}, was accepted`
  });
  return key;
}

/** The topic from which a model drafted the query; null if none did. */
function topicOfTask(tx: Db, grant: Lead, queryId: string): string | null {
  const { query, topic, makingUnit, made } = schema;
  const { qid } = tx.select({ qid: query.qid }).from(query).where(eq(query.id, queryId)).get()!;
  const [task] = madePieces(tx, grant.resource.id, and(eq(makingUnit.source, 'topic'), eq(made.placed, qid)));
  const row = task && tx.select({ key: topic.key }).from(topic).where(eq(topic.id, task.sourceId)).get();
  return row?.key ?? null;
}

/** Subtasks of a query that a model drafted and a person accepted: their keys with judge, model and prompt, for good. */
export const draftedSubtasks = (
  db: Db,
  grant: BenchmarkReader,
  qid: string
): { key: string; judge: string; model: string | null; prompt: string; draftedText: string }[] =>
  placedPieces(db, grant.resource.id, qid, 'subtasks').map(({ placed, judge, model, prompt, text }) => ({
    key: placed!,
    judge,
    model,
    prompt,
    draftedText: text
  }));
