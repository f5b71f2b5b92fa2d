import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { project } from './benchmark.ts';
import { keptJson } from './kept-json.ts';

export const user = sqliteTable('user', {
  id: text('id').primaryKey(),
  email: text('email').notNull().unique(),
  name: text('name').notNull(),
  /** argon2id; null until the person has set a password. */
  passwordHash: text('password_hash'),
  admin: integer('admin', { mode: 'boolean' }).notNull().default(false),
  /** Tag of the language of the person's pages, such as `zh-Hans`; null if the browser decides. */
  language: text('language'),
  /** Keys of pages of work that the person changed, by action; null if none. */
  keys: keptJson<Record<string, string> | null>('keys', null),
  createdAt: integer('created_at').notNull(),
  /** Since when the account is closed, which is its archive. */
  disabledAt: integer('disabled_at'),
  /** When name, address and password were erased; the row stays, under a pseudonym, for what the person judged. */
  erasedAt: integer('erased_at')
});

/** `id` is the SHA-256 of the token in the cookie: a reader of the database gets no session. */
export const session = sqliteTable('session', {
  id: text('id').primaryKey(),
  userId: text('user_id')
    .notNull()
    .references(() => user.id, { onDelete: 'cascade' }),
  createdAt: integer('created_at').notNull(),
  /** When it was last used, to the hour. */
  seenAt: integer('seen_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
  /** Browser and system in words, for the person's own list. */
  browser: text('browser').notNull().default('')
});

/** A person's role in one project; several roles are several rows. */
export const membership = sqliteTable(
  'membership',
  {
    projectId: text('project_id')
      .notNull()
      .references(() => project.id),
    userId: text('user_id')
      .notNull()
      .references(() => user.id),
    role: text('role', { enum: ['annotator', 'reviewer', 'adjudicator', 'lead', 'viewer'] }).notNull(),
    createdAt: integer('created_at').notNull()
  },
  (t) => [primaryKey({ columns: [t.projectId, t.userId, t.role] })]
);

/** A one-time link. The role is fixed here, never taken from the visitor. `purpose` set-up makes the first admin. */
export const invitation = sqliteTable(
  'invitation',
  {
    id: text('id').primaryKey(),
    tokenHash: text('token_hash').notNull(),
    purpose: text('purpose', { enum: ['set-up', 'join', 'reset'] }).notNull(),
    projectId: text('project_id').references(() => project.id),
    role: text('role', { enum: ['annotator', 'reviewer', 'adjudicator', 'lead', 'viewer'] }),
    /** For `reset`: whose password. */
    userId: text('user_id').references(() => user.id),
    /** Intended person, as the lead wrote it. */
    note: text('note').notNull().default(''),
    /** From a list of people: e-mail and name, with which the form of the link is filled in. */
    email: text('email'),
    name: text('name').notNull().default(''),
    createdBy: text('created_by').references(() => user.id),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    usedAt: integer('used_at'),
    usedBy: text('used_by').references(() => user.id),
    revokedAt: integer('revoked_at')
  },
  (t) => [
    uniqueIndex('invitation_token').on(t.tokenHash),
    uniqueIndex('invitation_one_set_up')
      .on(t.purpose)
      .where(sql`purpose = 'set-up' and used_at is null and revoked_at is null`)
  ]
);

/**
 * Tries of the last minutes that have not ended in a sign-in, reserved before a password is hashed. `subject` is a SHA-256: of an
 * account, an address, both or a device. Rows that no longer count are deleted with the next try.
 */
export const signInTry = sqliteTable(
  'sign_in_try',
  {
    subject: text('subject').primaryKey(),
    count: integer('count').notNull(),
    since: integer('since').notNull()
  },
  (t) => [index('sign_in_try_since').on(t.since)]
);

/**
 * Where a person has signed in before: `place` is the SHA-256 of a device's token or of an address. Strangers who guess a
 * person's password elsewhere do not lock these out.
 */
export const knownPlace = sqliteTable(
  'known_place',
  {
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    place: text('place').notNull(),
    seenAt: integer('seen_at').notNull()
  },
  (t) => [primaryKey({ columns: [t.userId, t.place] })]
);

/** Settings of this instance that are made once: secrets, schema facts. */
/** Forms that were sent and accepted, for a day: each is handled once. */
export const sentForm = sqliteTable('sent_form', {
  /** Hash of the form's token, its address, who sent it and what it said. */
  key: text('key').primaryKey(),
  at: integer('at').notNull()
});

export const setting = sqliteTable('setting', {
  key: text('key').primaryKey(),
  value: text('value').notNull()
});

/** Read entries of a person's inbox. An entry that changed later is unread again. */
export const inboxRead = sqliteTable(
  'inbox_read',
  {
    userId: text('user_id')
      .notNull()
      .references(() => user.id),
    /** Kind and id of the entry: `question:…`, `flag:…`, `return:…`. */
    entry: text('entry').notNull(),
    readAt: integer('read_at').notNull()
  },
  (t) => [primaryKey({ columns: [t.userId, t.entry] })]
);

/** An account at an identity provider that signs a person in. `issuer` and `subject` name it for good; an e-mail could change its owner. */
export const oidcIdentity = sqliteTable(
  'oidc_identity',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    createdAt: integer('created_at').notNull()
  },
  (t) => [primaryKey({ columns: [t.issuer, t.subject] }), index('oidc_identity_user').on(t.userId)]
);

/** The second factor of an account: an authenticator app (RFC 6238). It counts once it is confirmed. */
export const secondFactor = sqliteTable('second_factor', {
  userId: text('user_id')
    .primaryKey()
    .references(() => user.id, { onDelete: 'cascade' }),
  /** In base32, as apps take it. */
  secret: text('secret').notNull(),
  createdAt: integer('created_at').notNull(),
  /** Null until a first code was right. */
  confirmedAt: integer('confirmed_at'),
  /** Step of the last code that was used: neither it nor an earlier one works again. */
  lastStep: integer('last_step').notNull().default(0)
});

/** Codes for a lost device, each for one sign-in: SHA-256 of what was shown once. */
export const recoveryCode = sqliteTable(
  'recovery_code',
  {
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    hash: text('hash').notNull()
  },
  (t) => [primaryKey({ columns: [t.userId, t.hash] })]
);
