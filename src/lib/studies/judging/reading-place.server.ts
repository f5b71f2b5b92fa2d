import { and, eq } from 'drizzle-orm';
import { refuse, worded } from '../../errors.ts';
import type { Person } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { noteAtWork } from './leases/leases.server.ts';
import { grantedSeat, type AnnotatorGrant } from './leases/seat.server.ts';

/** Most passages that stay in view: what fits beside a report without covering it. */
const MOST_PINS = 2;

/** Where a person left off reading an assignment. */
interface ReadingPlace {
  /** Number of the block that was being read, by text from left to right; null if a text was not begun. */
  blocks: (number | null)[];
  /** Passages that stay in view. */
  pins: { text: number; block: number }[];
}

const isBlock = (n: unknown): boolean => Number.isSafeInteger(n) && (n as number) > 0 && (n as number) < 1e6;

/** Keeps where the person is in their own assignment, and it with them: who reads on is at work. Not an act that counts, hence no audit row. */
export function keepReadingPlace(
  db: Db,
  grant: AnnotatorGrant,
  assignmentId: string,
  { blocks, pins }: ReadingPlace
): void {
  const sound =
    blocks.length <= 4 &&
    blocks.every((n) => n === null || isBlock(n)) &&
    pins.length <= MOST_PINS &&
    pins.every(({ text, block }) => [0, 1, 2, 3].includes(text) && isBlock(block));
  if (!sound) refuse.invalid(worded('placeUnread'));
  write(db, (tx) => {
    const seat = grantedSeat(tx, grant, assignmentId);
    noteAtWork(tx, grant, seat);
    const { assignment } = seat;
    const place = {
      blocks: [...blocks],
      pins: pins.map(({ text, block }) => ({ text, block })),
      savedAt: Date.now()
    };
    tx.insert(schema.readingPlace)
      .values({ userId: assignment.userId, assignmentId: assignment.id, ...place })
      .onConflictDoUpdate({ target: [schema.readingPlace.userId, schema.readingPlace.assignmentId], set: place })
      .run();
  });
}

/** Where the person left off; nothing begun if they were not there. */
export function readingPlaceOf(db: Db, person: Person, assignmentId: string): ReadingPlace {
  const { readingPlace } = schema;
  const found = db
    .select({ blocks: readingPlace.blocks, pins: readingPlace.pins })
    .from(readingPlace)
    .where(and(eq(readingPlace.userId, person.id), eq(readingPlace.assignmentId, assignmentId)))
    .get();
  return found ?? { blocks: [], pins: [] };
}
