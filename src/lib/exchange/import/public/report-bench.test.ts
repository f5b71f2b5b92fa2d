import { inEnglish } from '../../../messages/say-in.ts';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { GoldList } from '../../../scorer/suites/report-bench/gold-list.ts';
import { titleKey } from '../../../scorer/suites/report-bench/titles.ts';
import { authorize, systemActor } from '../../../server/auth/authorize.ts';
import { schema } from '../../../server/db/client.ts';
import { memoryDatabase } from '../../../server/db/memory.fixture.ts';
import { importSources, readSources } from '../import-sources.server.ts';
import { bytesOf } from '../queries/queries.fixture.ts';
import { readImport, type ImportFile } from '../sniff.ts';

const survey = (more: Record<string, unknown> = {}) => ({
  arxiv_id: '2301.00001',
  title: 'Kites: a survey',
  authors: 'A. Writer',
  doi: null,
  categories: 'cs.RO',
  versions: [
    { version: 'v1', created: 'Sun, 1 Jan 2023 23:59:59 GMT' },
    { version: 'v2', created: 'Sat, 04 Mar 2023 01:00:00 GMT' }
  ],
  application_domain: 'Transport',
  prompt: 'Survey kites; use only papers published before March 2023.',
  ...more
});
const references = [
  { bib_id: 'a', title: 'On kites', author: 'B', meta_info: { year: '2018', journal: 'arXiv preprint arXiv:1812.10528v2' } },
  { bib_id: 'b', title: 'On strings', author: 'C', meta_info: { year: '2019a', doi: 'https://doi.org/10.1000/xyz(1)' } },
  { bib_id: 'b', title: 'On wind', author: '', meta_info: { eprint: '2001.00002', note: 'pages 1234.5678' } }
]; // prettier-ignore

const lines = (...values: unknown[]): Uint8Array => bytesOf(values.map((value) => JSON.stringify(value)).join('\n'));
const file = (name: string, ...values: unknown[]): ImportFile => ({ name, bytes: lines(...values) });
const files = (more: Record<string, unknown> = {}): ImportFile[] => [
  file('bench/GT/2301.00001.jsonl', ...references),
  file('bench/ReportBench_v1.1.jsonl', survey(more))
];

async function read(given: ImportFile[]) {
  const parsed = await readImport(given);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  if (!('queries' in parsed.value)) throw new Error('no queries were found');
  return { ...parsed, notes: inEnglish(parsed.notes), queries: parsed.value.queries };
}

async function problemsOf(given: ImportFile[]) {
  const parsed = await readImport(given);
  return parsed.ok ? [] : parsed.problems.map(({ row, column, reason }) => [row, column, reason.split('.')[0]]);
}

const goldOf = (query: { material?: Record<string, unknown> }): GoldList => query.material!['report-bench'] as GoldList;

describe('the files of ReportBench', () => {
  it('give queries with the survey, its days, the prompt’s month and the gold references with their identifiers', async () => {
    const { queries, value } = await read(files());
    expect(value).toMatchObject({ kind: 'queries', format: 'report-bench' });
    expect(queries).toEqual([
      {
        qid: '2301.00001',
        text: 'Survey kites; use only papers published before March 2023.',
        domain: 'Transport',
        category: null,
        language: null,
        items: [],
        material: {
          'report-bench': {
            survey: {
              arxiv: '2301.00001',
              title: 'Kites: a survey',
              authors: 'A. Writer',
              versions: ['2023-01-01', '2023-03-04']
            },
            cutOff: '2023-03',
            level: null,
            references: [
              { key: 'a', title: 'On kites', authors: 'B', year: '2018', arxiv: '1812.10528', doi: null, citations: null },
              { key: 'b', title: 'On strings', authors: 'C', year: '2019a', arxiv: null, doi: '10.1000/xyz(1)', citations: null },
              { key: 'b', title: 'On wind', authors: null, year: null, arxiv: '2001.00002', doi: null, citations: null }
            ]
          }
        }
      }
    ]); // prettier-ignore
  });

  it('are read from a zip as well, with the gold lists in it or beside the tasks', async () => {
    const { queries } = await read(files());
    const [list, tasks] = files();
    const whole = zipSync({
      'bench/GT/2301.00001.jsonl': list!.bytes as Uint8Array,
      'bench/ReportBench_v1.1.jsonl': tasks!.bytes as Uint8Array,
      '__MACOSX/bench/GT/._2301.00001.jsonl': bytesOf('x')
    });
    expect((await read([{ name: 'bench.zip', bytes: whole }])).queries).toEqual(queries);
    const lists = zipSync({ 'GT/2301.00001.jsonl': list!.bytes as Uint8Array });
    expect((await read([tasks!, { name: 'GT.zip', bytes: lists }])).queries).toEqual(queries);
  });

  it('are found beside a README, in a zip and in a folder that was chosen', async () => {
    const [list, tasks] = files();
    const readme: ImportFile = { name: 'bench/README.md', bytes: bytesOf('# ReportBench') };
    const zip = zipSync({
      'bench/README.md': readme.bytes as Uint8Array,
      'bench/GT/2301.00001.jsonl': list!.bytes as Uint8Array,
      'bench/tasks.jsonl': tasks!.bytes as Uint8Array
    });
    for (const given of [[readme, list!, tasks!], [{ name: 'main.zip', bytes: zip }]]) {
      const { queries, notes } = await read(given);
      expect(goldOf(queries[0]!).references).toHaveLength(3);
      expect(notes).toContain('Ignored files: README.md');
    }
  });

  it('take counts of citations from a file beside them, by title, and name those of no reference', async () => {
    const counts = file(
      'citations.jsonl',
      { arxiv_id: '2301.00001', title: 'ON {K}ites', citations: 12, looked_up: '2026-01-01' },
      { arxiv_id: '2301.00001', title: 'On wind', citations: 0 },
      { arxiv_id: '2301.00001', title: 'Elsewhere', citations: 3 }
    );
    const { queries, notes } = await read([...files(), counts]);
    expect(goldOf(queries[0]!).references.map(({ citations }) => citations)).toEqual([12, null, 0]);
    expect(notes).toContain('Citation counts without a reference in a gold list: 1, the first: Elsewhere (2301.00001)');
    expect(notes).toContain('Ignored fields of citation counts: looked_up (1)');
    const bad = file('citations.jsonl', { arxiv_id: '2301.00001', title: 'On kites', citations: -1 });
    const twice = file('citations.jsonl', ...[1, 2].map((citations) => ({ arxiv_id: '2301.00001', title: 'On kites', citations }))); // prettier-ignore
    expect(await problemsOf([...files(), bad])).toEqual([
      [1, 'citations.jsonl: citations', 'The count is not a whole number of 0 or more']
    ]);
    expect(await problemsOf([...files(), twice])).toEqual([
      [2, 'citations.jsonl: title', 'The survey has a different count for this title in an earlier row']
    ]);
    const [list, tasks] = files();
    const apart = [tasks!, list!, counts].map((one) => ({ name: one.name, files: [one] }));
    expect(await readSources(apart)).toHaveLength(1);
  });

  it('name what was not taken, and if the prompt’s month is not the last version’s', async () => {
    const { notes } = await read([
      ...files({ prompt: 'Survey kites up to May 2022.' }),
      file('bench/GT/2302.00002.jsonl', references[0]),
      { name: 'bench/LICENSE', bytes: bytesOf('Apache') }
    ]);
    expect(notes).toEqual([
      'Ignored fields: categories (1)',
      'Fields of references searched for identifiers only: meta_info.journal (1), meta_info.note (1)',
      'Ignored gold lists, because no task has their id: 2302.00002.jsonl',
      'Ignored files: LICENSE',
      'The cut-off is the month in the prompt; it differs from the month of the last version in 2301.00001 (2022-05, last version 2023-03)'
    ]);
    expect((await read(files({ prompt: 'Survey kites.' }))).notes).toContain(
      'No cut-off, because the prompt names no month: 2301.00001'
    );
    expect((await read(files({ prompt: 'From May 2020 to June 2021.' }))).notes).toContain(
      'No cut-off, because the prompt names several months: 2301.00001 (2020-05, 2021-06)'
    );
  });

  it('are refused whole, each problem with its file, row and field', async () => {
    expect(await problemsOf(files().slice(1))).toEqual([
      [1, 'bench/ReportBench_v1.1.jsonl: arxiv_id', 'There is no gold list 2301'] // The reason continues with the file's name.
    ]);
    const [list] = files();
    const alone = 'These are gold lists of ReportBench without its tasks';
    expect(await problemsOf([list!])).toEqual([[null, 'file', alone]]);
    expect(await problemsOf([list!, { ...list!, name: 'other.jsonl' }])).toEqual([[null, 'file', alone]]);
    expect(
      await problemsOf([
        { ...list!, bytes: bytesOf('{"bib_id":"a","title":3,"meta_info":{}}\n{"bib_id":"","title":"x","author":"y"}\nno') },
        file('bench/tasks.jsonl', survey({ versions: [{ created: 'yesterday' }], prompt: '' }), survey())
      ])
    ).toEqual([
      [1, 'bench/tasks.jsonl: prompt', 'The query is empty'],
      [1, 'bench/tasks.jsonl: versions[0].created', 'The day is not of the form Fri, 8 Dec 2023 06:31:19 GMT'],
      [1, 'bench/GT/2301.00001.jsonl: title', 'The value is not a text'],
      [2, 'bench/GT/2301.00001.jsonl: bib_id', 'The reference has no bib_id'],
      [3, 'bench/GT/2301.00001.jsonl: line', 'The line is not JSON: "o" is unexpected'],
      [2, 'bench/tasks.jsonl: arxiv_id', 'The id is already used in row 1']
    ]); // prettier-ignore
  });

  it('are one source if tasks and folder are named apart, and come into a project once', async () => {
    const [list, tasks] = files();
    const sources = await readSources([
      { name: 'tasks.jsonl', files: [tasks!] },
      { name: 'GT', files: [list!] }
    ]);
    expect(sources).toMatchObject([{ name: 'tasks.jsonl, GT', format: 'report-bench' }]);
    const { db } = memoryDatabase();
    db.insert(schema.project).values({ id: 'p', slug: 'p', name: 'P', createdAt: 0 }).run();
    const grant = authorize(systemActor, { kind: 'project', id: 'p' }, 'manage');
    const bring = () => importSources(db, grant, sources)[0]!.result;
    expect(bring()).toMatchObject({ queries: { added: 1 }, material: { added: 1, unchanged: 0 } });
    expect(bring()).toMatchObject({ queries: { unchanged: 1 }, material: { added: 0, unchanged: 1 } });
  });

  it('tell the level of a prompt if a task has one, and refuse another word for it', async () => {
    const { queries, notes } = await read(files({ level: 'paragraph' }));
    expect([goldOf(queries[0]!).level, notes.join().includes('level')]).toEqual(['paragraph', false]);
    expect(await problemsOf(files({ level: 'long' }))).toMatchObject([
      [1, expect.stringContaining('.level'), expect.anything()]
    ]);
  });
});

const shared = process.env['VOIRDIRE_SHARED'] ?? join(import.meta.dirname, '../../../../../../shared');
const official = join(shared, 'data/reportbench');
const present = existsSync(official);
if (!present) console.log(`Skipped: ReportBench is not at ${official}; set VOIRDIRE_SHARED to the folder with data/.`);

describe.runIf(present)('the official files of ReportBench 1.1', () => {
  const whole = (): ImportFile[] =>
    readdirSync(official, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.\w+$|LICENSE|NOTICE/.test(name) && !/GT$|_v1\.1$/.test(name))
      .map((name) => ({ name, bytes: readFileSync(join(official, name)) }));

  it('hold 100 tasks with 16,204 references, 15,056 of them distinct, and about 5,000 with an arXiv id or DOI', async () => {
    const { queries, notes } = await read(whole());
    const gold = queries.map((query) => ({ qid: query.qid, ...goldOf(query) }));
    const sizes = gold.map(({ references }) => references.length);
    const all = gold.flatMap(({ references }) => references);
    expect([queries.length, all.length, Math.min(...sizes), Math.max(...sizes)]).toEqual([100, 16_204, 5, 884]);
    expect(all.filter(({ year }) => year !== null)).toHaveLength(16_113);
    expect(gold.filter(({ cutOff, survey }) => cutOff === survey.versions.at(-1)!.slice(0, 7))).toHaveLength(99);
    expect(gold.filter(({ cutOff }) => cutOff === null).map(({ qid }) => qid)).toEqual(['2302.10588']);

    const repeated = gold.map(({ qid, references }) => ({
      qid,
      n: references.length - new Set(references.map(({ title }) => titleKey(title))).size
    }));
    expect(repeated.reduce((sum, { n }) => sum + n, 0)).toBe(1_148);
    expect(repeated.filter(({ n }) => n > 0)).toHaveLength(46);
    expect(repeated.find(({ qid }) => qid === '2301.07499')).toEqual({ qid: '2301.07499', n: 452 });

    const identified = all.filter(({ arxiv, doi }) => arxiv !== null || doi !== null).length;
    expect(identified).toBeGreaterThanOrEqual(4_997);
    expect(identified).toBeLessThanOrEqual(5_013);
    expect(notes.find((note) => note.startsWith('No cut-off'))).toContain('2302.10588');
    expect(notes[0]).toMatch(/^Ignored fields: .*abstract \(100\)/);
    // One of the 8,626 journals is empty.
    expect(notes[1]).toMatch(/^Fields of references searched for identifiers only.*meta_info\.journal \(8625\)/);
    expect(identified).toBe(5_010);
  });
});
