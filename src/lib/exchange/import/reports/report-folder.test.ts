import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { zipSync, type Zippable } from 'fflate';
import { parseReportFolder } from './report-folder.ts';
import { parseReportZip } from './report-zip.ts';
import { inEnglish } from '../../../messages/say-in.ts';
import { notesInEnglish } from '../../parsed.fixture.ts';
import { bytesOf } from '../queries/queries.fixture.ts';

const folder = (files: Record<string, string>, system?: string) =>
  parseReportFolder(
    Object.entries(files).map(([path, text]) => ({ path, bytes: bytesOf(text) })),
    system
  );
const zip = (files: Record<string, string>, system?: string) => {
  const content: Zippable = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, bytesOf(text)]));
  return parseReportZip(zipSync(content), system);
};

describe.each([
  ['a folder', folder],
  ['a zip', zip]
])('reports in %s', (_, read) => {
  it('take system and qid from folder and file name, one folder around or not', () => {
    const parsed = read({
      'cairn/qid_a_report.md': '# A\r\n\r\nText.',
      'all/heron/qid_b_2_report.md': '\uFEFF# B',
      'heron\\qid_x_report.md': 'X'
    });
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    expect([...parsed.value].map(({ system, qid, markdown }) => [system, qid, markdown])).toEqual([
      ['heron', 'b_2', '# B'],
      ['cairn', 'a', '# A\n\nText.'],
      ['heron', 'x', 'X']
    ]);
  });

  it('leave out what is no report, and say so', () => {
    const parsed = read({
      'cairn/qid_a_report.md': 'A',
      'cairn/.DS_Store': 'x',
      '__MACOSX/cairn/._qid_a_report.md': 'x',
      'cairn/notes.txt': 'x',
      'README.md': 'x'
    });
    expect(parsed).toMatchObject({ ok: true, value: [{ qid: 'a' }] });
    expect(parsed.ok && inEnglish(parsed.notes)[0]).toMatch(/^4 files were skipped.*README\.md/);
  });

  it('are refused, each by its path, if name, place or content is wrong', () => {
    const parsed = read({
      'cairn/a.md': 'A',
      'x/y/cairn/qid_c_report.md': 'C',
      'qid_d_report.md': 'D',
      'x/cairn/qid_e_report.md': 'E',
      'y/cairn/qid_e_report.md': 'E again'
    });
    if (parsed.ok) throw new Error('no problem was found');
    expect(parsed.problems.map(({ column, reason }) => [column, reason])).toEqual([
      ['cairn/a.md', expect.stringMatching(/qid_<qid>_report\.md/)],
      ['qid_d_report.md', expect.stringMatching(/system is missing.*name of the folder/)],
      ['x/y/cairn/qid_c_report.md', expect.stringMatching(/nested too deeply/)],
      ['y/cairn/qid_e_report.md', expect.stringMatching(/already exists: x\/cairn\/qid_e_report\.md/)]
    ]);
  });

  it('are imported without the empty one, which is named', () => {
    const files = { 'cairn/qid_a_report.md': 'A', 'cairn/qid_b_report.md': '  \n', 'heron/qid_b_report.md': '' };
    expect(notesInEnglish(read(files))).toMatchObject({
      ok: true,
      value: [{ system: 'cairn', qid: 'a' }],
      notes: [
        '2 reports are empty and were not imported: cairn · b (cairn/qid_b_report.md), heron · b (heron/qid_b_report.md)'
      ]
    });
    const twice = read({ 'x/cairn/qid_b_report.md': '', 'y/cairn/qid_b_report.md': 'B', 'cairn/qid_a_report.md': 'A' });
    expect(twice).toMatchObject({ ok: false, problems: [{ reason: expect.stringContaining('already') as string }] });
  });

  it('are refused if all of them are empty', () => {
    expect(read({ 'cairn/qid_b_report.md': '  \n' })).toMatchObject({
      ok: false,
      problems: [{ column: 'cairn/qid_b_report.md', reason: 'The report is empty' }]
    });
  });

  it('are refused if Git LFS has a pointer in the place of a text', () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 12345\n`;
    expect(read({ 'cairn/qid_a_report.md': 'A', 'cairn/qid_b_report.md': pointer })).toMatchObject({
      ok: false,
      problems: [{ column: 'cairn/qid_b_report.md', reason: expect.stringContaining('Run "git lfs pull"') as string }]
    });
    const about = `# Pointers\n\n${pointer}`;
    expect(read({ 'cairn/qid_a_report.md': about })).toMatchObject({ ok: true, value: [{ qid: 'a' }] });
  });

  it('may stand in no folder if the caller names the system', () => {
    expect(read({ 'qid_a_report.md': 'A' }, 'cairn')).toMatchObject({ value: [{ system: 'cairn', qid: 'a' }] });
  });

  it('are refused if there is none', () => {
    const reason =
      'It contains no report, because its file is not named <system>/qid_<qid>_report.md: cairn/qid_a_report.txt';
    expect(read({ 'cairn/qid_a_report.txt': 'x' })).toMatchObject({ ok: false, problems: [{ reason }] });
    expect(read({})).toMatchObject({ ok: false, problems: [{ reason: 'It contains no report' }] });
  });
});

describe('a report that is not UTF-8', () => {
  it('is refused by its path', () => {
    const parsed = parseReportFolder([{ path: 'cairn/qid_a_report.md', bytes: Buffer.from('naïve', 'latin1') }]);
    expect(parsed).toMatchObject({ ok: false, problems: [{ row: 1, column: 'cairn/qid_a_report.md', found: '0xEF' }] });
  });
});

describe('a folder on the disk', () => {
  const write = (files: Record<string, string>): { path: string; bytes: { path: string; size: number } }[] => {
    const root = mkdtempSync(join(tmpdir(), 'voirdire-folder-'));
    onTestFinished(() => rmSync(root, { recursive: true }));
    return Object.entries(files).map(([name, text]) => {
      const path = join(root, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      return { path: name, bytes: { path, size: text.length } };
    });
  };

  it('is read file by file whenever its reports are asked for', () => {
    const files = write({ 'cairn/qid_a_report.md': 'A', 'cairn/README.md': 'x', 'cairn/qid_b_report.md': ' ' });
    const parsed = parseReportFolder(files);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    expect(Array.isArray(parsed.value)).toBe(false);
    expect(parsed.notes).toHaveLength(2);
    for (const _ of [1, 2]) expect(Array.from(parsed.value, ({ markdown }) => markdown)).toEqual(['A']);
  });

  it('that is changed while it is imported is refused', () => {
    const files = write({ 'cairn/qid_a_report.md': 'A' });
    const parsed = parseReportFolder(files);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    writeFileSync(files[0]!.bytes.path, Buffer.from('naïve', 'latin1'));
    expect(() => [...parsed.value]).toThrow('changed during the import: The text is not UTF-8');
  });
});
