import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { addSuite, allSuites } from '../../../scorer/suites/index.ts';
import { constraints, dailyTask, modifiers, type DailyTask } from '../../../scorer/suites/daily-report/material.ts';
import { dailyTaskMaterial } from '../../../scorer/suites/daily-report/task-kind.ts';
import { schema } from '../../../server/db/client.ts';
import { memoryDatabase } from '../../../server/db/memory.fixture.ts';
import { authorize, systemActor } from '../../../server/auth/authorize.ts';
import type { ImportedQuery } from '../../../verification/benchmark/benchmark.ts';
import { freezeVersion } from '../../../verification/release/versions.server.ts';
import { versionChanges } from '../../../verification/release/version-changes.ts';
import { importBenchmark } from '../../../verification/topics/topics.server.ts';
import type { ImportedTopic } from '../../../verification/topics/topics.ts';
import { materialTemplate, templateNames } from '../../export/version/material-template.ts';
import { writeMaterialXlsx } from '../../export/version/material-xlsx-writer.ts';
import { versionFile, versionFileNames } from '../../export/version/version-files.server.ts';
import { readImport, type ImportContent } from '../sniff.ts';
import { parseTopicCsv } from '../topics/topic-table.ts';
import { parseTopicsJsonl, writeTopicsJsonl } from '../topics/topics-jsonl.ts';
import { parseDatasetJsonl } from './dataset-jsonl.ts';
import { parseDatasetXlsx } from './dataset-xlsx.ts';
import { bytesOf, datasetJsonl, name, prose } from './queries.fixture.ts';
import { notesInEnglish } from '../../parsed.fixture.ts';
import { sized } from '../../../../../tests/timing.ts';

const SUITE = 'daily-report';
let remove = (): void => undefined;
beforeAll(() => {
  if (!allSuites().some((suite) => suite.name === SUITE))
    remove = addSuite({
      name: SUITE,
      title: 'DailyReport',
      metrics: [],
      material: dailyTaskMaterial
    });
});
afterAll(() => remove());

type Own = DailyTask['subtasks'][number]['constraint'];
const own = Object.keys(constraints).filter((one): one is Own => !(modifiers as readonly string[]).includes(one));
const words = prose.filter((text) => text.length < 2000 && /\S/.test(text));
const optional = fc.option(words);
const arbitraryTask: fc.Arbitrary<DailyTask> = fc
  .record({
    type: fc.constantFrom('retrieval' as const, 'analysis' as const),
    topic: optional,
    evidenceLimit: fc.option(fc.constantFrom('2026-03-31', '2024-02-29')),
    subtasks: fc.uniqueArray(
      fc.record({
        ...{ key: fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,9}$/), text: words },
        constraint: fc.constantFrom(...own),
        modifiers: fc.subarray([...modifiers]),
        rubrics: fc.record({ ins: words, fac: optional, rat: optional }),
        importance: fc.option(fc.constantFrom('P0' as const, 'P1' as const)),
        group: fc.constant(null)
      }),
      { minLength: 1, maxLength: 4, selector: ({ key }) => key }
    )
  })
  .map((task) => dailyTask.parse(task));
const arbitraryQueries: fc.Arbitrary<ImportedQuery[]> = fc.uniqueArray(
  fc
    .record({ qid: name, text: words, domain: optional, category: optional, language: optional, task: arbitraryTask })
    .map(({ task, ...query }) => ({ ...query, items: [], material: { [SUITE]: task } })),
  { minLength: 1, maxLength: 3, selector: ({ qid }) => qid.toLowerCase() }
);
const arbitraryTopics: fc.Arbitrary<ImportedTopic[]> = fc.uniqueArray(
  fc
    .record({
      ...{ key: name, platform: words.filter((text) => text.length <= 200), text: words },
      url: fc.option(fc.constantFrom('https://forum.example/1?a=b', 'http://a.example/')),
      date: fc.option(fc.constantFrom('2026-03-12', '2026-03-12T10:00:00Z')),
      language: fc.option(fc.constantFrom('en', 'zh')),
      comments: fc.array(fc.record({ text: words, count: fc.option(fc.nat(1e6)) }), { maxLength: 3 }),
      decision: fc.constantFrom(
        { state: 'waiting' as const, reason: null, note: '' },
        { state: 'accepted' as const, reason: null, note: 'Good one' },
        { state: 'rejected' as const, reason: 'too-narrow' as const, note: '' }
      )
    })
    .map(({ decision, ...topic }) => ({ ...topic, ...decision })),
  { maxLength: 3, selector: ({ key }) => key.toLowerCase() }
);

const HEADER = ['qid', 'query', 'type', 'subtask', 'requirement', 'constraint', 'ins', 'importance', 'group'];
const sheet = (rows: (string | null)[][], header = HEADER) =>
  writeXlsxFile([
    { data: [header, ...rows].map((row) => row.map((value) => value && { value })), sheet: 'Tasks' }
  ]).toBuffer();
const problemsOf = async (rows: (string | null)[][], header = HEADER) => {
  const read = await parseDatasetXlsx(await sheet(rows, header));
  if (read.ok) throw new Error('no problem was found');
  return read.problems;
};
const good = ['t', 'What?', 'analysis', 's1', 'Says what', 'Content', 'It says what.', 'P1', null];

describe('tasks with subtasks and rubrics in a workbook', () => {
  it('lose nothing when written and read, with their topics', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryQueries, arbitraryTopics, async (queries, topics) => {
        const read = await parseDatasetXlsx(await writeMaterialXlsx(queries, topics, [['Audit head', 'x']]));
        expect(read).toEqual({ ok: true, value: { queries, topics }, notes: [] });
      }),
      { numRuns: sized(60, 20) }
    );
  });

  it('lose nothing as JSON lines', () => {
    fc.assert(
      fc.property(arbitraryQueries, (queries) => {
        expect(parseDatasetJsonl(bytesOf(datasetJsonl(queries)))).toEqual({ ok: true, value: queries, notes: [] });
      })
    );
  });

  it('take titles and keys of constraints in any capitals, and cells left empty below a task’s first row', async () => {
    const second = ['t', null, null, 's2', 'Compares', 'action & rule', 'It compares.', 'p2', 'a'];
    const read = await parseDatasetXlsx(await sheet([good, second]));
    expect(read).toMatchObject({
      ok: true,
      value: {
        queries: [
          {
            material: {
              [SUITE]: {
                type: 'analysis',
                subtasks: [
                  { key: 's1', constraint: 'content', importance: 'P1' },
                  { key: 's2', constraint: 'action-rule', importance: 'P2', group: 'a' }
                ]
              }
            }
          }
        ]
      }
    });
  });

  it('are refused with sheet, row, column, what stands there and what can', async () => {
    const bad = ['t', 'What?', 'retrieval', 's1', 'Says', 'Colour', '', 'P0', null];
    expect(await problemsOf([good, bad])).toMatchObject([
      { row: 3, column: 'Tasks: type', reason: 'The task has another type in row 2: analysis', found: 'retrieval' },
      { row: 3, column: 'Tasks: ins', reason: 'The cell ins is empty. Fill it in' },
      {
        row: 3,
        column: 'Tasks: constraint',
        reason: expect.stringMatching(/^The value is none of: Content; /),
        found: 'Colour'
      }
    ]);
    const grouped = ['t', 'What?', null, 's2', 'Says', 'Content', 'It says.', 'P0', 'a'];
    expect(await problemsOf([good, grouped])).toMatchObject([
      { row: 3, column: 'Tasks: group', reason: 'Only subtasks of importance P2 can belong to a group', found: 'a' }
    ]);
    const twice = ['t', 'What?', null, 's1', 'Says', 'Content', 'It says.', null, null];
    expect(await problemsOf([good, twice])).toMatchObject([
      { row: 3, column: 'Tasks: subtask', reason: 'Another subtask has the key s1', found: 's1' }
    ]);
  });

  it('name a missing column, and columns that nothing is read from', async () => {
    const without = (row: (string | null)[]) => row.filter((_, at) => at !== 6);
    expect(await problemsOf([without(good)], without(HEADER) as string[])).toMatchObject([
      {
        row: 1,
        column: 'ins',
        reason: expect.stringMatching(/^The column ins is missing; the columns of the sheet Tasks are: qid/)
      }
    ]);
    const read = await parseDatasetXlsx(await sheet([[...good, 'x']], [...HEADER, 'colour']));
    expect(notesInEnglish(read)).toMatchObject({ ok: true, notes: ['Ignored columns: colour (1)'] });
  });

  it('refuse a text that no cell can hold, by its row', () => {
    const task = dailyTask.parse({
      type: 'analysis',
      subtasks: [{ key: 's1', text: 'x'.repeat(32_768), constraint: 'content', rubrics: { ins: 'y' } }]
    });
    const query = { qid: 'a', text: 'Q?', domain: null, category: null, language: null, items: [] };
    expect(() => writeMaterialXlsx([{ ...query, material: { [SUITE]: task } }], [])).toThrow(
      'The workbook was not written.'
    );
  });
});

describe('the template', () => {
  it('can be imported as it is, in both forms, and explains every column', async () => {
    expect(templateNames()).toEqual(['tasks.xlsx', 'tasks.jsonl']);
    const contents: ImportContent[] = [];
    for (const file of templateNames()) {
      const { content } = await materialTemplate(file);
      const read = await readImport([{ name: file, bytes: typeof content === 'string' ? bytesOf(content) : content }]);
      expect(read).toMatchObject({ ok: true, notes: [] });
      if (read.ok) contents.push(read.value);
    }
    const [workbook, lines] = contents.map((one) => ('queries' in one ? one : null));
    expect(workbook!.queries).toEqual(lines!.queries);
    expect(workbook!.topics).toMatchObject([{ key: 't1', state: 'waiting', comments: [{ count: 41 }, { count: 12 }] }]);
  });

  it('is refused by another name with those there are', async () => {
    await expect(materialTemplate('tasks.pdf')).rejects.toThrow('Templates: tasks.xlsx, tasks.jsonl.');
  });
});

describe('topics', () => {
  it('lose nothing as JSON lines', () => {
    fc.assert(
      fc.property(arbitraryTopics, (topics) => {
        if (topics.length > 0)
          expect(parseTopicsJsonl(bytesOf(writeTopicsJsonl(topics)))).toEqual({ ok: true, value: topics, notes: [] });
      })
    );
  });

  it('are read from CSV with one row per comment, and told from a checklist by their columns', async () => {
    const csv = 'topic,platform,text,comment,comment_count\nt1,Forum,Post,First,3\nt1,,,Second,\nt2,Forum,Other,,\n';
    expect(await readImport([{ name: 'topics.csv', bytes: bytesOf(csv) }])).toMatchObject({
      ok: true,
      value: {
        kind: 'topics',
        topics: [
          {
            key: 't1',
            comments: [
              { text: 'First', count: 3 },
              { text: 'Second', count: null }
            ]
          },
          { key: 't2', comments: [] }
        ]
      }
    });
  });

  it('are refused with row, column and what is wrong', async () => {
    const lines = [
      { topic: 't1', platform: 'Forum', text: '', url: 'ftp://x' },
      {
        topic: 't2',
        platform: 'Forum',
        text: 'Post',
        date: 'May',
        state: 'rejected',
        comments: [7, { text: 'a', count: -1 }]
      },
      { topic: 't2', platform: 'Forum', text: 'Post' }
    ];
    const read = parseTopicsJsonl(bytesOf(lines.map((line) => JSON.stringify(line)).join('\n')));
    expect(read.ok ? [] : read.problems.map(({ row, column }) => `${row} ${column}`)).toEqual([
      ...['1 url', '1 text', '2 date', '2 reason', '2 comments[0]', '2 comments[1].count', '3 topic']
    ]);
    const csv = await parseTopicCsv(bytesOf('topic,platform,text\nt1,Forum,Post\nt1,Other,\n'));
    expect(csv).toMatchObject({
      ok: false,
      problems: [{ row: 3, column: 'platform', reason: 'The topic t1 has another platform in row 2' }]
    });
  });
});

describe('a dataset version of tasks', () => {
  const project = () => {
    const { db } = memoryDatabase();
    db.insert(schema.project).values({ id: 'p', slug: 'p', name: 'P', createdAt: 0 }).run();
    return { db, manage: authorize(systemActor, { kind: 'project', id: 'p' }, 'manage') };
  };

  it('holds accepted topics in its hash, and its files give the same hash in another project', async () => {
    const { content } = await materialTemplate('tasks.xlsx');
    const read = await parseDatasetXlsx(content as Uint8Array);
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    const { queries, topics } = read.value;
    const { db, manage } = project();
    importBenchmark(db, manage, { queries, topics });
    const waiting = freezeVersion(db, manage).version;
    expect(waiting.content.topics).toBeUndefined();
    db.update(schema.topic).set({ state: 'accepted' }).run();
    const { version } = freezeVersion(db, manage);
    expect(version.contentHash).not.toBe(waiting.contentHash);
    expect(version.content.topics).toMatchObject([{ key: 't1', platform: 'Example forum' }]);
    expect(versionChanges(waiting.content, version.content)).toMatchObject([
      { qid: 't1', key: 'topic', change: 'added' }
    ]);
    expect(versionFileNames(version)).toEqual([
      ...['dataset.jsonl', 'dataset.parquet', 'material.xlsx', 'topics.jsonl', 'topics.parquet'],
      ...['lineage.jsonl', 'lineage.parquet', 'lineage.csv', 'changes.csv', 'datasheet.json', 'datasheet.md']
    ]);
    for (const files of [
      ['material.xlsx'],
      ['topics.jsonl', 'dataset.jsonl'],
      ['topics.parquet', 'dataset.parquet']
    ] as const) {
      const other = project();
      for (const file of files) {
        const bytes = await versionFile(db, manage, version.number, file, 'en');
        const again = await readImport([{ name: file, bytes: typeof bytes === 'string' ? bytesOf(bytes) : bytes }]);
        if (!again.ok || again.value.kind === 'reports') throw new Error(JSON.stringify(again));
        importBenchmark(other.db, other.manage, { queries: [], ...again.value });
      }
      expect(freezeVersion(other.db, other.manage).version.contentHash).toBe(version.contentHash);
    }
  });
});
