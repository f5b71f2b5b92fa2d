import { and, asc, eq, type SQL } from 'drizzle-orm';
import { refuse, type Problem } from '../errors.ts';
import { record } from '../server/audit.ts';
import type { ProjectGrant } from '../server/auth/authorize.ts';
import { schema, write, type Db } from '../server/db/client.ts';
import { newId, sha256 } from '../server/db/id.ts';
import type { ImportedReport } from './benchmark.ts';
import { nextQueryPosition, type Query } from './benchmark.server.ts';
import { firstHeading } from './reports.ts';
import type { System } from './systems.server.ts';
import { readSystemDescription } from './systems.ts';

export type Report = typeof schema.report.$inferSelect;

type ResultsReader = ProjectGrant<'read-results' | 'manage'>;

/** A report without its text, for lists. */
export interface ReportRow {
  id: string;
  qid: string;
  systemId: string;
  system: string;
  collectedAt: string | null;
  source: string;
  importedAt: number;
}

/** Reports by system, then in the order of the queries. */
export function listReports(
  db: Db,
  grant: ResultsReader,
  filter: { systemId?: string; qid?: string } = {}
): ReportRow[] {
  const wanted: SQL[] = [eq(schema.report.projectId, grant.resource.id)];
  if (filter.systemId !== undefined) wanted.push(eq(schema.report.systemId, filter.systemId));
  if (filter.qid !== undefined) wanted.push(eq(schema.query.qid, filter.qid));
  return db
    .select({
      id: schema.report.id,
      qid: schema.query.qid,
      systemId: schema.system.id,
      system: schema.system.name,
      reportDate: schema.report.collectedAt,
      systemDate: schema.system.collectedAt,
      source: schema.report.source,
      importedAt: schema.report.importedAt
    })
    .from(schema.report)
    .innerJoin(schema.query, eq(schema.query.id, schema.report.queryId))
    .innerJoin(schema.system, eq(schema.system.id, schema.report.systemId))
    .where(and(...wanted))
    .orderBy(asc(schema.system.name), asc(schema.query.position))
    .all()
    .map(({ reportDate, systemDate, ...row }) => ({ ...row, collectedAt: reportDate ?? systemDate }));
}

/** A report with its query and system. A report without a date of its own was collected when its system's were. */
export function getReport(
  db: Db,
  grant: ResultsReader,
  reportId: string
): { report: Report; query: Query; system: System } {
  const row =
    db
      .select({ report: schema.report, query: schema.query, system: schema.system })
      .from(schema.report)
      .innerJoin(schema.query, eq(schema.query.id, schema.report.queryId))
      .innerJoin(schema.system, eq(schema.system.id, schema.report.systemId))
      .where(and(eq(schema.report.id, reportId), eq(schema.report.projectId, grant.resource.id)))
      .get() ?? refuse.notFound('report');
  return { ...row, report: { ...row.report, collectedAt: row.report.collectedAt ?? row.system.collectedAt } };
}

export interface ReportImportOptions {
  /** What is known of the systems, by name. Fills empty fields only: `describeSystem` changes them. */
  systems?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Make a query for a qid that the project does not have, from the report's file or its first heading. */
  createQueries?: boolean;
}

export interface ReportImport {
  reports: { added: number; unchanged: number };
  systems: { added: number; updated: number };
  queries: { added: number };
}

/**
 * Brings reports into the project, with the systems that wrote them: all of them or, where one contradicts what is stored, none.
 * A report that is stored already with the same text is left alone.
 */
export function importReports(
  db: Db,
  grant: ProjectGrant<'manage'>,
  reports: readonly ImportedReport[],
  options: ReportImportOptions = {}
): ReportImport {
  return write(db, (tx) => {
    const work = new ReportImporter(tx, grant.resource.id, options);
    for (const report of reports) work.take(report);
    const result = work.finish();
    if (result.reports.added + result.systems.added + result.systems.updated + result.queries.added > 0)
      record(tx, grant.actor, {
        projectId: grant.resource.id,
        action: 'reports.import',
        entity: 'project',
        entityId: grant.resource.id,
        detail: { ...result, from: [...new Set(reports.map(({ system }) => system))] }
      });
    return result;
  });
}

/** Writes as it goes; `finish` refuses where a problem was met, which undoes everything with the transaction. */
class ReportImporter {
  readonly #tx: Db;
  readonly #projectId: string;
  readonly #options: ReportImportOptions;
  readonly #now = Date.now();
  #position: number;
  readonly #systems = new Map<string, System>();
  readonly #queries: Map<string, Query>;
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
    this.#position = nextQueryPosition(tx, projectId);
    const queries = tx.select().from(schema.query).where(eq(schema.query.projectId, projectId)).all();
    this.#queries = new Map(queries.map((query) => [query.qid, query]));
  }

  take(given: ImportedReport): void {
    const query = this.#query(given);
    const system = this.#system(given.system);
    if (!query) return;
    const hash = sha256(given.markdown);
    const stored = this.#tx
      .select({ sha256: schema.report.sha256, source: schema.report.source })
      .from(schema.report)
      .where(and(eq(schema.report.systemId, system.id), eq(schema.report.queryId, query.id)))
      .get();
    if (stored?.sha256 === hash) this.#result.reports.unchanged += 1;
    else if (stored)
      this.#complain(
        given,
        `The system ${given.system} has another report on the query ${given.qid} (from ${stored.source}). Reports never change: import a new collection under another system name, such as "${given.system} ${new Date(this.#now).toISOString().slice(0, 7)}"`
      );
    else {
      this.#tx
        .insert(schema.report)
        .values({
          id: newId(),
          projectId: this.#projectId,
          systemId: system.id,
          queryId: query.id,
          markdown: given.markdown,
          sha256: hash,
          collectedAt: given.collectedAt,
          source: given.source,
          importedAt: this.#now
        })
        .run();
      this.#result.reports.added += 1;
    }
  }

  finish(): ReportImport {
    if (this.#problems.length > 0) refuse.invalid('Nothing was imported.', this.#problems);
    return this.#result;
  }

  #complain(given: ImportedReport, reason: string, found?: string): void {
    this.#problems.push({ row: null, column: given.source, reason, ...(found === undefined ? {} : { found }) });
  }

  #query(given: ImportedReport): Query | null {
    const known = this.#queries.get(given.qid);
    if (known) {
      if (given.queryText !== null && known.origin === 'imported' && given.queryText !== known.text)
        this.#complain(
          given,
          `The report answers another query than the project's ${given.qid}, which begins "${known.text.slice(0, 80)}". Check the qid`,
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
      qid: given.qid,
      text: given.queryText ?? firstHeading(given.markdown),
      domain: null,
      category: null,
      language: null,
      origin: given.queryText === null ? 'heading' : 'imported',
      position: this.#position++,
      createdAt: this.#now
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
    const mine = and(eq(schema.system.projectId, this.#projectId), eq(schema.system.name, name));
    const stored = this.#tx.select().from(schema.system).where(mine).get();
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
      collectedHow: null,
      collectedAt: null
    };
    const system: System = {
      ...unknown,
      ...description,
      id: newId(),
      projectId: this.#projectId,
      name,
      createdAt: this.#now
    };
    this.#tx.insert(schema.system).values(system).run();
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
