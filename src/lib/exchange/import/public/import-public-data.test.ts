import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { schema } from '../../../server/db/client.ts';
import { getQuery, listQueries } from '../../../verification/benchmark/benchmark.server.ts';
import { scene } from '../../../verification/rounds/project.fixture.server.ts';
import { listReports } from '../../../verification/benchmark/reports.server.ts';
import { listSystems } from '../../../verification/benchmark/systems.server.ts';
import { importFiles } from '../import-files.server.ts';

const shared = process.env['VOIRDIRE_SHARED'] ?? join(import.meta.dirname, '../../../../../../shared');
const bench = join(shared, 'data/deep_research_bench');
const live = join(shared, 'data/liveresearchbench/reports');
const present = existsSync(bench) && existsSync(live);
if (!present) console.log(`Skipped: the public data is not at ${shared}; set VOIRDIRE_SHARED to its folder.`);

const file = (name: string) => [{ name, bytes: readFileSync(join(bench, name)) }];
const folder = () =>
  readdirSync(live, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => ({ name, bytes: readFileSync(join(live, name)) }));

describe.runIf(present)('importing the public data into a project', () => {
  it('brings in 100 queries, 2,517 criteria and 141 reports, and nothing more the second time', async () => {
    const { db, lead } = scene();
    const systems = { 'claude-3-7-sonnet-latest': { provider: 'Anthropic', category: 'single-agent-web' } };
    const all = async () => [
      (await importFiles(db, lead, file('query.jsonl'))).result,
      (await importFiles(db, lead, file('criteria.jsonl'))).result,
      (await importFiles(db, lead, file('claude-3-7-sonnet-latest.jsonl'), { systems })).result,
      (await importFiles(db, lead, folder(), { createQueries: true })).result
    ];
    expect(await all()).toMatchObject([
      { queries: { added: 100 }, items: { added: 0 } },
      { queries: { added: 0, unchanged: 100 }, items: { added: 2517 } },
      { reports: { added: 100 }, systems: { added: 1 }, queries: { added: 0 } },
      { reports: { added: 41 }, systems: { added: 1 }, queries: { added: 41 } }
    ]);
    const audits = db.$count(schema.audit);
    const before = [await audits, listQueries(db, lead), listReports(db, lead)];
    expect(await all()).toMatchObject([
      { queries: { added: 0, unchanged: 100 } },
      { queries: { added: 0, unchanged: 100 }, items: { added: 0, unchanged: 2517 } },
      { reports: { added: 0, unchanged: 100 }, systems: { added: 0 } },
      { reports: { added: 0, unchanged: 41 }, systems: { added: 0 }, queries: { added: 0 } }
    ]);
    expect([await audits, listQueries(db, lead), listReports(db, lead)]).toEqual(before);

    expect(listSystems(db, lead).map(({ name, category, reports }) => [name, category, reports])).toEqual([
      ['claude-3-7-sonnet-latest', 'single-agent-web', 100],
      ['open-deep-research', null, 41]
    ]);
    expect(listQueries(db, lead).filter(({ items }) => items > 0)).toEqual([]);
    expect(getQuery(db, lead, 'market6VWmPyxptfK47civ').query).toMatchObject({
      origin: 'heading',
      text: 'U.S. Electric Vehicle (EV) Market Analysis — Calendar Year 2024'
    });
  });

  it('is refused whole if the reports have no queries yet, with a problem for each', async () => {
    const { db, lead } = scene();
    await expect(importFiles(db, lead, folder())).rejects.toMatchObject({ problems: { length: 41 } });
    expect(listSystems(db, lead)).toEqual([]);
  });
});
