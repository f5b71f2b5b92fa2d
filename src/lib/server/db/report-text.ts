import { inArray, notExists, eq, sql, and } from 'drizzle-orm';
import { builtOnce } from './built-once.ts';
import { schema, type Db } from './client.ts';
import { sha256 } from './id.ts';

const { report, reportText } = schema;

/** The text of `report` as a column of a query; texts stand in a table of their own, by their hash. */
export const reportMarkdown = sql<string>`(select ${reportText.markdown} from ${reportText} where ${reportText.hash} = ${report.sha256})`;

const putText = builtOnce((db) =>
  db
    .insert(reportText)
    .values({ hash: sql.placeholder('hash'), markdown: sql.placeholder('markdown') })
    .onConflictDoNothing()
    .prepare()
);

/** Keeps a text, if it is not kept already. */
export function storeText(tx: Db, markdown: string): { hash: string; added: boolean } {
  const hash = sha256(markdown);
  return { hash, added: putText(tx).run({ hash, markdown }).changes > 0 };
}

/** Hashes of texts that no report has: of imports that were refused or cut off. */
export const unusedTexts = (db: Db): string[] =>
  db.select({ hash: reportText.hash }).from(reportText).where(isUnused(db)).all().map(({ hash }) => hash); // prettier-ignore

/** Removes those of the texts that no report has. */
export const removeUnused = (tx: Db, hashes: readonly string[]): void =>
  void tx
    .delete(reportText)
    .where(and(inArray(reportText.hash, [...hashes]), isUnused(tx)))
    .run();

const isUnused = (db: Db) =>
  notExists(
    db
      .select({ one: sql`1` })
      .from(report)
      .where(eq(report.sha256, reportText.hash))
  );
