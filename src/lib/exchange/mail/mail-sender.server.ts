import { and, asc, desc, eq, lt, lte, ne, sql } from 'drizzle-orm';
import { isLanguage } from '../../messages/languages.ts';
import { renewLink } from '../../server/auth/accounts/inviting-many.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { MAIL_PAUSE, queueMail } from '../events/mail-queue.server.ts';
import { isLastTry, isProjectEvent, leadEvents, nextTry } from '../events/project-events.ts';
import { isMailAddress, type MailSettings } from './mail-settings.ts';
import { eventMail, invitationMail } from './mail-text.ts';
import { smtpTransport, type Letter, type MailOutcome, type MailTransport } from './smtp.ts';

/** E-mails of one turn at most. */
const AT_ONCE = 50;
const DAY = 86_400_000;
/** An e-mail that could not be sent for so long says nothing new. */
const TOO_OLD = 2 * DAY;
const KEPT = 30 * DAY;

type Mail = typeof schema.mail.$inferSelect;
type Project = typeof schema.project.$inferSelect;

interface Claimed {
  mail: Mail;
  letter: Letter;
}

interface MailOptions {
  now?: () => number;
  /** Longest time for each answer of the mail server, in ms. */
  timeoutMs?: number;
}

/** Sends e-mails that are due, one after another, by the stored queue. Each is accepted by the mail server, or logged as failed. */
export class MailSender {
  readonly #db: Db;
  readonly #settings: MailSettings;
  readonly #now: () => number;
  readonly #timeoutMs: number | undefined;
  #transport: Promise<MailTransport> | null = null;

  constructor(db: Db, settings: MailSettings, { now = Date.now, timeoutMs }: MailOptions = {}) {
    this.#db = db;
    this.#settings = settings;
    this.#now = now;
    this.#timeoutMs = timeoutMs;
  }

  async sendDue(): Promise<void> {
    for (let sent = 0; sent < AT_ONCE; sent += 1) {
      const claimed = this.#claim();
      if (!claimed) return;
      this.#transport ??= smtpTransport(this.#settings, this.#timeoutMs);
      const outcome = await (await this.#transport).send(claimed.letter);
      this.#keep(claimed.mail, outcome);
      // The others are due still, without a try used up.
      if (outcome.unreachable) return;
    }
  }

  /** The next e-mail that is due, counted as tried and moved on before it is sent, so that a kill repeats it later and not at once. */
  #claim(): Claimed | null {
    const now = this.#now();
    const { mail, project } = schema;
    const due = and(eq(mail.state, 'waiting'), lte(mail.nextAt, now));
    if (!this.#db.select({ id: mail.id }).from(mail).where(due).get()) return null;
    return write(this.#db, (tx) => {
      const rows = tx
        .select({ mail, project })
        .from(mail)
        .innerJoin(project, eq(project.id, mail.projectId))
        .where(due)
        .orderBy(asc(mail.nextAt), asc(mail.id))
        .all();
      for (const { mail: one, project: of } of rows) {
        const free = freeFrom(tx, one);
        if (free > now) {
          tx.update(mail).set({ nextAt: free }).where(eq(mail.id, one.id)).run();
          continue;
        }
        const letter = letterOf(tx, one, of, this.#settings.origin, now);
        if (typeof letter === 'string') {
          tx.update(mail).set({ state: 'failed', problem: letter, endedAt: now }).where(eq(mail.id, one.id)).run();
          continue;
        }
        tx.update(mail)
          .set({ tries: one.tries + 1, nextAt: nextTry(one.tries, now) })
          .where(eq(mail.id, one.id))
          .run();
        return { mail: { ...one, tries: one.tries + 1 }, letter };
      }
      return null;
    });
  }

  #keep({ id, tries, events }: Mail, { problem, final }: MailOutcome): void {
    const { mail } = schema;
    const now = this.#now();
    const state = problem === null ? 'delivered' : final || isLastTry(tries) ? 'failed' : 'waiting';
    write(this.#db, (tx) => {
      const before = tx.select().from(mail).where(eq(mail.id, id)).get();
      if (!before) return; // deleted with its project meanwhile
      tx.update(mail)
        .set({
          state,
          problem,
          events: problem === null ? events : before.events,
          endedAt: state === 'waiting' ? null : now
        })
        .where(eq(mail.id, id))
        .run();
      const { userId, projectId, event } = before;
      // Events that were added while it was under way are not in it.
      if (problem === null && before.events > events && userId !== null && event !== null)
        queueMail(tx, { userId, projectId, event }, before.events - events, now);
      tx.delete(mail)
        .where(and(ne(mail.state, 'waiting'), lt(mail.endedAt, now - KEPT)))
        .run();
    });
  }
}

/** When the pause after the reader's last e-mail about the same event and project ends; 0 without one. */
function freeFrom(tx: Db, { id, userId, projectId, event }: Mail): number {
  if (userId === null || event === null) return 0;
  const { mail } = schema;
  const last = tx
    .select({ endedAt: mail.endedAt })
    .from(mail)
    .where(
      and(
        ...[eq(mail.userId, userId), eq(mail.projectId, projectId), eq(mail.event, event)],
        ...[eq(mail.state, 'delivered'), ne(mail.id, id)]
      )
    )
    .orderBy(desc(mail.endedAt))
    .get();
  return last ? last.endedAt! + MAIL_PAUSE : 0;
}

/** An e-mail as it is sent now, or the reason why it is not sent any more. */
function letterOf(tx: Db, mail: Mail, project: Project, origin: string, now: number): Letter | string {
  if (mail.createdAt < now - TOO_OLD) return 'It could not be sent within two days.';
  if (project.archivedAt !== null) return 'The project is in the archive.';
  const letter =
    mail.event === null ? invitationOf(tx, mail, project, origin, now) : eventOf(tx, mail, project, origin);
  return typeof letter === 'string' || isMailAddress(letter.to) ? letter : 'The address of the reader is not valid.';
}

function eventOf(tx: Db, { id, userId, event, events }: Mail, project: Project, origin: string): Letter | string {
  const { mailChoice, membership, user } = schema;
  if (event === null || !isProjectEvent(event)) return 'There is no such event.';
  const reader = tx
    .select({ user, choice: mailChoice })
    .from(user)
    .leftJoin(mailChoice, eq(mailChoice.userId, user.id))
    .where(eq(user.id, userId!))
    .get();
  if (!reader || reader.user.disabledAt !== null) return 'The account is closed.';
  if (!reader.choice?.events.split(' ').includes(event)) return 'The reader does not want these e-mails any more.';
  const role = leadEvents.includes(event) ? eq(membership.role, 'lead') : sql`true`;
  const mine = and(eq(membership.userId, userId!), eq(membership.projectId, project.id), role);
  if (!tx.select({ role: membership.role }).from(membership).where(mine).get())
    return 'The reader has no such role in the project any more.';
  const language = [reader.user.language, reader.choice.language].find(isLanguage) ?? 'en';
  return { id, to: reader.user.email, ...eventMail(language, { event, events, project }, origin) };
}

function invitationOf(
  tx: Db,
  { id, invitationId, language }: Mail,
  project: Project,
  origin: string,
  now: number
): Letter | string {
  const renewed = renewLink(tx, invitationId!, now);
  if (renewed === null) return 'The invitation was used or withdrawn.';
  const { email, role, token } = renewed;
  if (email === null) return 'The invitation has no address.';
  const words = invitationMail(isLanguage(language) ? language : 'en', { project, role }, `${origin}/join/${token}`);
  return { id, to: email, ...words };
}
