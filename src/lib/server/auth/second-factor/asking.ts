import { eq } from 'drizzle-orm';
import { record } from '../../audit/audit.ts';
import { schema, write, type Db } from '../../db/client.ts';
import type { Authorized, InstanceResource, Person } from '../authorize.ts';
import { hasSecondFactor } from '../sign-in/has-second-factor.ts';

const key = 'second-factor-of-leads';

/** Whether the instance asks a second factor of every lead and admin. */
export const asksSecondFactor = (db: Db): boolean =>
  db.select().from(schema.setting).where(eq(schema.setting.key, key)).get()?.value === 'yes';

/** Asks a second factor of every lead and admin, or no longer. They set it up before they open any other page or use the API. */
export function askSecondFactor(db: Db, grant: Authorized<InstanceResource, 'administer'>, asked: boolean): void {
  write(db, (tx) => {
    if (asksSecondFactor(tx) === asked) return;
    const value = asked ? 'yes' : 'no';
    tx.insert(schema.setting)
      .values({ key, value })
      .onConflictDoUpdate({ target: schema.setting.key, set: { value } })
      .run();
    const entry = { action: 'second-factor.ask', entity: 'instance', entityId: '', detail: { asked } };
    record(tx, grant.actor, { projectId: null, ...entry });
  });
}

/** Whether the instance asks it of this person. */
export const isAskedOf = (db: Db, person: Person): boolean =>
  (person.admin || [...person.roles.values()].some((roles) => roles.includes('lead'))) && asksSecondFactor(db);

/** Whether the instance asks a second factor of this person, who has none: until then, the account opens its own settings only. */
export const lacksSecondFactor = (db: Db, person: Person): boolean =>
  isAskedOf(db, person) && !hasSecondFactor(db, person.id);
