import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { zipSync } from 'fflate';
import { readImport } from '../sniff.ts';
import type { ImportContent, ImportFile } from '../sniff.ts';

const shared = process.env['VOIRDIRE_SHARED'] ?? join(import.meta.dirname, '../../../../../../shared');
const bench = join(shared, 'data/deep_research_bench');
const live = join(shared, 'data/liveresearchbench/reports');
const present = existsSync(bench) && existsSync(live);
if (!present) console.log(`Skipped: the public data is not at ${shared}; set VOIRDIRE_SHARED to its folder.`);

async function read(...files: ImportFile[]): Promise<ImportContent> {
  const parsed = await readImport(files);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems.slice(0, 5)));
  return parsed.value;
}

const one = (name: string) => read({ name, bytes: readFileSync(join(bench, name)) });

function queriesOf(content: ImportContent) {
  if (!('queries' in content)) throw new Error('no queries were found');
  return content.queries;
}

function reportsOf(content: ImportContent) {
  if (content.kind !== 'reports') throw new Error('queries were found');
  return [...content.reports];
}

describe.runIf(present)('the public data', () => {
  it('holds 100 queries, half Chinese and half English, each with a domain', async () => {
    const queries = queriesOf(await one('query.jsonl'));
    expect(queries).toHaveLength(100);
    expect(queries.filter(({ language }) => language === 'zh')).toHaveLength(50);
    expect(queries.filter(({ domain }) => domain === null)).toEqual([]);
  });

  it('holds 640 criteria of comprehensiveness and 571 of instruction following, for the same queries', async () => {
    const content = await one('criteria.jsonl');
    expect(content.kind).toBe('criteria');
    const criteria = queriesOf(content);
    const items = criteria.flatMap((query) => query.items);
    expect(items.filter(({ dimension }) => dimension === 'comprehensiveness')).toHaveLength(640);
    expect(items.filter(({ dimension }) => dimension === 'instruction_following')).toHaveLength(571);
    expect(items.every(({ kind, weight, explanation }) => kind === 'criterion' && weight! > 0 && explanation)).toBe(
      true
    );
    const texts = (queries: typeof criteria) => queries.map(({ qid, text }) => [qid, text]);
    expect(texts(criteria)).toEqual(texts(queriesOf(await one('query.jsonl'))));
  });

  it('holds 100 reports of one system that answer those queries', async () => {
    const reports = reportsOf(await one('claude-3-7-sonnet-latest.jsonl'));
    expect(reports).toHaveLength(100);
    expect(new Set(reports.map(({ system }) => system))).toEqual(new Set(['claude-3-7-sonnet-latest']));
    const queries = new Map(queriesOf(await one('query.jsonl')).map(({ qid, text }) => [qid, text]));
    expect(reports.filter(({ qid, queryText }) => queries.get(qid) !== queryText)).toEqual([]);
  });

  it('holds 41 reports in a folder, the same when the folder is zipped', async () => {
    const files = readdirSync(live, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => ({ name: name.replaceAll('\\', '/'), bytes: new Uint8Array(readFileSync(join(live, name))) }));
    const reports = reportsOf(await read(...files));
    expect(reports).toHaveLength(41);
    expect(new Set(reports.map(({ system }) => system))).toEqual(new Set(['open-deep-research']));
    expect(reports.every(({ qid }) => /^[a-z]+\w{16}$/.test(qid))).toBe(true);
    const bytes = zipSync(Object.fromEntries(files.map((file) => [file.name, file.bytes])));
    expect(reportsOf(await read({ name: 'reports.zip', bytes }))).toEqual(reports);
  });
});
