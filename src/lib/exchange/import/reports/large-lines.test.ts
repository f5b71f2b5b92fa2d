import { execFile } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { ProblemList } from '../../format/problem-list.ts';
import { parseReferenceResults } from '../../reference/parser.ts';
import { readImport } from '../sniff.ts';
import { textLines } from '../../format/text-lines.ts';
import { sized } from '../../../../../tests/timing.ts';

const folder = mkdtempSync(join(tmpdir(), 'voirdire-lines-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const MB = 1024 * 1024;
const stored = (name: string, content: string | Uint8Array) => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return { path, size: statSync(path).size };
};
const linesIn = (name: string, content: string | Uint8Array) => {
  const problems = new ProblemList();
  return { lines: [...textLines(stored(name, content), problems)].map(({ row, text }) => `${row} ${text}`), problems: problems.all }; // prettier-ignore
};

describe('lines of a file on the disk', () => {
  it('are those of its text, across pieces, marks and missing ends', () => {
    expect(linesIn('a', '\uFEFFone\r\n\ntwo 中文\nthree')).toEqual({
      lines: ['1 one\r', '2 ', '3 two 中文', '4 three'],
      problems: []
    });
    const long = Array.from({ length: 50 }, (_, i) => `${i} ${'é'.repeat(60_001)}`);
    expect(linesIn('b', long.join('\n')).lines).toEqual(long.map((line, i) => `${i + 1} ${line}`));
  });

  it('end with a problem at the line that is not UTF-8 or too long', () => {
    const bytes = Buffer.concat([Buffer.from('one\ntwo\nna'), Buffer.from([0xef]), Buffer.from('ve\nfour')]);
    expect(linesIn('c', bytes)).toMatchObject({ lines: ['1 one', '2 two'], problems: [{ row: 3, found: '0xEF' }] });
    const { problems } = linesIn('d', Buffer.alloc(66 * MB, 0x61));
    expect(problems).toMatchObject([{ row: 1, reason: expect.stringContaining('longer than 64 MB') as string }]);
  });
});

describe('JSON lines on the disk', () => {
  const reports = ['a', 'b', 'c'].map((qid) => ({ system: 's', qid, report: `# On ${qid}` }));
  const lines = reports.map((one) => JSON.stringify(one)).join('\n');

  it.each([
    ['reports', lines],
    ['reports of DeepResearch Bench', '{"id":1,"prompt":"Q?","article":"# A"}\n{"id":2,"prompt":"R?","article":"# B"}'],
    ['a dataset', '{"qid":"a","query":"Q?","items":["I?"]}'],
    ['an empty report', `${lines}\n{"system":"s","qid":"d","report":""}`],
    ['a wrong line', `${lines}\n{"system":"s"`],
    ['a report twice', `${lines}\n${lines}`]
  ])('are read as in memory: %s', async (what, text) => {
    const name = `${what.replaceAll(' ', '-')}.jsonl`;
    const plain = await readImport([{ name, bytes: Buffer.from(text) }]);
    const parsed = await readImport([{ name, bytes: stored(name, text) }]);
    if (!parsed.ok || parsed.value.kind !== 'reports') return expect(parsed).toEqual(plain);
    // They can be asked for more than once.
    for (const _ of [1, 2])
      expect({ ...parsed, value: { ...parsed.value, reports: [...parsed.value.reports] } }).toEqual(plain);
  });

  it('of the reference scorer are read as in memory, a line that was cut off included', () => {
    const text = '{"query_id":"a","model_name":"s","citation_grading_results":{"error":"x"}}\n{"query_id":"b","mod';
    expect(parseReferenceResults(stored('x.jsonl', text), 'x.jsonl')).toEqual(
      parseReferenceResults(Buffer.from(text), 'x.jsonl')
    );
  });
});

/** Held whole, 75 MB would take 380 MB. */
const LARGE_MB = sized(150, 75);

describe(`${LARGE_MB} MB of reports`, () => {
  it('are imported by the shell with a heap of 128 MB', { timeout: 240_000 }, async () => {
    const path = join(folder, 'large.jsonl');
    const file = openSync(path, 'w');
    const body = 'The town has 12 parks, and one of them is “old”. '.repeat(2000);
    let size = 0;
    let n = 0;
    for (; size < LARGE_MB * MB; n++)
      size += writeSync(file, `${JSON.stringify({ system: `s${n % 4}`, qid: `q${n >> 2}`, query: `What of ${n >> 2}?`, report: `# On ${n}\n\n${body}` })}\n`); // prettier-ignore
    closeSync(file);
    expect(statSync(path).size).toBeGreaterThan(LARGE_MB * MB);
    const peak = join(folder, 'peak');
    // Of a process that another one starts, Linux counts what that one held into `maxRSS`; its own peak stands in its status.
    const hook = `import { readFileSync, writeFileSync } from 'node:fs';
      const own = () => { try { return /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]; } catch { return undefined; } };
      process.on('exit', () => writeFileSync(${JSON.stringify(peak)}, own() ?? String(process.resourceUsage().maxRSS)));`;
    const args = ['--max-old-space-size=128', '--import', `data:text/javascript,${encodeURIComponent(hook)}`];
    const main = join(import.meta.dirname, '../../../../cli/main.ts');
    const wish = ['import', path, '--project', 'p', '--create-project', 'P', '--create-queries', '--data', join(folder, 'data'), '--json']; // prettier-ignore
    const { stdout } = await promisify(execFile)(process.execPath, [...args, main, ...wish]);
    expect(JSON.parse(stdout)).toMatchObject({ imported: [{ result: { reports: { added: n } } }] });
    const { readFileSync } = await import('node:fs');
    const megabytes = Number(readFileSync(peak, 'utf8')) / 1024;
    console.log(
      `${n} reports, ${Math.round(size / MB)} MB of JSON lines: at most ${Math.round(megabytes)} MB in memory`
    );
    expect(megabytes).toBeLessThan(300);
  });
});
