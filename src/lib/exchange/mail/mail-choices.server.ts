import { eq } from 'drizzle-orm';
import { fieldSays, problemAt, refuse } from '../../errors.ts';
import { sayingsOf } from '../../messages/sayings.ts';
import { record } from '../../server/audit/audit.ts';
import type { Person } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { noteEvents } from '../events/notices.server.ts';
import { isProjectEvent, leadEvents, projectEvents, type ProjectEvent } from '../events/project-events.ts';

const leadSays = sayingsOf('leadRefusals');

/** Events that a person can choose: those about results only if they lead a project. */
export const offeredEvents = (person: Person): ProjectEvent[] => {
  const leads = [...person.roles.values()].some((roles) => roles.includes('lead'));
  return projectEvents.filter((event) => leads || !leadEvents.includes(event));
};

/** Events that a person gets by e-mail. */
export const chosenEvents = (db: Db, person: Pick<Person, 'id'>): ProjectEvent[] =>
  (db.select().from(schema.mailChoice).where(eq(schema.mailChoice.userId, person.id)).get()?.events ?? '')
    .split(' ')
    .filter(isProjectEvent);

/**
 * Sets the events that a person gets by e-mail. States that last already are no events for them: only what begins from now on is sent.
 *
 * @param language of the page, in which the e-mails are if the person leaves the language to the browser
 */
export function chooseEvents(
  db: Db,
  person: Person,
  { events, language }: { events: readonly string[]; language: string },
  now = Date.now()
): void {
  const offered: readonly string[] = offeredEvents(person);
  if (!events.every((event) => offered.includes(event)))
    refuse.invalid(leadSays('mailNotChosen'), [problemAt('events', fieldSays('mailEvents'))]);
  for (const projectId of person.roles.keys()) noteEvents(db, projectId, now);
  const chosen = projectEvents.filter((event) => events.includes(event)).join(' ');
  write(db, (tx) => {
    const row = { events: chosen, language, changedAt: now };
    tx.insert(schema.mailChoice)
      .values({ userId: person.id, ...row })
      .onConflictDoUpdate({ target: schema.mailChoice.userId, set: row })
      .run();
    const detail = { events: chosen };
    record(tx, person, { ...{ projectId: null, action: 'mail.choose', entity: 'user', entityId: person.id, detail } });
  });
}
