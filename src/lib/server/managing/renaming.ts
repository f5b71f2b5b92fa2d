import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import { sql } from 'drizzle-orm';
import { fieldSays, problemAt, refuse, worded } from '../../errors.ts';
import { nameFault, nameKey, oneForm } from '../../names.ts';
import { write, type Db } from '../db/client.ts';
import { recordOf } from './archiving.ts';
import { thingOf, type Manager, type Thing } from './managed-thing.ts';
import type { ThingKindName } from './things.ts';

const leadSays = sayingsOf('leadRefusals');

const LONGEST = 200;

/** The present name, as a field for a new one shows it: of an item its key alone, of a report its file, of an account the person's name. */
export function editableName(db: Db, { kind, id, name }: Thing): string {
  const column = { item: 'key', report: 'source', account: 'name' } as const;
  const table = { item: 'checklist_item', report: 'report', account: 'user' } as const;
  if (kind !== 'item' && kind !== 'report' && kind !== 'account') return name;
  return db.get<{ text: string }>(
    sql`SELECT ${sql.raw(column[kind])} AS text FROM ${sql.raw(table[kind])} WHERE id = ${id}`
  )!.text;
}

/** Kinds whose names are parts of file names and addresses, so that imports refuse some characters in them. */
const namesFiles: readonly ThingKindName[] = ['system', 'query', 'topic', 'item'];

/** The reason why no thing of a kind can have a name; null if one can. */
function unfit(kind: ThingKindName, name: string): Saying | null {
  if (name === '') return fieldSays('writeName');
  if (name.length > LONGEST) return worded('atMostCharacters', { most: LONGEST });
  const fault = namesFiles.includes(kind) ? nameFault(name) : null;
  return fault && fieldSays(fault === 'dots' ? 'nameDots' : 'nameCharacter');
}

/**
 * Gives a thing another name; the audit keeps both.
 *
 * @throws a refusal if the name is empty, too long, unfit for file names or taken, or if something that is frozen names the thing by it
 */
export function renameThing(db: Db, grant: Manager, kind: ThingKindName, id: string, given: string): Thing {
  const to = oneForm(given);
  const why = unfit(kind, to);
  if (why !== null) refuse.invalid(leadSays('nothingRenamed'), [problemAt('name', why)]);
  return write(db, (tx) => {
    const before = thingOf(tx, grant, kind, id);
    const from = editableName(tx, before);
    if (from === to) return before;
    const reason = takenOrFrozen(tx, before, from, to);
    if (reason !== null) refuse.invalid(leadSays('nothingRenamed'), [problemAt('name', reason, to)]);
    tx.run(renameStep(kind, id, to));
    for (const step of originSteps(before, from, to)) tx.run(step);
    const after = thingOf(tx, grant, kind, id);
    recordOf(tx, grant, after, 'rename', kind === 'account' ? {} : { from, to });
    return after;
  });
}

const renameStep = (kind: ThingKindName, id: string, to: string): ReturnType<typeof sql> =>
  ({
    project: () => sql`UPDATE project SET name = ${to} WHERE id = ${id}`,
    run: () => sql`UPDATE run SET name = ${to} WHERE id = ${id}`,
    study: () => sql`UPDATE study SET name = ${to} WHERE id = ${id}`,
    system: () => sql`UPDATE system SET name = ${to}, name_key = ${nameKey(to)} WHERE id = ${id}`,
    report: () => sql`UPDATE report SET source = ${to} WHERE id = ${id}`,
    query: () => sql`UPDATE query SET qid = ${to}, qid_key = ${nameKey(to)} WHERE id = ${id}`,
    item: () => sql`UPDATE checklist_item SET key = ${to} WHERE id = ${id}`,
    topic: () => sql`UPDATE topic SET key = ${to}, folded_key = ${nameKey(to)} WHERE id = ${id}`,
    talk: () => sql`UPDATE talk SET title = ${to}, title_key = ${nameKey(to)} WHERE id = ${id}`,
    'spot-check': () => sql`UPDATE spot_check SET name = ${to} WHERE id = ${id}`,
    account: () => sql`UPDATE user SET name = ${to} WHERE id = ${id}`
  })[kind]();

/**
 * What says by its name of a query or item that a model drafted it follows it to its new name, and ends with it, before something
 * else can have the name. The draft of a deleted query is dropped: it can be taken up and adopted again.
 *
 * @param to null: it is deleted
 */
export function originSteps({ kind, id, projectId }: Thing, from: string, to: string | null): ReturnType<typeof sql>[] {
  const adopted = sql`project_id = ${projectId} AND qid = ${from} AND status = 'adopted'`;
  if (kind === 'query')
    return [
      sql`UPDATE made SET placed = ${to} WHERE placed = ${from} AND decision = 'accepted' AND unit_id IN
        (SELECT u.id FROM making_unit u JOIN run r ON r.id = u.run_id
          WHERE r.project_id = ${projectId} AND u.source IN ('survey', 'talk', 'topic'))`,
      ...(to === null
        ? [
            sql`UPDATE draft_item SET adopted_key = NULL WHERE draft_id IN (SELECT id FROM query_draft WHERE ${adopted})`,
            sql`UPDATE query_draft SET status = 'dropped' WHERE ${adopted}`
          ]
        : [sql`UPDATE query_draft SET qid = ${to} WHERE ${adopted}`])
    ];
  if (kind === 'item')
    return [
      sql`UPDATE made SET placed = ${to} WHERE placed = ${from} AND decision = 'accepted' AND unit_id IN
        (SELECT u.id FROM making_unit u JOIN run_metric m ON m.run_id = u.run_id JOIN checklist_item i ON i.query_id = u.source_id
          WHERE u.source = 'query' AND m.metric = 'checklist' AND i.id = ${id})`,
      sql`UPDATE draft_item SET adopted_key = ${to} WHERE adopted_key = ${from} AND draft_id IN
        (SELECT d.id FROM query_draft d JOIN query q ON q.project_id = d.project_id AND q.qid = d.qid
          JOIN checklist_item i ON i.query_id = q.id WHERE i.id = ${id} AND d.status = 'adopted')`
    ];
  return [];
}

function takenOrFrozen(tx: Db, { kind, id, projectId }: Thing, from: string, to: string): Saying | null {
  const there = (question: ReturnType<typeof sql>): boolean => tx.get(question) !== undefined;
  const inVersion = (qid: string): boolean =>
    there(
      sql`SELECT 1 FROM dataset_version v, json_each(v.content, '$.queries') q WHERE v.project_id = ${projectId}
        AND json_extract(q.value, '$.qid') = ${qid} LIMIT 1`
    );
  if (kind === 'system')
    return there(
      sql`SELECT 1 FROM system WHERE project_id = ${projectId} AND name_key = ${nameKey(to)} AND id <> ${id}`
    )
      ? leadSays('systemNamed')
      : null;
  if (kind === 'query') {
    if (there(sql`SELECT 1 FROM query WHERE project_id = ${projectId} AND qid_key = ${nameKey(to)} AND id <> ${id}`))
      return leadSays('queryNamed');
    const drafts = tx.all<{ qid: string }>(
      sql`SELECT qid FROM query_draft WHERE project_id = ${projectId} AND NOT (status = 'adopted' AND qid = ${from})`
    );
    if (drafts.some(({ qid }) => nameKey(qid) === nameKey(to))) return leadSays('draftNamed');
    if (inVersion(from)) return leadSays('versionNamesQuery');
    return there(sql`SELECT 1 FROM round_query WHERE query_id = ${id}`) ? leadSays('roundNamesQuery') : null;
  }
  if (kind === 'talk')
    return there(sql`SELECT 1 FROM talk WHERE project_id = ${projectId} AND title_key = ${nameKey(to)} AND id <> ${id}`)
      ? leadSays('talkNamed')
      : null;
  if (kind === 'topic') {
    if (there(sql`SELECT 1 FROM topic WHERE project_id = ${projectId} AND folded_key = ${nameKey(to)} AND id <> ${id}`))
      return leadSays('topicNamed');
    const task = sql`SELECT 1 FROM query_material m JOIN query q ON q.id = m.query_id WHERE q.project_id = ${projectId}
      AND m.content ->> '$.topic' = ${from} LIMIT 1`;
    if (there(task)) return leadSays('taskNamesTopic');
    return there(
      sql`SELECT 1 FROM dataset_version v, json_each(v.content, '$.topics') t WHERE v.project_id = ${projectId}
        AND json_extract(t.value, '$.key') = ${from} LIMIT 1`
    )
      ? leadSays('versionNamesTopic')
      : null;
  }
  if (kind === 'item') {
    const { qid, queryId } = tx.get<{ qid: string; queryId: string }>(
      sql`SELECT q.qid AS qid, q.id AS queryId FROM query q JOIN checklist_item i ON i.query_id = q.id WHERE i.id = ${id}`
    )!;
    if (there(sql`SELECT 1 FROM checklist_item WHERE query_id = ${queryId} AND key = ${to} AND id <> ${id}`))
      return leadSays('itemNamed');
    if (inVersion(qid)) return leadSays('versionNamesItem');
    return there(sql`SELECT 1 FROM subject WHERE item_id = ${id}`) ? leadSays('roundNamesItem') : null;
  }
  return null;
}
