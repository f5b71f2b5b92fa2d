import { describe, expect, it } from 'vitest';
import { alignmentFiles } from './alignment/alignment-files.server.ts';
import { withAuditHead } from '../format/audit-head.ts';
import { parseDatasetXlsx } from '../import/queries/dataset-xlsx.ts';
import { writeDatasetXlsx } from './version/dataset-xlsx-writer.ts';
import { figureFormats, knownFigures } from './run/run-figures.server.ts';
import { runFiles } from './run/run-files.server.ts';
import { studyFiles } from './study/study-files.server.ts';
import { versionFiles } from './version/version-files.server.ts';

const head = `12:${'4f'.repeat(32)}`;
const contents: Record<string, string> = {
  md: '# Report\n\n| a |\n| --- |\n| 1 |\n',
  html: '<html><body>\n<main>\n<p>x</p>\n</main>\n</body>\n</html>\n',
  tex: '\\begin{table}\n\\end{table}\n',
  svg: '<svg xmlns="http://www.w3.org/2000/svg"><text>x</text></svg>\n',
  json: '{\n  "a": [\n    {\n      "b": 1\n    }\n  ]\n}\n',
  csv: 'a,b\r\n1,2\r\n',
  jsonl: '{"a":1}\n{"a":2}\n'
};
/** Bytes that no text is added to; a workbook has a sheet for the head. */
const binary = ['xlsx', 'zip', 'eval', 'parquet'];
const endings = [
  ...new Set(
    [
      ...Object.keys(versionFiles),
      ...Object.keys(studyFiles),
      ...Object.keys(runFiles),
      ...Object.keys(alignmentFiles),
      ...knownFigures().flatMap(({ name }) => figureFormats.map((format) => `${name}.${format}`))
    ].map((name) => name.slice(name.lastIndexOf('.') + 1))
  )
];

describe('the head of the audit trail', () => {
  it('stands in every format that files leave in, but for rows (CSV, JSONL, Parquet) and archives, which stay as they are', () => {
    const formats = endings.filter((one) => !binary.includes(one) && Object.hasOwn(contents, one));
    expect(endings.filter((one) => !formats.includes(one) && !binary.includes(one) && !alignmentFiles[one])).toEqual(
      []
    );
    expect(formats.length).toBeGreaterThanOrEqual(7);
    const without = formats.filter((one) => !withAuditHead(`x.${one}`, contents[one]!, head).includes(head));
    expect(without.sort()).toEqual(['csv', 'jsonl']);
    for (const one of without) expect(withAuditHead(`x.${one}`, contents[one]!, head)).toBe(contents[one]);
  });

  it('leaves a JSON file what it was, with one member more', () => {
    expect(JSON.parse(withAuditHead('x.json', contents['json']!, head))).toEqual({
      ...(JSON.parse(contents['json']!) as object),
      auditHead: head
    });
  });

  it('has its sentence in the language of the file, which is in its name or told', () => {
    const named = withAuditHead('x.zh-hans.md', contents['md']!, head);
    expect(named).toMatch(new RegExp(`\n导出时本实例的审计记录：audit head ${head}\n$`));
    expect(withAuditHead('x.md', contents['md']!, head, 'zh-Hans')).toBe(named);
    expect(withAuditHead('x.zh-hans.html', contents['html']!, head)).toContain(
      `审计记录：<code>audit head ${head}</code>`
    );
  });

  it('is seen in text and on a page, and is a comment in LaTeX and SVG', () => {
    expect(withAuditHead('x.md', contents['md']!, head)).toMatch(new RegExp(`\\| 1 \\|\n\n.*audit head ${head}\n$`));
    expect(withAuditHead('x.html', contents['html']!, head)).toMatch(new RegExp(`audit head ${head}.*\n</main>`));
    expect(withAuditHead('x.tex', contents['tex']!, head)).toContain(`\n% audit head ${head}\n`);
    expect(withAuditHead('x.svg', contents['svg']!, head)).toContain(`<!-- audit head ${head} -->\n</svg>`);
  });

  it('stands on a sheet of its own in a workbook, over which the import passes without a note', async () => {
    const query = {
      qid: 'q1',
      text: 'What?',
      domain: null,
      category: null,
      language: null,
      items: [
        { key: 'q1_c1', text: 'Does it say?', kind: 'item' as const, weight: null, dimension: null, explanation: null }
      ]
    };
    const parsed = await parseDatasetXlsx(await writeDatasetXlsx([query], [], [['Audit head', head]]));
    expect(parsed).toMatchObject({ ok: true, value: { queries: [{ qid: 'q1' }] } });
    expect(JSON.stringify(parsed)).not.toContain('ignoredSheets');
    const other = await parseDatasetXlsx(await writeDatasetXlsx([query], [], [['Something', 'else']]));
    expect(JSON.stringify(other)).toContain('ignoredSheets');
  });
});
