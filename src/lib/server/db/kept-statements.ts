import { LRUCache } from 'lru-cache';
import type Database from 'better-sqlite3';

const MOST = 1_000;
/** Pragmas act while they are compiled, and schemas are changed once: neither is kept. */
const KEEPS = /^\s*(?:select|insert|update|delete|with)\b/i;

/**
 * Lets a connection compile each statement once. Drizzle asks for it at every query, and compiling takes longer than most of
 * our queries run. The statements used last are kept.
 *
 * Drizzle reads one statement now as objects, now (`raw`) as lists: each way has a statement of its own, because the switch
 * stays with the statement.
 */
export function keepStatements(sqlite: Database.Database): void {
  const compile = sqlite.prepare.bind(sqlite) as (source: string) => Database.Statement;
  const kept = new LRUCache<string, Database.Statement>({ max: MOST });
  const prepare = (source: string): Database.Statement => {
    const known = kept.get(source);
    if (known) return known;
    const made = compile(source);
    if (!KEEPS.test(source)) return made;
    let inLists: Database.Statement | undefined;
    made.raw = () => (inLists ??= compile(source).raw());
    kept.set(source, made);
    return made;
  };
  sqlite.prepare = prepare as typeof sqlite.prepare;
}
