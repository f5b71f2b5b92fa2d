import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { Zip, zipSync, type ZipInputFile } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import type { ImportedQuery } from '../../../verification/benchmark/benchmark.ts';
import { writeDatasetXlsx } from '../../export/version/dataset-xlsx-writer.ts';
import { eachCsvRecord } from '../../format/csv-records.ts';
import { ProblemList, type Parsed } from '../../format/problem-list.ts';
import { bytesOf } from '../queries/queries.fixture.ts';
import { previewRatings } from '../../ratings/ratings-preview.ts';
import { readRatingsStudies, type RatingsStudyWish } from '../../ratings/ratings-study.ts';
import { fingerprintOfLabels } from '../../../studies/labels/imported.ts';
import { readingAside } from './reading-aside.ts';
import { readImport, type ImportContent, type ImportFile } from '../sniff.ts';
import { parseSurveyCsv } from '../survey-csv.ts';
import { sized } from '../../../../../tests/timing.ts';

const folder = mkdtempSync(join(tmpdir(), 'voirdire-reading-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const aside = readingAside({ idleMs: 10_000 });
const item = { kind: 'item', weight: null, dimension: null, explanation: null } as const;
const queries = (items: number): ImportedQuery[] => [
  {
    ...{ qid: 'q1', text: 'What changed – 什么?', domain: null, category: null, language: null },
    items: Array.from({ length: items }, (_, n) => ({ ...item, key: `c${n}`, text: `Does it name change ${n}?` }))
  }
];

/** Content as read, with its reports in a list. */
const listed = (parsed: Parsed<ImportContent>): unknown =>
  parsed.ok && parsed.value.kind === 'reports'
    ? { ...parsed, value: { ...parsed.value, reports: [...parsed.value.reports] } }
    : parsed;

/** Processor time that the thread of the test spends on work, in ms. */
async function ownTime(work: () => Promise<unknown>): Promise<number> {
  const began = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / 1000;
}

const stored = join(folder, 'stored.jsonl');
writeFileSync(stored, `${JSON.stringify({ system: 's', qid: 'q1', report: '# R\n\nText – 文。' })}\n`);

const block = Array.from({ length: 10_000 }, (_, n) => `w${String((n * 7919) % 100_000_000).padStart(8, '0')} `).join(
  ''
);

/** A text of some hundred thousand characters that is packed no harder than texts are. */
const manyWords = (hundredThousands: number, seed: number): string => `${seed} ${block.repeat(hundredThousands)}`;

/** An archive of large members, which zlib packs in a seventh of the time of `zipSync`. */
function zipOfMuch(members: Record<string, Uint8Array>, level: number): Uint8Array {
  const parts: Uint8Array[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    parts.push(part);
  });
  for (const [filename, bytes] of Object.entries(members)) {
    const file: ZipInputFile = { filename, size: bytes.length, crc: crc32(bytes), compression: 8 };
    zip.add(file);
    file.ondata!(null, deflateRawSync(bytes, { level }), true);
  }
  zip.end();
  return Buffer.concat(parts);
}

const files: Record<string, () => Promise<ImportFile[]> | ImportFile[]> = {
  'a workbook': async () => [{ name: 'd.xlsx', bytes: await writeDatasetXlsx(queries(3)) }],
  'a CSV': () => [{ name: 'd.csv', bytes: bytesOf('qid,Deep Research Query,Checklist\nq1,What?,Is it so?\n') }],
  'JSON lines': () => [{ name: 'd.jsonl', bytes: bytesOf('{"qid":"q1","query":"What?","checklist":["Is it so?"]}\n') }],
  'a file on the disk': () => [{ name: 'stored.jsonl', bytes: { path: stored, size: 60 } }],
  'a zip of reports': () => [{ name: 'r.zip', bytes: zipSync({ 's/qid_q1_report.md': bytesOf('# R\n\nText') }) }],
  'a zip of much': () => [
    {
      name: 'r.zip',
      bytes: zipOfMuch(
        Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`s/qid_q${n}_report.md`, bytesOf(manyWords(44, n))])),
        1
      )
    }
  ],
  'a folder of reports': () => [
    { name: 's/qid_q1_report.md', bytes: bytesOf('# R\r\n\r\nText') },
    { name: 's/qid_q2_report.md', bytes: bytesOf('# R') }
  ],
  'a file with problems': () => [{ name: 'd.csv', bytes: bytesOf('qid,query,checklist\n,What?,Is it so?\n') }],
  'no format that is known': () => [{ name: 'd.exe', bytes: bytesOf('MZ') }]
};

describe('a file that is read in a process of its own', () => {
  it.each(Object.entries(files))('is read as here: %s', async (_, make) => {
    const given = await make();
    const own = join(folder, `own-${Math.random()}`);
    expect(listed(await aside.files(given, {}, own))).toEqual(listed(await readImport(given)));
  });

  it('gives labels their fingerprint, which the server stores with them', async () => {
    const csv = 'item,rater,label\na,ann,yes\nb,ann,no\n';
    const wish: RatingsStudyWish = {
      name: 'n',
      file: 'f',
      judges: [],
      scale: { level: 'binary', labels: ['yes', 'no'] }
    };
    const [here, there] = [
      await readRatingsStudies(bytesOf(csv), wish),
      await aside.readRatingsStudies(bytesOf(csv), wish)
    ];
    if (!here.ok || !there.ok) throw new Error('The labels were refused');
    expect(there.value[0]!.sha256).toBe(fingerprintOfLabels(here.value[0]!));
  });

  it('takes hardly any time of the thread that answers people', async () => {
    const bytes = await writeDatasetXlsx(queries(sized(6_000, 1_500)));
    const file = [{ name: 'd.xlsx', bytes }];
    const here = await ownTime(() => readImport(file));
    const there = await ownTime(() => aside.files(file, {}, folder));
    // Beside other work both take longer, and unequally so: 16 of 80 ms were 18 once. Read here, the two would be equal.
    expect(there, `${Math.round(here)} ms here, ${Math.round(there)} ms beside it`).toBeLessThan(here / sized(5, 2));
  });

  it('may unpack to much more than the memory of its process, since no more than one report is held', async () => {
    const members = Array.from({ length: 40 }, (_, n) => [`s/qid_q${n}_report.md`, bytesOf(manyWords(15, n))]);
    const zip = [{ name: 'r.zip', bytes: zipOfMuch(Object.fromEntries(members) as Record<string, Uint8Array>, 1) }];
    const parsed = await readingAside({ megabytes: 48 }).files(zip, {}, folder);
    if (!parsed.ok || parsed.value.kind !== 'reports') throw new Error('it was not read');
    let [reports, characters] = [0, 0];
    for (const { markdown } of parsed.value.reports)
      [reports, characters] = [reports + 1, characters + markdown.length];
    expect([reports, characters]).toEqual([40, 40 * 1_500_000 + 40 * 2 + 30]);
  });

  it('is refused by name if it is a bomb, or unpacks to more than the operator allows', async () => {
    const bomb = zipOfMuch(
      {
        's/qid_q1_report.md': bytesOf('Text.'),
        ...Object.fromEntries([2, 3, 4].map((n) => [`s/qid_q${n}_report.md`, new Uint8Array(9 * 1024 * 1024 + n)]))
      },
      6
    );
    expect(bomb.length).toBeLessThan(50_000);
    const refused = await aside.files([{ name: 'r.zip', bytes: bomb }], {}, folder);
    expect(refused).toMatchObject({
      ok: false,
      problems: [
        {
          column: 's/qid_q4_report.md',
          reason: expect.stringMatching(/to 1,\d{3} times its size.*200 times/s) as string
        }
      ]
    });
    const large = zipOfMuch({ 's/qid_q1_report.md': bytesOf(manyWords(30, 1)) }, 1);
    expect(await aside.files([{ name: 'r.zip', bytes: large }], { zipMegabytes: 2 }, folder)).toMatchObject({
      ok: false,
      problems: [{ reason: expect.stringContaining('at most 2 MB are allowed') as string }]
    });
    expect((await aside.files([{ name: 'r.zip', bytes: large }], { zipMegabytes: 3 }, folder)).ok).toBe(true);
  });

  it('that takes too long is refused with its name, the limit and what to do', async () => {
    const hurried = readingAside({ timeoutMs: 5 });
    const file = [
      { name: 'slow.csv', bytes: bytesOf(`qid,query,checklist\n${'q1,What?,Is it so?\n'.repeat(300_000)}`) }
    ];
    await expect(hurried.files(file, {}, folder)).rejects.toMatchObject({
      code: 'invalid-input',
      problems: [{ column: 'slow.csv', reason: expect.stringMatching(/more than 0?\.?\d* ?seconds?.*CSV/) as string }]
    });
  });

  it('is refused by its size as before', async () => {
    const file = [{ name: 'd.csv', bytes: { path: stored, size: 51 * 1024 * 1024 } }];
    await expect(aside.files(file, {}, folder)).rejects.toMatchObject({ code: 'too-large' });
  });

  it('may be a survey or ratings', async () => {
    const survey = bytesOf('respondent,question\nr1,What?\n');
    expect(await aside.parseSurveyCsv(survey)).toEqual(await parseSurveyCsv(survey));
    const ratings = bytesOf('item,rater,label\ni1,a,yes\ni1,b,no\n');
    expect(await aside.previewRatings(ratings, {})).toEqual(await previewRatings(ratings, {}));
  });
});

describe('rows of a file', () => {
  it('are counted while lines are read, up to a million', async () => {
    const parsed = await readImport([{ name: 'd.jsonl', bytes: bytesOf('\n'.repeat(1_000_001)) }]);
    const reason = expect.stringContaining('more than 1,000,000 rows') as string;
    expect(parsed).toMatchObject({ ok: false, problems: [{ row: 1_000_001, reason }] });
  });

  it('are counted while a table is read, whose rest is left alone', async () => {
    const problems = new ProblemList();
    const seen: number[] = [];
    const table = { label: String, add: (_: string[], row: number) => void seen.push(row) };
    await eachCsvRecord(bytesOf('a,b\n'.repeat(300_000)), ',', table, problems, 50);
    expect(seen).toEqual(Array.from({ length: 50 }, (_, n) => n + 1));
    expect(problems.all).toMatchObject([{ column: 'file', reason: expect.stringContaining('more than 50') as string }]);
  });
});
