import { afterAll, beforeAll } from 'vitest';
import { findPostgres, startPostgres } from '../../scripts/postgres.mjs';

const programs = findPostgres();

/** Why tests that need PostgreSQL are skipped here; null if they are not. */
export const withoutPostgres: string | null =
  programs === null
    ? 'PostgreSQL was not found: install it, or name the folder of its programs in VOIRDIRE_POSTGRES.'
    : null;

type Server = Awaited<ReturnType<typeof startPostgres>>;

/** A PostgreSQL server of this test file, on loopback, from its first test to its last. */
export function postgresOfTests(): () => Server {
  let server: Server | undefined;
  beforeAll(async () => {
    if (programs === null) console.log(`Skipped: ${withoutPostgres}`);
    else server = await startPostgres(programs);
  });
  afterAll(() => server?.stop());
  return () => server!;
}
