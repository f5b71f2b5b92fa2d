import { record } from './audit.ts';
import type { Actor } from '../auth/authorize.ts';
import { write, type Db } from '../db/client.ts';

type Entry = Parameters<typeof record>[2];

interface Counted {
  actor: Actor;
  entry: Entry;
  /** Since the row of the first. */
  further: number;
}

const HOUR = 3_600_000;
/** So many kinds of acts get a row of their own within an hour; what goes beyond is counted together, by act. */
const MOST = 200;

/**
 * Acts that people without any right can repeat as often as they like: failed sign-ins, refusals. The first in an hour by one
 * person, at one place, is a row of the audit trail at once; those after it are counted, and recorded as one row once the hour
 * is over or the server stops. So such acts cannot fill the disk, and a killed process loses counts but no first row.
 */
class CountedActs {
  readonly #db: Db;
  #hour = 0;
  readonly #acts = new Map<string, Counted>();

  constructor(db: Db) {
    this.#db = db;
  }

  note(actor: Actor, entry: Entry, now: number): void {
    const hour = Math.floor(now / HOUR);
    if (hour !== this.#hour) this.flush();
    this.#hour = hour;
    const of = (one: Entry): string =>
      JSON.stringify([actor.kind === 'person' ? actor.id : null, one.projectId, one.action, one.entity, one.entityId]);
    const counted = this.#acts.get(of(entry));
    if (counted) return void (counted.further += 1);
    if (this.#acts.size < MOST) return this.#begin(of(entry), { actor, entry, further: 0 });
    const together: Entry = { projectId: null, action: entry.action, entity: 'instance', entityId: 'all others' };
    const others = this.#acts.get(`others ${entry.action}`);
    if (others) others.further += 1;
    else
      this.#begin(`others ${entry.action}`, { actor: { kind: 'system', name: 'system' }, entry: together, further: 0 });
  }

  #begin(key: string, counted: Counted): void {
    write(this.#db, (tx) => record(tx, counted.actor, counted.entry));
    this.#acts.set(key, counted);
  }

  /** Records what was counted since the first of each. */
  flush(): void {
    const counted = [...this.#acts.values()].filter(({ further }) => further > 0);
    const hour = new Date(this.#hour * HOUR).toISOString();
    if (counted.length > 0)
      write(this.#db, (tx) => {
        for (const { actor, entry, further } of counted)
          record(tx, actor, { ...entry, detail: { ...entry.detail, further, inTheHourOf: hour } });
      });
    this.#acts.clear();
  }
}

const counters = new WeakMap<object, CountedActs>();

function counterOf(db: Db): CountedActs {
  const known = counters.get(db);
  if (known) return known;
  const made = new CountedActs(db);
  counters.set(db, made);
  return made;
}

/**
 * Notes an act that can be repeated at will. Where it cannot be written (a full disk), the refusal that it tells of is made all
 * the same.
 *
 * @param db a connection, not a transaction: the row stands although the act was refused
 */
export function noteRepeatable(db: Db, actor: Actor, entry: Entry, now = Date.now()): void {
  try {
    counterOf(db).note(actor, entry, now);
  } catch (error) {
    console.error(`Not in the audit trail: ${entry.action} ${entry.entity} ${entry.entityId} (${String(error)})`);
  }
}

/** Records what is counted so far: when a server stops. */
export const recordCounts = (db: Db): void => counterOf(db).flush();
