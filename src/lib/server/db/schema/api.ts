import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { project } from './benchmark.ts';
import { json } from './kept-json.ts';
import { invitation, user } from './people.ts';

/** A personal token of the API. Its text is shown once; only its SHA-256 is kept. */
export const apiToken = sqliteTable(
  'api_token',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** How the token begins, by which its owner and the audit trail recognise it. */
    prefix: text('prefix').notNull(),
    hash: text('hash').notNull(),
    /** Scopes, separated by spaces. */
    scopes: text('scopes').notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** When it was last used, to a quarter of an hour. */
    usedAt: integer('used_at')
  },
  (t) => [uniqueIndex('api_token_hash').on(t.hash), index('api_token_user').on(t.userId)]
);

/** Answers to requests of the API that had an idempotency key, for a day: a repeated request gets the same answer. */
export const apiAnswer = sqliteTable(
  'api_answer',
  {
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** SHA-256 of the key. */
    key: text('key').notNull(),
    /** SHA-256 of method, address and body. */
    request: text('request').notNull(),
    status: integer('status').notNull(),
    body: text('body').notNull(),
    at: integer('at').notNull()
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index('api_answer_at').on(t.at)]
);

/** A read-only link to one page of results for people without an account. Its text is shown once; only its SHA-256 is kept. */
export const shareLink = sqliteTable(
  'share_link',
  {
    id: text('id').primaryKey(),
    tokenHash: text('token_hash').notNull(),
    projectId: text('project_id')
      .notNull()
      .references(() => project.id),
    kind: text('kind', { enum: ['leaderboard', 'run', 'alignment', 'card'] }).notNull(),
    /** Id of the run, study or card; null for the leaderboard, which is that of the project's default run. */
    thingId: text('thing_id'),
    /** As lists show it. */
    label: text('label').notNull(),
    /** Null for the command line. The link ends if the person manages the project no more. */
    createdBy: text('created_by'),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    revokedAt: integer('revoked_at'),
    /** When it was last used, to a quarter of an hour. */
    usedAt: integer('used_at')
  },
  (t) => [uniqueIndex('share_link_token').on(t.tokenHash)]
);

/** An address outside to which events of a project are sent. */
export const webhook = sqliteTable(
  'webhook',
  {
    id: text('id').primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => project.id),
    url: text('url').notNull(),
    /** Events, separated by spaces. */
    events: text('events').notNull(),
    /** Key of the signatures. Signing needs its text, so it is stored as such and shown once. */
    secret: text('secret').notNull(),
    createdAt: integer('created_at').notNull(),
    /** Since when nothing is sent, after a backup was restored; null while it is in use. */
    pausedAt: integer('paused_at')
  },
  (t) => [index('webhook_project').on(t.projectId)]
);

/** An event of a project, found in its data. It holds numbers only: no name, text, label, system or judge. */
export const notice = sqliteTable(
  'notice',
  {
    id: text('id').primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => project.id),
    event: text('event').notNull(),
    /** Names the state of the project that is the event, while it lasts; null afterwards, so that it can occur again. */
    lasting: text('lasting'),
    data: json<Record<string, string | number>>('notice', 'data').notNull(),
    at: integer('at').notNull()
  },
  (t) => [uniqueIndex('notice_lasting').on(t.projectId, t.event, t.lasting)]
);

/** One event on its way to one address: a stored queue and its log. */
export const webhookDelivery = sqliteTable(
  'webhook_delivery',
  {
    id: text('id').primaryKey(),
    webhookId: text('webhook_id')
      .notNull()
      .references(() => webhook.id),
    noticeId: text('notice_id')
      .notNull()
      .references(() => notice.id),
    state: text('state', { enum: ['waiting', 'delivered', 'failed'] }).notNull(),
    tries: integer('tries').notNull(),
    /** When it is sent next, in ms. A try that is under way has moved it on, so that a kill delays it only. */
    nextAt: integer('next_at').notNull(),
    /** Status of HTTP of the last try; null without an answer. */
    status: integer('status'),
    /** Why the last try failed. */
    problem: text('problem'),
    createdAt: integer('created_at').notNull(),
    endedAt: integer('ended_at')
  },
  (t) => [index('webhook_delivery_due').on(t.state, t.nextAt), index('webhook_delivery_webhook').on(t.webhookId)]
);

/** Events that a person chose to get by e-mail. */
export const mailChoice = sqliteTable('mail_choice', {
  userId: text('user_id')
    .primaryKey()
    .references(() => user.id, { onDelete: 'cascade' }),
  /** Separated by spaces; empty for none. */
  events: text('events').notNull(),
  /** Language of the page on which they chose: that of the e-mails of a person who leaves the language to the browser. */
  language: text('language').notNull(),
  changedAt: integer('changed_at').notNull()
});

/** An e-mail: a stored queue and its log. Its text is written when it is sent, so that no link rests here. */
export const mail = sqliteTable(
  'mail',
  {
    id: text('id').primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => project.id),
    /** Reader of an event; null for an invitation. */
    userId: text('user_id').references(() => user.id),
    /** Null for an invitation. */
    event: text('event'),
    /** Events that it covers. */
    events: integer('events').notNull(),
    /** Null for events. It gets a new link with every try. */
    invitationId: text('invitation_id').references(() => invitation.id),
    /** Language of an invitation: that of the lead. */
    language: text('language'),
    state: text('state', { enum: ['waiting', 'delivered', 'failed'] }).notNull(),
    tries: integer('tries').notNull(),
    /** When it is sent next, in ms. A try that is under way has moved it on, so that a kill delays it only. */
    nextAt: integer('next_at').notNull(),
    /** Why it was not sent; the mail server's codes, never its text. */
    problem: text('problem'),
    createdAt: integer('created_at').notNull(),
    endedAt: integer('ended_at')
  },
  (t) => [
    index('mail_due').on(t.state, t.nextAt),
    uniqueIndex('mail_one_waiting')
      .on(t.userId, t.projectId, t.event)
      .where(sql`state = 'waiting' and event is not null`),
    uniqueIndex('mail_one_invitation')
      .on(t.invitationId)
      .where(sql`state = 'waiting' and invitation_id is not null`)
  ]
);
