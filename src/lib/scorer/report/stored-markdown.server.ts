import { eq, sql } from 'drizzle-orm';
import { builtOnce } from '../../server/db/built-once.ts';
import { schema } from '../../server/db/client.ts';
import { reportMarkdown } from '../../server/db/report-text.ts';

/** The text of a report as it was imported, by its id. */
export const storedMarkdown = builtOnce((db) =>
  db
    .select({ markdown: reportMarkdown })
    .from(schema.report)
    .where(eq(schema.report.id, sql.placeholder('id')))
    .prepare()
);
