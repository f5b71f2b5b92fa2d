import { importFiles } from '../../src/lib/exchange/import/import-files.server.ts';
import { RunDriver } from '../../src/lib/scorer/runs/driving/driver.server.ts';
import { parseJudgeSpec } from '../../src/lib/scorer/judges/index.ts';
import { createRun, type NewRun } from '../../src/lib/scorer/runs/new-run.server.ts';
import { type Run, runByNumber } from '../../src/lib/scorer/runs/runs.server.ts';
import { parseFetchAllow } from '../../src/lib/scorer/web/fetching/allow-list.ts';
import { pageFetcher, type FetchPage } from '../../src/lib/scorer/web/fetching/fetcher.ts';
import { reachability } from '../../src/lib/scorer/web/fetching/reachability.ts';
import { authorize, instance, operator, type ProjectGrant } from '../../src/lib/server/auth/authorize.ts';
import type { Db } from '../../src/lib/server/db/client.ts';
import { memoryDatabase } from '../../src/lib/server/db/memory.fixture.ts';
import { createProject } from '../../src/lib/server/projects.ts';
import { listReports } from '../../src/lib/verification/benchmark/reports.server.ts';
import { freezeVersion } from '../../src/lib/verification/release/versions.server.ts';

/** A project that holds a benchmark, imported from files as people import theirs. */
export interface Bench {
  db: Db;
  manage: ProjectGrant<'manage'>;
  read: ProjectGrant<'read-results'>;
  versionId: string;
  /** Ids of the reports in the project, by system and query. */
  idOf(report: { system: string; qid: string }): string;
  reportIds: string[];
  systemId(name: string): string;
  /** Addresses of cited pages that never answer. */
  silent: ReadonlySet<string>;
  close(): void;
}

/** The imported data: queries with their checklists, systems, and a report for each of them. */
export interface Content {
  queries: readonly { qid: string; text: string; category: string; items: readonly string[]; material?: object }[];
  systems: readonly { name: string; category: string }[];
  reports: readonly { system: string; qid: string; markdown: string }[];
  pages?: readonly { kind: string; url: string }[];
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

export async function openBench(content: Content): Promise<Bench> {
  const { db, close } = memoryDatabase();
  const { id } = createProject(db, authorize(operator, instance, 'administer'), { name: 'Planted' });
  const resource = { kind: 'project', id } as const;
  const manage = authorize(operator, resource, 'manage');
  const queries = content.queries
    .map(({ qid, text, items, ...more }) =>
      JSON.stringify({ qid, query: text, ...more, items: items.map((item) => ({ text: item })) })
    )
    .join('\n');
  await importFiles(db, manage, [{ name: 'queries.jsonl', bytes: bytes(queries) }]);
  await importFiles(
    db,
    manage,
    content.reports.map(({ system, qid, markdown }) => ({
      name: `reports/${system}/qid_${qid}_report.md`,
      bytes: bytes(markdown)
    })),
    {
      systems: Object.fromEntries(content.systems.map(({ name, ...fields }) => [name, fields])),
      // One of the planted queries names a date.
      collected: '2026-05-01'
    }
  );
  const reports = listReports(db, manage);
  const find = (match: (one: (typeof reports)[number]) => boolean, what: string) => {
    const found = reports.find(match);
    if (!found) throw new Error(`no report ${what}`);
    return found;
  };
  return {
    db,
    manage,
    read: authorize(operator, resource, 'read-results'),
    versionId: freezeVersion(db, manage).version.id,
    idOf: ({ system, qid }) => find((one) => one.system === system && one.qid === qid, `${system} ${qid}`).id,
    reportIds: reports.map((one) => one.id),
    systemId: (name) => find((one) => one.system === name, name).systemId,
    silent: new Set(content.pages?.flatMap(({ kind, url }) => (kind === 'slow' ? [url] : []))),
    close
  };
}

const PATIENCE_MS = 600_000;

/**
 * Fetches from the planted web, which is on this machine: after short pauses, and with a short deadline only for pages that never
 * answer, because a busy machine may take minutes to read one of the others.
 *
 * @param silent addresses of the pages that never answer
 */
function fetchPlanted(allow: string | undefined, silent: ReadonlySet<string>): FetchPage {
  const reach = reachability(null);
  const fetcher = (timeoutMs: number): FetchPage =>
    pageFetcher({
      ...{ timeoutMs, retryPausesMs: [20, 50], perHost: 8, reach, extraction: { timeoutMs: PATIENCE_MS } },
      allow: parseFetchAllow(allow)
    });
  const [patient, impatient] = [fetcher(PATIENCE_MS), fetcher(10_000)];
  return (url, options) => (silent.has(url) ? impatient : patient)(url, options);
}

/**
 * Makes a run over all reports, or those named, and drives it to its end.
 *
 * @param web Stands in for the web, if cited pages are not to be fetched
 */
export async function score(
  bench: Bench,
  env: Record<string, string>,
  plan: { specs: string[] } & Pick<NewRun, 'metrics' | 'settings' | 'options'> & Partial<Pick<NewRun, 'reportIds'>>,
  web: FetchPage = fetchPlanted(env['VOIRDIRE_FETCH_ALLOW'], bench.silent)
): Promise<Run> {
  const { db, manage, read, versionId, reportIds } = bench;
  const { specs, ...rest } = plan;
  const driver = new RunDriver(db, env, {}, web);
  const judges = specs.map((spec) => driver.name(parseJudgeSpec(spec)));
  const run = createRun(db, manage, { name: 'All metrics', versionId, judges, reportIds, ...rest });
  driver.start(manage, run.id);
  await driver.ended(run.id);
  return runByNumber(db, read, run.number);
}
