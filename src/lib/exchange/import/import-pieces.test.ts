import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { count } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, schema, write, type OpenDatabase } from '../../server/db/client.ts';
import { onDisk } from '../../server/db/on-disk.ts';
import { removeUnused, storeText, unusedTexts } from '../../server/db/report-text.ts';
import type { ImportedQuery, ImportedReport } from '../../verification/benchmark/benchmark.ts';
import { importQueries } from '../../verification/benchmark/benchmark.server.ts';
import { aQuery, aReport, scene } from '../../verification/rounds/project.fixture.server.ts';
import { addAfterTexts, removeLeftTexts } from '../../verification/benchmark/report-texts.server.ts';
import { importReports } from '../../verification/benchmark/reports.server.ts';
import { importFiles } from './import-files.server.ts';
import { atMost } from '../../../../tests/timing.ts';
import { serverLimits } from './import-limits.ts';
import type { readImport } from './sniff.ts';

const folder = mkdtempSync(join(tmpdir(), 'voirdire-pieces-'));
let opened: OpenDatabase;
beforeAll(() => (opened = openDatabase(join(folder, 'voirdire.db'), join(process.cwd(), 'drizzle'))));
afterAll(() => {
  opened.close();
  rmSync(folder, { recursive: true, force: true });
});

const paragraph = 'The town has 12 parks, and one of them is “old”. '.repeat(600);
const QUERIES = 300;
const qids = Array.from({ length: QUERIES }, (_, n) => `q${n}`);

/** Reports of 29 KB each, made when they are asked for. */
function* reports(systems: readonly string[]): Generator<ImportedReport> {
  for (const system of systems)
    for (const qid of qids) yield aReport(system, qid, `# ${system} on ${qid}\n\n${paragraph}`);
}
const reading =
  (systems: readonly string[]): typeof readImport =>
  () =>
    Promise.resolve({
      ok: true,
      notes: [],
      value: { kind: 'reports', format: 'reports-jsonl', reports: { [Symbol.iterator]: () => reports(systems) } }
    });

/** Processor time of this thread in ms: what others on the machine do is not counted. */
const spent = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

const stored = () => opened.db.select({ n: count() }).from(schema.report).get()!.n;

/** Reads and commits, one after the other, while some work continues: the longest of each in ms of this thread, and the counts of reports that were seen. */
async function besides(work: () => Promise<unknown>) {
  const seen = new Set<number>();
  const longest = { read: 0, commit: 0 };
  let open = true;
  const client = async (): Promise<void> => {
    for (let n = 0; open; n += 1) {
      let began = spent();
      await nextTurn();
      seen.add(stored());
      longest.read = Math.max(longest.read, spent() - began);
      began = spent();
      await nextTurn();
      await onDisk(opened.db, () =>
        write(opened.db, (tx) =>
          tx
            .insert(schema.sentForm)
            .values({ key: `${Math.random()}`, at: n })
            .run()
        )
      );
      longest.commit = Math.max(longest.commit, spent() - began);
    }
  };
  const asking = client();
  try {
    await work();
  } finally {
    open = false;
    await asking;
  }
  // On a busy machine the client may not have looked again since the work ended.
  seen.add(stored());
  return { seen: [...seen], longest };
}

describe('an import of 900 reports in 26 MB', () => {
  it('keeps no other request waiting, and is there as a whole or not at all', async () => {
    const { lead } = scene(opened.db);
    importQueries(
      opened.db,
      lead,
      qids.map((qid) => aQuery(qid))
    );
    const { seen, longest } = await besides(() =>
      importFiles(opened.db, lead, [], {}, reading(['aurora', 'borealis', 'corona']))
    );
    console.log(`longest read ${longest.read.toFixed(1)} ms, longest commit ${longest.commit.toFixed(1)} ms`);
    expect(seen).toEqual([0, 3 * QUERIES]);
    expect(Math.max(longest.read, longest.commit)).toBeLessThan(100);
  });
});

describe('an import of as many rows as a server takes', () => {
  const { reports: MOST, queryRows } = serverLimits;
  const own = Array.from({ length: 200 }, (_, n) => `own ${n}`);
  const short = (count: number, system: string): ImportedReport[] =>
    Array.from({ length: count }, (_, n) =>
      aReport(`${system} ${Math.floor(n / own.length)}`, own[n % own.length]!, `# ${system} ${n}`)
    );
  const given =
    (reports: ImportedReport[]): typeof readImport =>
    () =>
      Promise.resolve({ ok: true, notes: [], value: { kind: 'reports', format: 'reports-jsonl', reports } });
  const asked =
    (queries: ImportedQuery[]): typeof readImport =>
    () =>
      Promise.resolve({ ok: true, notes: [], value: { kind: 'queries', format: 'dataset-jsonl', queries } });
  const withItems = (rows: number): ImportedQuery[] =>
    Array.from({ length: rows / 50 }, (_, n) =>
      aQuery(`wide ${n}`, ...Array.from({ length: 49 }, (_, item) => `Does it name town ${item}?`))
    );
  const limits = serverLimits;

  it('keeps another client waiting for one short transaction, and one row more is refused and leaves nothing', async () => {
    const { lead } = scene(opened.db);
    importQueries(
      opened.db,
      lead,
      own.map((qid) => aQuery(qid))
    );
    const texts = () => opened.db.select({ n: count() }).from(schema.reportText).get()!.n;
    const [before, textsBefore] = [stored(), texts()];
    const { seen, longest } = await besides(async () => {
      await expect(importFiles(opened.db, lead, [], { limits }, given(short(MOST + 1, 'many')))).rejects.toMatchObject({
        problems: [{ reason: expect.stringContaining('more than 4,000 reports') as string }]
      });
      expect([stored(), texts()]).toEqual([before, textsBefore]);
      await importFiles(opened.db, lead, [], { limits }, given(short(MOST, 'most')));
    });
    const wait = Math.max(longest.read, longest.commit);
    console.log(`longest wait beside ${MOST} reports ${wait.toFixed(1)} ms`);
    expect(seen).toEqual([before, before + MOST]);
    expect(wait).toBeLessThan(atMost(200));
  });

  it('holds for queries with their items as well', async () => {
    const { lead } = scene(opened.db);
    const most = withItems(queryRows);
    await expect(
      importFiles(opened.db, lead, [], { limits }, asked([...most, aQuery('one more')]))
    ).rejects.toMatchObject({
      problems: [{ reason: expect.stringContaining('more than 10,000 queries and checklist items') as string }]
    });
    const { longest } = await besides(() => importFiles(opened.db, lead, [], { limits }, asked(most)));
    console.log(
      `longest wait beside ${queryRows} queries and items ${Math.max(longest.read, longest.commit).toFixed(1)} ms`
    );
    expect(Math.max(longest.read, longest.commit)).toBeLessThan(atMost(200));
  });

  it('is no limit of the command line', async () => {
    const { lead } = scene(opened.db);
    const imported = await importFiles(opened.db, lead, [], {}, asked([...withItems(queryRows), aQuery('one more')]));
    expect(imported).toMatchObject({ result: { queries: { added: queryRows / 50 + 1 } } });
  });
});

describe('an import whose texts are written before its reports', () => {
  const texts = () => opened.db.select({ n: count() }).from(schema.reportText).get()!.n;

  it('leaves none of them if it is refused, and those that others have', async () => {
    const { lead } = scene(opened.db);
    const before = texts();
    // Its queries are those of another project.
    await expect(importFiles(opened.db, lead, [], {}, reading(['aurora', 'dawn']))).rejects.toThrow(
      'Nothing was imported'
    );
    expect(texts()).toBe(before);
  });

  it('that did not come to its end leaves none after the next start', async () => {
    const before = texts();
    for (let n = 0; n < 120; n += 1) storeText(opened.db, `left ${n}`);
    expect(texts()).toBe(before + 120);
    await removeLeftTexts(opened.db);
    expect(texts()).toBe(before);
  });

  it('writes them again if a start of another server took them for texts that were left', async () => {
    const { lead } = scene(opened.db);
    importQueries(
      opened.db,
      lead,
      qids.map((qid) => aQuery(qid))
    );
    const before = stored();
    let taken = 0;
    const added = await addAfterTexts(
      opened.db,
      [[...reports(['eos'])].slice(0, 40), [...reports(['freya'])].slice(0, 40)],
      (kept) => {
        if (taken++ === 0) removeUnused(opened.db, unusedTexts(opened.db).slice(0, 10));
        return importReports(opened.db, lead, kept.flat());
      }
    );
    expect(added.reports).toEqual({ added: 80, unchanged: 0 });
    expect([taken, stored() - before]).toEqual([2, 80]);
  });
});
