import { sayingsOf } from '../messages/sayings.ts';
import { eq, sql } from 'drizzle-orm';
import { refuse } from '../errors.ts';
import type { ProjectGrant } from './auth/authorize.ts';
import { schema, write, type Db } from './db/client.ts';

const leadSays = sayingsOf('leadRefusals');

/** Something that a person should read once: by kind and id, with the time of its last change in ms. */
export interface InboxEntry {
  entry: string;
  at: number;
}

/** The same entries, each with whether the person has not read it since it last changed. */
export function withUnread<Entry extends InboxEntry>(
  db: Db,
  person: { id: string },
  entries: readonly Entry[]
): (Entry & { unread: boolean })[] {
  if (entries.length === 0) return [];
  const { inboxRead } = schema;
  const read = new Map(
    db
      .select()
      .from(inboxRead)
      .where(eq(inboxRead.userId, person.id))
      .all()
      .map(({ entry, readAt }) => [entry, readAt])
  );
  return entries.map((one) => ({ ...one, unread: (read.get(one.entry) ?? -1) < one.at }));
}

/** Marks entries as read, as of their last change; what changes later is unread again. Other people do not see it. */
export function markRead(db: Db, grant: ProjectGrant<'enter'>, entries: readonly InboxEntry[]): void {
  const { actor } = grant;
  if (actor.kind !== 'person') return refuse.notPermitted(leadSays('inboxNeedsUser'));
  const { inboxRead } = schema;
  write(db, (tx) => {
    for (const { entry, at } of entries)
      tx.insert(inboxRead)
        .values({ userId: actor.id, entry, readAt: at })
        .onConflictDoUpdate({
          target: [inboxRead.userId, inboxRead.entry],
          set: { readAt: sql`max(${inboxRead.readAt}, ${at})` }
        })
        .run();
  });
}
