import { loadPrompts } from '../../scorer/prompts/prompt-versions.server.ts';
import { loadRubrics } from '../../scorer/suites/rubrics/rubrics.server.ts';
import { openReader, type Db, type OpenDatabase } from '../../server/db/client.ts';

const open = new Map<string, OpenDatabase>();
process.once('exit', () => {
  for (const { close } of open.values()) close();
});

/** The connection of this thread to a database file, for reading only; closed when the thread ends. */
export function readerOf(file: string): Db {
  const known = open.get(file) ?? openReader(file);
  open.set(file, known);
  loadRubrics(known.db);
  loadPrompts(known.db);
  return known.db;
}
