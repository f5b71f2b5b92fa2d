import { sayingsOf } from '../../../messages/sayings.ts';
import { and, asc, eq, sql } from 'drizzle-orm';
import { fieldSays, problemAt, refuse, type Problem } from '../../../errors.ts';
import { record } from '../../../server/audit/audit.ts';
import type { ProjectGrant } from '../../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../../server/db/client.ts';
import { newId } from '../../../server/db/id.ts';
import type { Page, PageOutcome } from '../../page.ts';
import type { Run } from '../../runs/runs.server.ts';
import { suppliedPage } from '../supplied.ts';
import { pageKey } from '../url-key.ts';
import { pageUses } from './page-uses.server.ts';

const leadSays = sayingsOf('leadRefusals');

const { pageContent, pageFetch, pageSupplied, run } = schema;

const LONGEST = 5_000_000;

interface SuppliedText {
  url: string;
  title: string | null;
  text: string;
}

/**
 * Keeps the text of a page that could not be fetched, as a person pasted or uploaded it. It counts for every run of the
 * project that reads the page from now on, and for a run that failed to read it as soon as that is taken up again. Verdicts
 * that exist already stay.
 *
 * @throws Refusal if the address is none, or the text is empty or too long
 */
export function supplyPage(db: Db, grant: ProjectGrant<'manage'>, supplied: SuppliedText): Page {
  const url = supplied.url.trim();
  const problems: Problem[] = [
    ...(/^https?:$/.test(URL.parse(url)?.protocol ?? '')
      ? []
      : [problemAt('url', fieldSays('webAddress'), url.slice(0, 200))]),
    ...(supplied.text.length > LONGEST ? [problemAt('text', fieldSays('pageTooLong', { most: LONGEST }))] : [])
  ];
  if (problems.length > 0) refuse.invalid(leadSays('textNotKept'), problems);
  const at = Date.now();
  const page = suppliedPage({ ...supplied, url, at });
  const { text, contentHash, title } = page;
  if (text === null || contentHash === null)
    return refuse.invalid(leadSays('textNotKept'), [problemAt('text', fieldSays('pageEmpty'))]);
  const id = newId();
  write(db, (tx) => {
    tx.insert(pageContent).values({ hash: contentHash, text, at }).onConflictDoNothing().run();
    tx.insert(pageSupplied)
      .values({
        ...{ id, projectId: grant.resource.id, urlKey: pageKey(url), url, title, contentHash, at },
        suppliedBy: grant.actor.name
      })
      .run();
    record(tx, grant.actor, {
      projectId: grant.resource.id,
      action: 'page.supply',
      entity: 'page',
      entityId: id,
      detail: { url, characters: text.length, contentHash }
    });
  });
  return page;
}

/** A page that a run read, or tried to. */
interface RunPage {
  urlKey: string;
  url: string;
  outcome: PageOutcome;
  note: string;
  status: number | null;
  finalUrl: string | null;
  title: string | null;
  contentHash: string | null;
  origin: Page['origin'];
  at: number;
  /** Whether a person has supplied its text, which the run reads when it is taken up again. */
  supplied: boolean;
  /** Reports of the run that cite it. */
  reports: number;
  /** Claims that cite it, over all those reports. */
  claims: number;
}

/** Every page of a run, by address, with how it came back and how much depends on it. */
export function pagesOf(db: Db, grant: ProjectGrant<'read-results'>, { id: runId }: Pick<Run, 'id'>): RunPage[] {
  const projectId = grant.resource.id;
  const pages = db
    .select({ page: pageFetch })
    .from(pageFetch)
    .innerJoin(run, eq(run.id, pageFetch.runId))
    .where(and(eq(pageFetch.runId, runId), eq(run.projectId, projectId)))
    .orderBy(asc(pageFetch.urlKey))
    .all()
    .map(({ page }) => page);
  const supplied = new Set(
    db
      .select({ urlKey: pageSupplied.urlKey })
      .from(pageSupplied)
      .where(eq(pageSupplied.projectId, projectId))
      .all()
      .map(({ urlKey }) => urlKey)
  );
  const citing = citations(db, runId);
  return pages.map(({ runId: _run, ...page }) => ({
    ...page,
    supplied: supplied.has(page.urlKey),
    ...(citing.get(page.urlKey) ?? { reports: 0, claims: 0 })
  }));
}

/** Reports and claims by page. Several judges judge the same units: each counts once. */
function citations(db: Db, runId: string): Map<string, { reports: number; claims: number }> {
  const found = new Map<string, { reports: Set<string>; claims: Set<string> }>();
  for (const { task, kind, item, keys } of pageUses(db, runId))
    for (const key of keys) {
      const page = found.get(key) ?? { reports: new Set(), claims: new Set() };
      page.reports.add(task.reportId);
      if (kind !== 'source') page.claims.add(JSON.stringify([task.reportId, kind, item]));
      found.set(key, page);
    }
  return new Map([...found].map(([key, { reports, claims }]) => [key, { reports: reports.size, claims: claims.size }]));
}

/** The text of a page that a run of the project has read, or that a person supplied to the project, by its content hash. */
export function pageText(db: Db, grant: ProjectGrant<'read-results' | 'annotate'>, hash: string): string {
  const projectId = grant.resource.id;
  const read = db
    .select({ one: sql`1` })
    .from(pageFetch)
    .innerJoin(run, eq(run.id, pageFetch.runId))
    .where(and(eq(run.projectId, projectId), eq(pageFetch.contentHash, hash)));
  const supplied = db
    .select({ one: sql`1` })
    .from(pageSupplied)
    .where(and(eq(pageSupplied.projectId, projectId), eq(pageSupplied.contentHash, hash)));
  const page =
    read.limit(1).get() || supplied.limit(1).get()
      ? db.select({ text: pageContent.text }).from(pageContent).where(eq(pageContent.hash, hash)).get()
      : undefined;
  return page?.text ?? refuse.notFound('page');
}

/** Fewer pages than this may well all be gone. */
const ENOUGH_PAGES = 10;

/**
 * How many pages a run asked for, if not a single one could be reached: most likely the machine has no way to the web,
 * and E1 says nothing about the reports. Null if some page came back, or too few were asked for to tell.
 */
export function allUnreached(db: Db, _grant: ProjectGrant<'read-results'>, { id }: Pick<Run, 'id'>): number | null {
  const { asked, unreached } = db
    .select({
      asked: sql<number>`count(*)`,
      unreached: sql<number>`coalesce(sum(${pageFetch.outcome} in ('unresolved', 'reset', 'timed-out')), 0)`
    })
    .from(pageFetch)
    .where(and(eq(pageFetch.runId, id), eq(pageFetch.origin, 'fetched')))
    .get()!;
  return asked >= ENOUGH_PAGES && asked === unreached ? asked : null;
}
