import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { and, eq, isNull } from 'drizzle-orm';
import { record } from '../../audit/audit.ts';
import { schema, write, type Db } from '../../db/client.ts';
import { newToken } from '../../db/id.ts';
import { giveToFolderOwner } from '../../db/private-files.ts';
import { systemActor } from '../authorize.ts';

const key = 'server-run';
const fileIn = (folder: string): string => join(folder, 'voirdire.db-run');

/**
 * Ends every session, personal token and open link, those of crowd participants and shared pages among them, pauses webhooks and drops e-mails that wait. A restored backup needs this: it holds sessions and tokens that have been ended
 * and links that have been used since it was made. Accounts, passwords and roles stay as the backup has them.
 *
 * @param reason for the audit trail
 */
export function endAllAccess(db: Db, reason: string): void {
  write(db, (tx) => {
    const sessions = tx.delete(schema.session).returning().all().length;
    const tokens = tx.delete(schema.apiToken).returning().all().length;
    const links = tx
      .update(schema.invitation)
      .set({ revokedAt: Date.now() })
      .where(and(isNull(schema.invitation.usedAt), isNull(schema.invitation.revokedAt)))
      .returning()
      .all().length;
    const now = Date.now();
    const shared = tx
      .update(schema.shareLink)
      .set({ revokedAt: now })
      .where(isNull(schema.shareLink.revokedAt))
      .returning()
      .all();
    const crowd = tx
      .update(schema.crowdLink)
      .set({ revokedAt: now })
      .where(isNull(schema.crowdLink.revokedAt))
      .returning()
      .all();
    const hooks = tx
      .update(schema.webhook)
      .set({ pausedAt: now })
      .where(isNull(schema.webhook.pausedAt))
      .returning()
      .all();
    const mails = tx
      .update(schema.mail)
      .set({ state: 'failed', problem: 'It waited in a backup that was restored.', endedAt: now })
      .where(eq(schema.mail.state, 'waiting'))
      .returning()
      .all();
    const detail = {
      reason,
      sessions,
      tokens,
      links,
      shared: shared.length,
      crowd: crowd.length,
      webhooks: hooks.length,
      mails: mails.length
    };
    record(tx, systemActor, { projectId: null, action: 'access.end', entity: 'instance', entityId: '', detail });
  });
}

/**
 * Whether the database is another than the one that was served last from this folder: a backup put in its place, or a copy.
 * Each start and stop of a server writes a new mark into the database and beside it (`markRun`).
 */
export function isCopied(db: Db, folder: string): boolean {
  const inside = markOf(db);
  return inside !== null && !marksBeside(folder).includes(inside);
}

/** Gives the database and the file beside it a new mark, so that older copies of either can be told. */
export function markRun(db: Db, folder: string): void {
  const before = markOf(db);
  const mark = newToken();
  // Both marks until the database has the new one: a crash in between must not look like a copy.
  writeBeside(folder, before === null ? [mark] : [before, mark]);
  write(db, (tx) =>
    tx
      .insert(schema.setting)
      .values({ key, value: mark })
      .onConflictDoUpdate({ target: schema.setting.key, set: { value: mark } })
      .run()
  );
  writeBeside(folder, [mark]);
}

const markOf = (db: Db): string | null =>
  db.select().from(schema.setting).where(eq(schema.setting.key, key)).get()?.value ?? null;

function marksBeside(folder: string): string[] {
  try {
    return readFileSync(fileIn(folder), 'utf8').split('\n');
  } catch (e) {
    if ((e as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw e;
  }
}

function writeBeside(folder: string, marks: readonly string[]): void {
  const file = fileIn(folder);
  writeFileSync(`${file}.new`, marks.join('\n'), { mode: 0o600, flush: true });
  giveToFolderOwner(`${file}.new`);
  renameSync(`${file}.new`, file);
}
