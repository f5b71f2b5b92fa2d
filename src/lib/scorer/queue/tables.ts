/**
 * Tables of the queue in PostgreSQL, in a schema of their own. They hold the open parts of runs only: what the database of the
 * project has taken over is deleted. Values of ours are JSON in `text` columns: PostgreSQL's own JSON refuses the character U+0000, which a reply may contain.
 */

/** Number of this form of the tables. Programs with another number cannot share a queue. */
export const FORM = 1;

export const SCHEMA = 'voirdire';

export const tables = `
CREATE SCHEMA IF NOT EXISTS voirdire;
CREATE TABLE IF NOT EXISTS voirdire.form (number integer PRIMARY KEY);
CREATE TABLE IF NOT EXISTS voirdire.worker (
  name text PRIMARY KEY,
  about text NOT NULL,
  seen timestamptz NOT NULL
);
CREATE TABLE IF NOT EXISTS voirdire.run (
  id text PRIMARY KEY,
  project text NOT NULL,
  about text NOT NULL,
  state text NOT NULL,
  cap double precision,
  coordinated timestamptz NOT NULL,
  made timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE TABLE IF NOT EXISTS voirdire.report (
  run_id text NOT NULL REFERENCES voirdire.run ON DELETE CASCADE,
  id text NOT NULL,
  markdown text NOT NULL,
  PRIMARY KEY (run_id, id)
);
CREATE TABLE IF NOT EXISTS voirdire.part (
  id uuid PRIMARY KEY,
  run_id text NOT NULL REFERENCES voirdire.run ON DELETE CASCADE,
  about text NOT NULL,
  lease_owner text,
  lease_until double precision,
  crashes integer NOT NULL DEFAULT 0,
  result text
);
CREATE INDEX IF NOT EXISTS part_run ON voirdire.part (run_id);
CREATE TABLE IF NOT EXISTS voirdire.entry (
  seq bigserial NOT NULL,
  part_id uuid NOT NULL REFERENCES voirdire.part ON DELETE CASCADE,
  owner text NOT NULL,
  nth bigint NOT NULL,
  kind text NOT NULL,
  key text,
  body text NOT NULL,
  cost double precision,
  PRIMARY KEY (part_id, seq),
  UNIQUE (part_id, owner, nth)
);
CREATE INDEX IF NOT EXISTS entry_key ON voirdire.entry (key) WHERE kind = 'reply';
CREATE TABLE IF NOT EXISTS voirdire.page (
  run_id text NOT NULL REFERENCES voirdire.run ON DELETE CASCADE,
  key text NOT NULL,
  part_id uuid,
  owner text,
  body text,
  collected boolean NOT NULL DEFAULT false,
  PRIMARY KEY (run_id, key)
);
CREATE TABLE IF NOT EXISTS voirdire.search (
  run_id text NOT NULL REFERENCES voirdire.run ON DELETE CASCADE,
  key text NOT NULL,
  part_id uuid,
  owner text,
  body text,
  cost double precision,
  put text,
  collected boolean NOT NULL DEFAULT false,
  PRIMARY KEY (run_id, key)
);
CREATE TABLE IF NOT EXISTS voirdire.lookup (
  run_id text NOT NULL REFERENCES voirdire.run ON DELETE CASCADE,
  kind text NOT NULL,
  key text NOT NULL,
  answer text,
  PRIMARY KEY (run_id, kind, key)
);
CREATE INDEX IF NOT EXISTS lookup_open ON voirdire.lookup (run_id) WHERE answer IS NULL;
CREATE TABLE IF NOT EXISTS voirdire.purse (
  run_id text NOT NULL REFERENCES voirdire.run ON DELETE CASCADE,
  holder text NOT NULL,
  spent double precision NOT NULL DEFAULT 0,
  aside double precision NOT NULL DEFAULT 0,
  PRIMARY KEY (run_id, holder)
);
CREATE TABLE IF NOT EXISTS voirdire.account (name text PRIMARY KEY);
CREATE TABLE IF NOT EXISTS voirdire.block (
  id bigserial PRIMARY KEY,
  account text NOT NULL,
  at timestamptz NOT NULL,
  requests integer NOT NULL,
  tokens double precision NOT NULL
);
CREATE INDEX IF NOT EXISTS block_account ON voirdire.block (account, at);
CREATE TABLE IF NOT EXISTS voirdire.place (
  account text NOT NULL,
  worker text NOT NULL,
  held integer NOT NULL,
  wanted integer NOT NULL,
  PRIMARY KEY (account, worker)
);
`;
