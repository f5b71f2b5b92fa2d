import { and, eq, isNull, sql } from 'drizzle-orm';
import { refuse, type Problem, worded, fieldSays, problemAt } from '../../errors.ts';
import { builtOnce } from '../../server/db/built-once.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import type { Query } from './query-rows.server.ts';
import type { ImportedReport } from './benchmark.ts';
import { ByName, nameKey, oneForm } from '../../names.ts';
import { isDay } from '../../stats/writing/days.ts';
import { nextQueryPosition } from './query-plan.server.ts';
import { firstHeading } from './reports.ts';
import type { System } from './systems.server.ts';
import { readSystemDescription } from './systems.ts';

export interface ReportImportOptions {
  /** Known facts of the systems, by name. Fills empty fields only: `describeSystem` changes them. */
  systems?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Make a query for a qid that the project does not have, from the report's file or its first heading. */
  createQueries?: boolean;
  /** A report that differs from the stored one of its system and query is a corrected revision of it, not a mistake. */
  corrected?: boolean;
  /** ISO date on which reports were collected that bring none of their own and are of a system without one. */
  collected?: string;
}

export interface ReportImport {
  /** `corrected`: revisions that took the place of earlier ones. */
  reports: { added: number; unchanged: number; corrected?: number };
  systems: { added: number; updated: number };
  queries: { added: number };
}

/** A report whose text is stored already, under its hash. */
export interface KeptReport extends Omit<ImportedReport, 'markdown'> {
  sha256: string;
  /** Stands for the query if it has none. */
  heading: string;
}

/** @param sha256 what `storeText` gave for its text */
export const keptReport = ({ markdown, ...report }: ImportedReport, sha256: string): KeptReport => ({
  ...report,
  sha256,
  // A part of a string keeps the whole in memory; a copy does not.
  heading: Buffer.from(firstHeading(markdown)).toString()
});

const { report } = schema;
const hole = sql.placeholder;

const storedReport = builtOnce((db) =>
  db
    .select({
      ...{ id: report.id, sha256: report.sha256, source: report.source, collectedAt: report.collectedAt },
      ...{ revision: report.revision, archivedAt: report.archivedAt }
    })
    .from(report)
    .where(and(eq(report.systemId, hole('systemId')), eq(report.queryId, hole('queryId')), isNull(report.replacedAt)))
    .prepare()
);

const putReport = builtOnce((db) =>
  db
    .insert(report)
    .values({
      ...{ id: hole('id'), projectId: hole('projectId'), systemId: hole('systemId'), queryId: hole('queryId') },
      ...{ sha256: hole('sha256'), collectedAt: hole('collectedAt') },
      ...{ source: hole('source'), importedAt: hole('importedAt'), revision: hole('revision') }
    })
    .prepare()
);

/** Writes as it goes; `finish` refuses if a problem was met, which undoes everything with the transaction. */
export class ReportImporter {
  readonly #tx: Db;
  readonly #projectId: string;
  readonly #options: ReportImportOptions;
  readonly #now = Date.now();
  #position: number;
  readonly #systems = new ByName<System>();
  readonly #queries: ByName<Query>;
  readonly #stored: ByName<System>;
  /** Systems that this import made have no reports before. */
  readonly #made = new Set<string>();
  readonly #problems: Problem[] = [];
  readonly #result: ReportImport = {
    reports: { added: 0, unchanged: 0 },
    systems: { added: 0, updated: 0 },
    queries: { added: 0 }
  };

  constructor(tx: Db, projectId: string, options: ReportImportOptions) {
    this.#tx = tx;
    this.#projectId = projectId;
    this.#options = options;
    const { collected } = options;
    if (collected !== undefined && !isDay(collected))
      this.#problems.push(problemAt('collected', fieldSays('dateLike', { example: '2025-09-30' }), collected));
    this.#position = nextQueryPosition(tx, projectId);
    const queries = tx.select().from(schema.query).where(eq(schema.query.projectId, projectId)).all();
    this.#queries = new ByName(queries, ({ qid }) => qid);
    const systems = tx.select().from(schema.system).where(eq(schema.system.projectId, projectId)).all();
    this.#stored = new ByName(systems, ({ name }) => name);
  }

  take(given: KeptReport): void {
    const query = this.#query(given);
    const system = this.#system(given.system);
    if (!query) return;
    const stored = this.#storedOf(system.id, query.id);
    // A date of the system's own counts for all of its reports.
    const collectedAt = given.collectedAt ?? (system.collectedAt === null ? (this.#options.collected ?? null) : null);
    const hidden = [
      system.archivedAt === null ? null : `The system ${system.name}`,
      query.archivedAt === null ? null : `The query ${query.qid}`,
      stored?.archivedAt == null ? null : `The report of ${system.name} on ${query.qid}`
    ].find((one) => one !== null);
    if (hidden !== undefined && stored?.sha256 !== given.sha256)
      this.#complain(given, `${hidden} is in the archive. Restore it first, or delete it there`);
    else if (stored?.sha256 === given.sha256) {
      this.#result.reports.unchanged += 1;
      if (stored.collectedAt === null && collectedAt !== null)
        this.#tx.update(schema.report).set({ collectedAt }).where(eq(schema.report.id, stored.id)).run();
    } else if (stored && !this.#options.corrected)
      this.#complain(
        given,
        `The system ${given.system} already has a report on the query ${given.qid} (from ${stored.source}), and reports cannot be changed. Import it as a corrected revision, or as a new collection under another system name, such as "${given.system} ${new Date(this.#now).toISOString().slice(0, 7)}"`
      );
    else {
      if (stored)
        this.#tx.update(schema.report).set({ replacedAt: this.#now }).where(eq(schema.report.id, stored.id)).run();
      putReport(this.#tx).run({
        id: newId(),
        projectId: this.#projectId,
        systemId: system.id,
        queryId: query.id,
        sha256: given.sha256,
        collectedAt,
        source: given.source,
        importedAt: this.#now,
        revision: (stored?.revision ?? 0) + 1
      });
      const { reports } = this.#result;
      if (stored) reports.corrected = (reports.corrected ?? 0) + 1;
      else reports.added += 1;
    }
  }

  #storedOf(systemId: string, queryId: string): ReturnType<ReturnType<typeof storedReport>['get']> {
    return this.#made.has(systemId) ? undefined : storedReport(this.#tx).get({ systemId, queryId });
  }

  finish(): ReportImport {
    if (this.#problems.length > 0) refuse.invalid(worded('nothingImported'), this.#problems);
    return this.#result;
  }

  #complain(given: KeptReport, reason: string, found?: string): void {
    this.#problems.push({ row: null, column: given.source, reason, ...(found === undefined ? {} : { found }) });
  }

  #query(given: KeptReport): Query | null {
    const known = this.#queries.get(given.qid);
    if (known) {
      if (given.queryText !== null && known.origin === 'imported' && given.queryText !== known.text)
        this.#complain(
          given,
          `The report answers a different query than the project's ${given.qid}, which begins "${known.text.slice(0, 80)}". Check the qid`,
          given.queryText.slice(0, 160)
        );
      return known;
    }
    if (!this.#options.createQueries) {
      this.#complain(
        given,
        `The project has no query ${given.qid}. Import the queries first, check the qid, or have queries made from the reports' headings`,
        given.qid
      );
      return null;
    }
    const made: Query = {
      id: newId(),
      projectId: this.#projectId,
      qid: oneForm(given.qid),
      qidKey: nameKey(given.qid),
      text: given.queryText ?? given.heading,
      placeholderFree: null,
      domain: null,
      category: null,
      language: null,
      origin: given.queryText === null ? 'heading' : 'imported',
      position: this.#position++,
      createdAt: this.#now,
      retiredAt: null,
      archivedAt: null
    };
    this.#tx.insert(schema.query).values(made).run();
    this.#queries.set(made.qid, made);
    this.#result.queries.added += 1;
    return made;
  }

  #system(name: string): System {
    const seen = this.#systems.get(name);
    if (seen) return seen;
    const told = this.#options.systems;
    const fields = told && Object.hasOwn(told, name) ? (told[name] ?? {}) : {};
    const { description, problems } = readSystemDescription(fields);
    for (const problem of problems) this.#problems.push({ ...problem, column: `${name}: ${problem.column}` });
    const stored = this.#stored.get(name);
    const system = stored ? this.#fill(stored, description) : this.#addSystem(name, description);
    this.#systems.set(name, system);
    return system;
  }

  #addSystem(name: string, description: Partial<System>): System {
    const unknown = {
      provider: null,
      family: null,
      backbone: null,
      category: null,
      budget: null,
      collectedHow: null,
      collectedAt: null
    };
    const system: System = {
      ...unknown,
      ...description,
      id: newId(),
      projectId: this.#projectId,
      name: oneForm(name),
      nameKey: nameKey(name),
      createdAt: this.#now,
      archivedAt: null
    };
    this.#tx.insert(schema.system).values(system).run();
    this.#made.add(system.id);
    this.#result.systems.added += 1;
    return system;
  }

  #fill(stored: System, description: Partial<System>): System {
    const news = Object.entries(description).filter(
      ([field, value]) => value !== null && stored[field as keyof System] === null
    );
    if (news.length === 0) return stored;
    const set = Object.fromEntries(news) as Partial<System>;
    this.#tx.update(schema.system).set(set).where(eq(schema.system.id, stored.id)).run();
    this.#result.systems.updated += 1;
    return { ...stored, ...set };
  }
}
