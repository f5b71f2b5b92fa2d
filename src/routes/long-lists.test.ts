import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { authorize, instance, operator, type Person, type Role } from '$lib/server/auth/authorize.ts';
import { openDatabase, type OpenDatabase } from '$lib/server/db/client.ts';
import { createProject } from '$lib/server/projects.ts';
import { aQuery } from '$lib/verification/rounds/project.fixture.server.ts';
import { roundScene } from '$lib/verification/rounds/rounds.fixture.ts';
import { load as queriesPage } from './p/[project]/queries/+page.server.ts';
import { load as reportsPage } from './p/[project]/reports/+page.server.ts';
import { load as boardPage } from './p/[project]/verification/rounds/[round]/+page.server.ts';

/*
 * As many queries as DeepResearch's largest public set has, each with 1,400 characters, and 20,000 reports. What a page receives
 * stands in its HTML twice, as elements and as data: a tenth of the 200 KB that a page may have leaves room for both.
 */
const QUERIES = 8_404;
const REPORTS = 20_000;
const MOST_BYTES = 40_000;

const folder = mkdtempSync(join(tmpdir(), 'voirdire-lists-'));
let database: OpenDatabase;
let lead: Person;

beforeAll(() => {
  database = openDatabase(join(folder, 'voirdire.db'), join(process.cwd(), 'drizzle'));
  const { db } = database;
  const { id } = createProject(db, authorize(operator, instance, 'administer'), { name: 'Long', slug: 'long' });
  lead = person(id, 'lead');
  // A bound number is a REAL, and its quotient no whole number.
  const whole = sql.raw(String(QUERIES));
  const numbers = (n: number) => sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${n})`;
  db.run(sql`${numbers(QUERIES)} insert into query (id, project_id, qid, qid_key, text, domain, category, origin, position, created_at)
    select 'q' || i, ${id}, 'q' || i, 'q' || i, 'Question ' || i || ' on heat. ' || hex(zeroblob(690)), 'Domain ' || (i % 7), null, 'imported', i, 0 from n`);
  db.run(sql`${numbers(QUERIES)} insert into checklist_item (id, query_id, key, text, kind, position, created_at)
    select 'i' || i, 'q' || i, 'c1', 'Is it so?', 'item', 1, 0 from n where i % 2 = 0`);
  for (const system of ['s0', 's1', 's2'])
    db.run(sql`insert into system (id, project_id, name, name_key, created_at) values (${system}, ${id}, ${system}, ${system}, 0)`); // prettier-ignore
  db.run(sql`insert into report_text (hash, markdown) values ('h', '# One')`);
  db.run(sql`${numbers(REPORTS)} insert into report (id, project_id, query_id, system_id, sha256, source, imported_at)
    select 'r' || i, ${id}, 'q' || (1 + i % ${whole}), 's' || (i / ${whole}), 'h', 'folder/' || i || '.md', 0 from n`);
});
afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

const person = (projectId: string, role: Role): Person => ({
  ...({ kind: 'person', id: role, name: role, email: `${role}@example.org`, admin: false } as const),
  roles: new Map([[projectId, [role]]])
});

const opened = <Data>(load: (event: never) => unknown, path: string, actor = lead): Data => {
  const url = new URL(`http://here.example/p/long/${path}`);
  return load({
    url,
    locals: { db: database.db, actor, language: 'en' },
    params: { project: 'long' }
  } as never) as Data;
};
interface Queries {
  all: number;
  list: { total: number; pages: number; page: number };
  queries: { qid: string; text: string; items: number; reports?: number }[];
}
interface Reports {
  all: { systems: number; reports: number };
  list: { total: number; pages: number };
  reports: { id: string; qid: string; system: string }[];
}
const bytes = (data: unknown): number => Buffer.byteLength(JSON.stringify(data));

it('of 8,404 queries a page receives fifty and at most 40 KB, whichever page, order or search', () => {
  const first = opened<Queries>(queriesPage, 'queries');
  expect(first).toMatchObject({ all: QUERIES, list: { total: QUERIES, pages: 169, page: 1 } });
  expect(first.queries).toHaveLength(50);
  expect(first.queries[0]).toMatchObject({ qid: 'q1', items: 0, reports: 2 });
  for (const query of ['', '?page=169', '?sort=-items', '?q=question+42', '?domain=Domain+3&sort=-qid'])
    expect(bytes(opened(queriesPage, `queries${query}`))).toBeLessThan(MOST_BYTES);
  expect(opened<Queries>(queriesPage, 'queries?page=169').queries.map(({ qid }) => qid)).toEqual([
    'q8401',
    'q8402',
    'q8403',
    'q8404'
  ]);
  const found = opened<Queries>(queriesPage, 'queries?q=QUESTION+8404');
  expect(found).toMatchObject({ all: QUERIES, list: { total: 1 }, queries: [{ qid: 'q8404', items: 1 }] });
  expect(opened<Queries>(queriesPage, 'queries?q=100%25').list.total).toBe(0);
  expect(opened<Queries>(queriesPage, 'queries?domain=Domain+3').list.total).toBe(1201);
  expect(opened<Queries>(queriesPage, 'queries?sort=-items').queries.every(({ items }) => items === 1)).toBe(true);
});

it('all pages of a list together hold each query once', () => {
  const pages = Array.from({ length: 25 }, (_, at) => `queries?domain=Domain+3&sort=-items&page=${at + 1}`);
  const seen = pages.flatMap((path) => opened<Queries>(queriesPage, path).queries.map(({ qid }) => qid));
  expect([seen.length, new Set(seen).size]).toEqual([1201, 1201]);
});

it('of 20,000 reports a page receives fifty and at most 40 KB', () => {
  const first = opened<Reports>(reportsPage, 'reports');
  expect(first).toMatchObject({ all: { systems: 3, reports: REPORTS }, list: { total: REPORTS, pages: 400 } });
  expect(first.reports).toHaveLength(50);
  for (const query of ['', '?page=400', '?sort=-file', '?q=folder+9', '?system=s2&sort=qid'])
    expect(bytes(opened(reportsPage, `reports${query}`))).toBeLessThan(MOST_BYTES);
  expect(opened<Reports>(reportsPage, 'reports?system=s2').list.total).toBe(REPORTS + 1 - 2 * QUERIES);
  expect(opened<Reports>(reportsPage, 'reports?q=s1+q7').reports[0]).toMatchObject({ system: 's1', qid: 'q7' });
});

it('how many reports a query has is neither shown to a reviewer nor an order that the list takes', () => {
  const reviewer = person([...lead.roles.keys()][0]!, 'reviewer');
  const usual = opened<Queries>(queriesPage, 'queries', reviewer);
  expect(usual.queries[0]).not.toHaveProperty('reports');
  expect(opened<Queries>(queriesPage, 'queries?sort=-reports', reviewer).queries).toEqual(usual.queries);
});

it('the board of a round leads to all items on which people differ', () => {
  const items = Array.from({ length: 14 }, (_, i) => `Does it name figure ${i}?`);
  const s = roundScene({ queries: [aQuery('a', ...items)], settings: { overlap: 2 }, people: { reviewers: 1 } });
  const missed = { label: 'not-appropriate', comment: 'Not asked.' } as const;
  s.annotateAll(s.annotators[0]!);
  s.annotateAll(s.annotators[1]!, ({ kind }) => (kind === 'query' ? 'appropriate' : missed));
  s.reviewAll(s.reviewers[0]!);
  const pages = ['', '?differ-page=2'].map((query) => {
    const { differ, differing } = boardPage({
      url: new URL(`http://here.example/p/${s.project.slug}/verification/rounds/1${query}`),
      locals: { db: s.db, actor: s.lead.actor, language: 'en' },
      params: { project: s.project.slug, round: '1' }
    } as never) as { differ: unknown[]; differing: { total: number; pages: number } };
    return [differ.length, differing.total, differing.pages];
  });
  expect(pages).toEqual([
    [12, 14, 2],
    [2, 14, 2]
  ]);
});
