import { describe, expect, it } from 'vitest';
import { readForeignTable } from './foreign-table.ts';
import { readForeign, type ForeignRatings } from './read-foreign.ts';
import { labelStudioTasks, neighbourSamples, zstdZip } from './samples.fixture.ts';

async function ratingsIn(content: Uint8Array): Promise<ForeignRatings> {
  const read = await readForeign(content);
  if (!read?.ok) throw new Error(JSON.stringify(read));
  return read.value;
}

const labelsOf = ({ collected: { items, raters, questions, values, labels } }: ForeignRatings): string[] =>
  Array.from({ length: labels.count }, (_, i) => {
    const { name, kind } = raters[labels.rater[i]!]!;
    return `${items[labels.item[i]!]} ${name} ${kind} ${questions[labels.question[i]!]!.name}=${values[labels.value[i]!]}`;
  });

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

describe('files of other tools', () => {
  it.each(neighbourSamples.map((one) => [`${one.tool}, ${one.name}`, one] as const))(
    'are recognised, and every answer is taken or named: %s',
    async (_name, { tool, content, taken, notTaken, answers }) => {
      const read = await ratingsIn(content);
      expect(read.summary.tool).toBe(tool);
      expect(labelsOf(read).sort()).toEqual([...taken].sort());
      const counted: Record<string, number> = {};
      for (const { reason, count } of read.summary.notTaken)
        if (reason !== 'field' && reason !== 'status') counted[reason] = (counted[reason] ?? 0) + count;
      expect(counted).toEqual(notTaken);
      expect(taken.length + Object.values(counted).reduce((sum, n) => sum + n, 0)).toBe(answers);
    }
  );

  it('are read out of an archive that holds nothing else', async () => {
    for (const { tool, name, content, taken } of neighbourSamples.filter((one) => /\.jsonl?$/.test(one.name))) {
      const members = { [name]: Buffer.from(content).toString(), 'notes.txt': 'Packed.', '__MACOSX/._a.json': '' };
      const read = await ratingsIn(zstdZip(members));
      expect([read.summary.tool, labelsOf(read).length], name).toEqual([tool, taken.length]);
    }
  });

  it('name each field that is not taken, with how often it has a value', async () => {
    const { summary } = await ratingsIn(neighbourSamples[0]!.content);
    const fields = summary.notTaken.filter(({ reason }) => reason === 'field').map((one) => [one.name, one.count]);
    expect(fields).toEqual([
      ['data.report', 1],
      ['annotations[].id', 3],
      ['annotations[].lead_time', 1],
      ['predictions[].id', 2],
      ['predictions[].score', 1]
    ]);
  });

  it('warn if an export of Argilla has no status of responses', async () => {
    const { content } = neighbourSamples.find(({ name }) => name === 'records.json')!;
    const { summary } = await ratingsIn(content);
    expect(summary.notTaken).toEqual([{ reason: 'status', name: 'met', count: 1 }]);
  });

  it('become a table with one row per item and rater', async () => {
    const read = await readForeignTable(neighbourSamples[0]!.content);
    const rows = read?.ok
      ? read.value.table
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as object)
      : [];
    expect(rows).toHaveLength(5);
    expect(rows[0]).toEqual({
      item: '11',
      rater: 'ana@lab.example',
      qid: 't1',
      system: 'alpha',
      met: 'yes',
      overall: '3'
    });
  });

  it('that hold no label of an item say so', async () => {
    const aggregate = { schema_version: '0.3.0', evaluation_id: 'e', evaluation_results: [{ evaluation_name: 'a' }] };
    const read = await readForeignTable(text(JSON.stringify(aggregate)));
    expect(read).toMatchObject({
      ok: false,
      problems: [{ reason: expect.stringContaining('no label of a single item') }]
    });
  });

  it.each([
    ['a table', 'item,rater,label\ni1,ana,yes\n'],
    ['lines of ratings', '{"item":"i1","rater":"ana","label":"yes"}\n'],
    ['other JSON', '{"name":"voirdire","version":"1"}'],
    ['an empty list', '[]'],
    ['nothing', '']
  ])('are told from %s', async (_what, content) => {
    expect(await readForeign(text(content))).toBeNull();
  });
});

describe('damaged and hostile files of other tools', () => {
  const whole = JSON.stringify(labelStudioTasks);
  it.each([
    ['cut off', `${whole.slice(0, -200)}`, 'cut off'],
    ['with a repeated key', `${whole.slice(0, -1)},{"id":1,"id":2}]`, '"id" more than once'],
    ['with a broken element', `${whole.slice(0, -1)},{"id":tru}]`, 'not JSON'],
    [
      'nested too deep',
      `${whole.slice(0, -1)},{"id":1,"data":${'['.repeat(2_000)}${']'.repeat(2_000)}}]`,
      'levels deep'
    ]
  ])('are refused: %s', async (_what, content, reason) => {
    const read = await readForeign(text(content));
    expect(read).toMatchObject({ ok: false, problems: [{ reason: expect.stringContaining(reason) }] });
  });

  it('are named if they are in an archive', async () => {
    const read = await readForeign(zstdZip({ 'annotation_output/ana/user_state.json': '{"user_id":', 'b.json': '{}' }));
    expect(read).toMatchObject({ ok: false, problems: [{ column: 'annotation_output/ana/user_state.json' }] });
  });

  it('that promise less than they unpack to are refused', async () => {
    const zip = Buffer.from(zstdZip({ 'header.json': JSON.stringify({ eval: {} }), 'samples/a.json': `{"a":"${'x'.repeat(5_000)}"}` })); // prettier-ignore
    const central = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
    zip.writeUInt32LE(100, central + 24);
    const read = await readForeign(zip);
    expect(read).toMatchObject({ ok: false, problems: [{ reason: expect.stringContaining('listed size') }] });
  });

  it('that are no Parquet behind its first bytes are refused', async () => {
    const read = await readForeign(Buffer.from('PAR1 and no more PAR1'));
    expect(read).toMatchObject({ ok: false, problems: [{ reason: expect.stringContaining('Parquet') }] });
  });
});
