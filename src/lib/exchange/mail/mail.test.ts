import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { and, eq } from 'drizzle-orm';
import { headerOf, startSmtp, textOf, type SmtpStandIn } from '../../../../tests/stand-ins/smtp.ts';
import { authorize, instance, operator, type Person } from '../../server/auth/authorize.ts';
import { endAllAccess } from '../../server/auth/accounts/end-access.ts';
import { readInvitation, revokeInvitation } from '../../server/auth/accounts/invitations.ts';
import { inviteMany } from '../../server/auth/accounts/inviting-many.ts';
import { schema, write } from '../../server/db/client.ts';
import { eraseAccount } from '../../server/managing/erasing.ts';
import { judgeAll, setUp } from '../../studies/judging/judging.fixture.ts';
import { createStudy } from '../../studies/planning/studies.server.ts';
import { EventTurns } from '../events/event-turns.server.ts';
import { MAIL_PAUSE } from '../events/mail-queue.server.ts';
import { projectEvents, retryPauses, type ProjectEvent } from '../events/project-events.ts';
import { chooseEvents, chosenEvents, offeredEvents } from './mail-choices.server.ts';
import { mailInvitations, readMailLog, retryMail } from './mail-log.server.ts';
import { MailSender } from './mail-sender.server.ts';
import { mailSettings } from './mail-settings.ts';
import { smtpTransport } from './smtp.ts';

const PASSWORD = 'planted-smtp-password';
const shell = authorize(operator, instance, 'administer');

let smtp: SmtpStandIn;
beforeEach(async () => {
  smtp = await startSmtp();
});
afterEach(() => smtp.stop());

/** A study whose lead and annotators chose e-mails after it was made, and a run that can pause since. */
function scene(timeoutMs?: number) {
  const made = setUp();
  const { db, lead, annotators, runId } = made;
  const settings = mailSettings({
    VOIRDIRE_SMTP_URL: `smtp://voirdire:${PASSWORD}@127.0.0.1:${smtp.port}`,
    VOIRDIRE_MAIL_FROM: 'Voirdire <voirdire@lab.example>',
    ORIGIN: 'https://voirdire.example'
  })!;
  let now = Date.now();
  const choose = (person: Person, ...events: ProjectEvent[]) =>
    chooseEvents(db, person, { events, language: 'en' }, now);
  choose(lead, 'study.complete', 'run.paused', 'adoption.reopened');
  for (const one of annotators.slice(0, 2)) choose(one, 'work.waiting', 'question.answered');
  const turns = new EventTurns(
    db,
    [new MailSender(db, settings, { now: () => now, ...(timeoutMs !== undefined && { timeoutMs }) })],
    () => now
  );
  const setRun = (status: 'paused' | 'running') =>
    void db.update(schema.run).set({ status }).where(eq(schema.run.id, runId)).run();
  /** Lets the run pause anew, and sends what is due. */
  const pause = async () => {
    setRun('running');
    await turns.turn();
    setRun('paused');
    await turns.turn();
  };
  const log = () => readMailLog(db, shell).mails;
  return {
    ...made,
    settings,
    choose,
    turns,
    setRun,
    pause,
    log,
    wait: (ms: number) => void (now += ms),
    now: () => now
  };
}

const readers = (): string[] => smtp.received.flatMap(({ to }) => to).sort();

describe('an event', () => {
  it('that begins after the choice is mailed once to the lead: its kind, the project and a link', async () => {
    const { turns, pause, lead } = scene();
    await turns.turn();
    expect(smtp.received).toEqual([]);
    await pause();
    await turns.turn();
    expect(smtp.received).toHaveLength(1);
    const [mail] = smtp.received;
    expect(mail).toMatchObject({ from: 'voirdire@lab.example', to: [lead.email] });
    expect(headerOf(mail!, 'Subject')).toBe('Run paused: Example');
    expect(headerOf(mail!, 'From')).toBe('Voirdire <voirdire@lab.example>');
    expect(headerOf(mail!, 'Auto-Submitted')).toBe('auto-generated');
    expect(headerOf(mail!, 'Content-Type')).toContain('text/plain');
    expect(textOf(mail!)).toMatch(
      /^Run paused in the project Example\.\r?\n\r?\nhttps:\/\/voirdire\.example\/p\/example-\w+\/runs\r?\n/
    );
    expect(smtp.signIns).toEqual([`voirdire:${PASSWORD}`]);
  });

  it('of work reaches those with open work who chose it, and names neither system, judge, verdict nor label', async () => {
    const { db, turns, manage, input, annotators, secrets, lead } = scene();
    const [ana, ben, cleo, dan] = annotators;
    createStudy(db, manage, input({ name: 'Second' }));
    db.update(schema.user).set({ disabledAt: 1 }).where(eq(schema.user.id, ben.id)).run();
    await turns.turn();
    expect(readers()).toEqual([ana.email]);
    const item = db.select().from(schema.studyItem).get()!;
    const asked = {
      studyItemId: item.id,
      question: 'planted question',
      askedAt: 1,
      answeredBy: lead.id,
      answeredAt: 2
    };
    for (const { id } of [ana, cleo])
      db.insert(schema.studyQuestion)
        .values({ ...asked, id: `asked-${id}`, userId: id, answer: 'planted answer' })
        .run();
    const first = db.select().from(schema.study).where(eq(schema.study.number, 1)).get()!;
    for (const one of db.select().from(schema.assignment).where(eq(schema.assignment.studyId, first.id)).all())
      if (one.userId !== ben.id)
        judgeAll(
          db,
          annotators.find(({ id }) => id === one.userId)!,
          one.id
        );
    await turns.turn();
    expect(readers()).toEqual([ana.email, ana.email]);
    db.update(schema.user).set({ disabledAt: null }).where(eq(schema.user.id, ben.id)).run();
    for (const one of db.select().from(schema.assignment).where(eq(schema.assignment.studyId, first.id)).all())
      if (one.userId === ben.id) judgeAll(db, ben, one.id);
    await turns.turn();
    expect(smtp.received.map((mail) => headerOf(mail, 'Subject'))).toEqual([
      'Work is waiting for you: Example',
      'Your question was answered: Example',
      'Study complete: Example'
    ]);
    const sent = smtp.received.map((mail) => mail.headers.join('\n') + textOf(mail)).join('\n');
    for (const secret of [...secrets, 'planted', ben.name, cleo.name, dan.name, 'coverage'])
      expect(sent).not.toContain(secret);
  });

  it('is mailed in the language of the reader', async () => {
    const { db, pause, lead } = scene();
    db.update(schema.user).set({ language: 'zh-Hans' }).where(eq(schema.user.id, lead.id)).run();
    await pause();
    expect(headerOf(smtp.received[0]!, 'Subject')).toBe('1 次评分运行已暂停：Example');
    expect(textOf(smtp.received[0]!)).toContain('您在“账号”页面选择了接收这些邮件');
  });

  it('cannot add a header or a reader by the name of a project or an address', async () => {
    const { db, pause, lead, log, projectId } = scene();
    const name = 'Example\r\nBcc: spy@x.example\r\n\r\nplanted body';
    db.update(schema.project).set({ name }).where(eq(schema.project.id, projectId)).run();
    await pause();
    const [mail] = smtp.received;
    expect(mail!.to).toEqual([lead.email]);
    expect(mail!.headers.filter((line) => /^bcc/i.test(line))).toEqual([]);
    expect(headerOf(mail!, 'Subject')).toBe('Run paused: Example Bcc: spy@x.example planted body');
    const hostile = [
      'a@x.example, spy@x.example',
      'a@x.example\r\nRCPT TO:<spy@x.example>',
      '<a@x.example> b@x.example'
    ];
    for (const email of hostile) {
      const other = scene();
      other.db.update(schema.user).set({ email }).where(eq(schema.user.id, other.lead.id)).run();
      await other.pause();
      expect(other.log()).toMatchObject([{ state: 'failed', problem: 'The address of the reader is not valid.' }]);
    }
    expect(smtp.received).toHaveLength(1);
    expect(log()).toMatchObject([{ state: 'delivered' }]);
  });

  it('is grouped: one e-mail per event and project in a quarter of an hour', async () => {
    const { turns, pause, wait } = scene();
    await pause();
    await pause();
    await pause();
    wait(MAIL_PAUSE - 1);
    await turns.turn();
    expect(smtp.received).toHaveLength(1);
    wait(1);
    await turns.turn();
    expect(smtp.received.map((mail) => headerOf(mail, 'Subject'))).toEqual([
      'Run paused: Example',
      '2 runs paused: Example'
    ]);
  });
});

describe('an e-mail', () => {
  it('that the server defers is tried again after longer and longer pauses, then fails, and an admin sends it again', async () => {
    const { db, turns, pause, wait, log } = scene();
    smtp.faults.recipient = '451 4.7.1 try later';
    await pause();
    for (const ms of retryPauses) {
      wait(ms);
      await turns.turn();
    }
    expect(log()).toMatchObject([
      { state: 'failed', tries: 7, problem: 'The mail server refused the recipient (451).' }
    ]);
    expect(smtp.sessions).toBe(retryPauses.length + 1);
    smtp.faults = {};
    retryMail(db, shell, log()[0]!.id);
    await turns.turn();
    expect(log()).toMatchObject([{ state: 'delivered', tries: 1 }]);
  });

  it('that the server refuses for good is not tried again', async () => {
    const refusals = {
      recipient: 'The mail server refused the recipient (550).',
      message: 'The mail server refused the message (554).'
    };
    for (const [step, problem] of Object.entries(refusals)) {
      const { turns, pause, wait, log } = scene();
      smtp.faults = { [step]: step === 'message' ? '554 5.7.1 no' : '550 5.1.1 unknown' };
      await pause();
      wait(retryPauses[0]);
      await turns.turn();
      expect(log()).toMatchObject([{ state: 'failed', tries: 1, problem }]);
    }
  });

  it('whose connection fails is tried again, by the same message id', async () => {
    const { turns, pause, wait, log, db } = scene(1_000);
    smtp.faults = { message: 'drop' };
    await pause();
    expect(log()).toMatchObject([{ state: 'waiting', problem: 'The connection to the mail server failed.' }]);
    const { id } = db.select().from(schema.mail).get()!;
    smtp.faults = { greeting: 'silent' };
    wait(retryPauses[0]);
    await turns.turn();
    expect(log()[0]!.problem).toBe('The mail server did not answer in time.');
    smtp.faults = {};
    wait(retryPauses[1]);
    await turns.turn();
    expect(log()).toMatchObject([{ state: 'delivered', tries: 3, problem: null }]);
    expect(headerOf(smtp.received[0]!, 'Message-ID')).toBe(`<${id}@voirdire.example>`);
  });

  it('waits if the answer of the server does not end, which is no silence', async () => {
    const transport = await smtpTransport(scene().settings, undefined, 100);
    smtp.faults.message = 'endless';
    expect(await transport.send({ id: 'a', to: 'ana@lab.example', subject: 'A', text: 'B' })).toEqual({
      ...{ problem: 'The mail server did not answer in time.', final: false, unreachable: true }
    });
  });

  it('waits if the server refuses the sign-in, and no password is stored, logged or shown', async () => {
    const { db, turns, setRun, log, choose, annotators, manage, input } = scene();
    smtp.faults.auth = `535 5.7.8 no: ${PASSWORD}`;
    choose(annotators[1]);
    createStudy(db, manage, input({ name: 'Second' }));
    setRun('paused');
    await turns.turn();
    expect(log().map(({ state, tries }) => [state, tries])).toEqual(
      expect.arrayContaining([
        ['waiting', 1],
        ['waiting', 0]
      ])
    );
    expect(log().find(({ tries }) => tries === 1)!.problem).toBe('The mail server refused the sign-in (535).');
    expect(JSON.stringify([db.select().from(schema.mail).all(), db.select().from(schema.audit).all(), readMailLog(db, shell)])).not.toContain(PASSWORD); // prettier-ignore
  });

  it('that waits is not sent to a reader who is gone, or who chose otherwise since', async () => {
    const changes: Record<string, (of: ReturnType<typeof scene>) => void> = {
      'The account is closed.': ({ db, lead }) =>
        void db.update(schema.user).set({ disabledAt: 1 }).where(eq(schema.user.id, lead.id)).run(),
      'The reader does not want these e-mails any more.': ({ choose, lead }) => choose(lead),
      'The reader has no such role in the project any more.': ({ db, lead }) =>
        void db.update(schema.membership).set({ role: 'viewer' }).where(eq(schema.membership.userId, lead.id)).run(),
      'The project is in the archive.': ({ db, projectId }) =>
        void db.update(schema.project).set({ archivedAt: 1 }).where(eq(schema.project.id, projectId)).run(),
      'It waited in a backup that was restored.': ({ db }) => endAllAccess(db, 'test'),
      'It could not be sent within two days.': ({ wait }) => wait(3 * 86_400_000)
    };
    for (const [problem, change] of Object.entries(changes)) {
      const of = scene();
      smtp.faults.greeting = 'drop';
      await of.pause();
      expect(of.log()).toMatchObject([{ state: 'waiting', tries: 1 }]);
      change(of);
      smtp.faults = {};
      of.wait(retryPauses[0]);
      await of.turns.turn();
      expect(of.log()).toMatchObject([{ state: 'failed', problem }]);
    }
    expect(smtp.received).toEqual([]);
  });

  it('of an erased account is deleted with its choice', async () => {
    const { db, pause, lead, log } = scene();
    smtp.faults.greeting = 'drop';
    await pause();
    db.update(schema.user).set({ disabledAt: 1 }).where(eq(schema.user.id, lead.id)).run();
    write(db, (tx) => eraseAccount(tx, lead.id));
    expect(log()).toEqual([]);
    expect(chosenEvents(db, lead)).toEqual([]);
  });
});

describe('an invitation by e-mail', () => {
  const people = [{ row: 1, email: 'ana@new.example', name: 'Ana', role: 'annotator' as const }];
  const linkIn = (at: number): string => /\/join\/(\S+)/.exec(textOf(smtp.received[at]!))![1]!;

  it('holds a new link that works; the link before does not, and the database holds neither', async () => {
    const { db, manage, turns, now } = scene();
    const [made] = inviteMany(db, manage, people);
    expect(mailInvitations(db, manage, { ids: [made!.id], language: 'zh-Hans' }, now())).toBe(1);
    await turns.turn();
    expect(smtp.received[0]!.to).toEqual(['ana@new.example']);
    expect(headerOf(smtp.received[0]!, 'Subject')).toBe('邀请您加入 Example');
    expect(readInvitation(db, linkIn(0))).toMatchObject({ id: made!.id, role: 'annotator' });
    expect(() => readInvitation(db, made!.token)).toThrow();
    const stored = JSON.stringify([db.select().from(schema.mail).all(), db.select().from(schema.audit).all()]);
    expect(stored).not.toContain(linkIn(0));
    const acts = db.select({ action: schema.audit.action }).from(schema.audit).where(and(eq(schema.audit.entityId, made!.id))).all(); // prettier-ignore
    expect(acts.map(({ action }) => action)).toEqual(['invitation.create', 'invitation.mail', 'invitation.renew']);
  });

  it('is not sent once it was withdrawn, and not queued without an address or for another project', async () => {
    const { db, manage, turns, log, now } = scene();
    const [made] = inviteMany(db, manage, people);
    mailInvitations(db, manage, { ids: [made!.id], language: 'en' }, now());
    mailInvitations(db, manage, { ids: [made!.id], language: 'en' }, now());
    revokeInvitation(db, manage, made!.id);
    await turns.turn();
    expect(smtp.received).toEqual([]);
    expect(log()).toMatchObject([{ state: 'failed', problem: 'The invitation was used or withdrawn.' }]);
    const other = scene();
    for (const ids of [[made!.id], [], ['nothing']])
      expect(() => mailInvitations(other.db, other.manage, { ids, language: 'en' })).toThrow(/No invitation was sent/);
  });
});

describe('the choice of events', () => {
  it('starts with none; annotators are offered those about their own work only', () => {
    const { db, annotators, lead, admin } = setUp();
    expect([chosenEvents(db, lead), offeredEvents(admin)]).toEqual([[], ['work.waiting', 'question.answered']]);
    expect(offeredEvents(lead)).toEqual(projectEvents);
    expect(offeredEvents(annotators[0])).toEqual(['work.waiting', 'question.answered']);
    for (const events of [['run.paused'], ['nothing']])
      expect(() => chooseEvents(db, annotators[0], { events, language: 'en' })).toThrow(/not saved/);
  });
});

describe('mailSettings', () => {
  const all = {
    VOIRDIRE_SMTP_URL: 'smtp://u%40x:p%2Fw@mail.example',
    VOIRDIRE_MAIL_FROM: 'voirdire@lab.example',
    ORIGIN: 'https://v.example/'
  };
  it('reads server, sign-in, sender and TLS; a password needs TLS', () => {
    expect(mailSettings({})).toBeNull();
    expect(mailSettings(all)).toEqual({
      ...{ host: 'mail.example', port: 587, tls: 'required', login: { user: 'u@x', password: 'p/w' } },
      ...{ from: { name: '', address: 'voirdire@lab.example' }, origin: 'https://v.example' }
    });
    const tlsOf = (url: string) => mailSettings({ ...all, VOIRDIRE_SMTP_URL: url })?.tls;
    expect(tlsOf('smtps://u:p@mail.example')).toBe('start');
    expect(tlsOf('smtp://relay:25')).toBe('offered');
    expect(tlsOf('smtp://relay:25?tls=none')).toBe('none');
    expect(tlsOf('smtp://relay:25?tls=required')).toBe('required');
    expect(() => tlsOf('smtp://u:planted@mail.example?tls=none')).toThrow(/^(?!.*planted).*TLS only/);
  });

  it('names the variable that is wrong and never the password', () => {
    for (const name of Object.keys(all)) expect(() => mailSettings({ ...all, [name]: '' })).toThrow(name);
    const wrong = { VOIRDIRE_SMTP_URL: 'http://u:planted@x', VOIRDIRE_MAIL_FROM: 'a@b\r\nBcc: c@d', ORIGIN: 'ftp://x' };
    for (const [name, value] of Object.entries(wrong))
      expect(() => mailSettings({ ...all, [name]: value })).toThrow(new RegExp(`^(?!.*planted).*${name}`));
  });

  it('sends nothing with a password to a server that offers no TLS', async () => {
    const { db, pause, settings, log, now } = scene();
    const strict = new MailSender(db, { ...settings, tls: 'required' }, { now });
    smtp.faults.greeting = 'drop';
    await pause();
    smtp.faults = {};
    db.update(schema.mail).set({ nextAt: 0 }).run();
    await strict.sendDue();
    expect([smtp.signIns, smtp.received]).toEqual([[], []]);
    expect(log()).toMatchObject([{ state: 'waiting', tries: 2, problem: 'The mail server offers no valid TLS.' }]);
  });
});
