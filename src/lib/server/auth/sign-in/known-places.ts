import { isIPv6 } from 'node:net';
import { and, eq, lt } from 'drizzle-orm';
import { schema, type Db } from '../../db/client.ts';
import { newToken, sha256 } from '../../db/id.ts';

/** How long a place stays known after the last sign-in from it, in milliseconds. */
export const knownFor = 180 * 24 * 60 * 60 * 1000;

type SignInPlace = { device: string } | { address: string };

const hashOf = (place: SignInPlace): string =>
  sha256('device' in place ? `device ${place.device}` : `address ${place.address}`);

/** Whether a person has signed in from there within the last 180 days. */
export function isKnownPlace(db: Db, userId: string, place: SignInPlace, now: number): boolean {
  const row = db
    .select()
    .from(schema.knownPlace)
    .where(and(eq(schema.knownPlace.userId, userId), eq(schema.knownPlace.place, hashOf(place))))
    .get();
  return row !== undefined && now - row.seenAt < knownFor;
}

/** Whether we gave this token to a device: what a stranger wrote into a cookie never becomes known. */
const isIssuedDevice = (db: Db, device: string): boolean =>
  db
    .select()
    .from(schema.knownPlace)
    .where(eq(schema.knownPlace.place, hashOf({ device })))
    .get() !== undefined;

function notePlaces(tx: Db, userId: string, places: readonly SignInPlace[], now: number): void {
  tx.delete(schema.knownPlace)
    .where(lt(schema.knownPlace.seenAt, now - knownFor))
    .run();
  for (const place of places)
    tx.insert(schema.knownPlace)
      .values({ userId, place: hashOf(place), seenAt: now })
      .onConflictDoUpdate({ target: [schema.knownPlace.userId, schema.knownPlace.place], set: { seenAt: now } })
      .run();
}

/**
 * Notes device and address of a person who has just proved who they are. Part of a transaction.
 *
 * @param device token that the browser brought; another is made if it is not one of ours
 * @returns the token for the device's cookie
 */
export function noteSignIn(
  tx: Db,
  userId: string,
  from: { device: string | null; address: string },
  now: number
): string {
  const device = from.device && isIssuedDevice(tx, from.device) ? from.device : newToken();
  notePlaces(tx, userId, [{ device }, { address: networkOf(from.address) }], now);
  return device;
}

/**
 * An address as tries are counted by it: IPv4 as it is, also if it is written as IPv6; IPv6 by the first 64 bits, which a
 * single customer has for themselves.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain.slice(0, 100);
  const [head = '', tail] = plain.toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':');
    while (groups.length + after.length < 8) groups.push('0');
  }
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
