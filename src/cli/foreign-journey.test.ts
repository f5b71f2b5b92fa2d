import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { folderOf, newFolder, removeFolders, run } from './command.fixture.ts';
import { readForeignTable } from '../lib/exchange/neighbours/foreign-table.ts';
import { exit } from './outcome.ts';

afterAll(removeFolders);

const yes = (item: number, rater: number): string => ((item * 7 + rater * 3) % 5 < 3 ? 'yes' : 'no');
const choice = (value: string): object => ({ from_name: 'met', to_name: 'r', type: 'choices', value: { choices: [value] } }); // prettier-ignore
const people = ['ana', 'ben', 'cleo'];

/** An export of Label Studio: 12 tasks on 6 queries, three people and one judge on each, and a note that is no label. */
const tasks = Array.from({ length: 12 }, (_, i) => ({
  ...{ id: i + 1, data: { qid: `q${i % 6}`, system: `s${i % 2}`, report: 'Three towns ran trials.\nTwo told costs.' } },
  annotations: people.map((name, r) => ({
    ...{ id: 10 * i + r, completed_by: { id: r, email: `${name}@lab.example` }, was_cancelled: false },
    ...{ created_at: '2026-10-01T08:00:00Z' },
    result: [choice(yes(i, r)), { from_name: 'why', to_name: 'r', type: 'textarea', value: { text: ['a cost'] } }]
  })),
  predictions: [{ id: 500 + i, model_version: 'judge-a', result: [choice(yes(i, 0))] }]
}));

it('a file of another tool becomes an agreement report in three commands, and a file of a third tool in a fourth', async () => {
  const file = join(folderOf({ 'export.json': JSON.stringify(tasks) }), 'export.json');
  const data = newFolder('data');
  const read = await run(['read', file]);
  expect(read.out).toContain('Label Studio file: 48 labels on 12 items by 3 people and 1 judge');
  expect(read.out).toContain('why (36)');
  const scale = /met: .*; scale (\S+),/.exec(read.out)![1]!;
  expect(scale).toBe('binary:yes,no');
  const project = ['--project', 'heat', '--data', data];
  const imported = await run(['import', '--ratings', file, '--create-project', 'Heat', '--name', 'Pilot', '--scales', `met=${scale}`, ...project]); // prettier-ignore
  expect(imported).toMatchObject({ code: exit.done, err: '' });
  expect(imported.out).toContain('study 1, Pilot: 12 items, 4 raters');
  const report = await run(['report', '1', '--unblind', ...project]);
  expect(report).toMatchObject({ code: exit.done });
  expect(report.out).toContain('met, labels from export.json; 12 of 12 items');
  expect(report.out).toContain('judge-a');
  const events = join(newFolder('out'), 'events.json');
  const written = await run(['study', 'export', '1', 'summeval', '--output', events, ...project]);
  expect(written).toMatchObject({ code: exit.done });
  expect(written.err).toContain('The format has no place for: notes, times.');
  expect(written.err).toContain('Files for other tools contain no strata, inclusion probabilities, points,');
  const raw = await run(['study', 'export', '1', 'labels', ...project]);
  expect(raw).toMatchObject({ code: exit.failed });
  expect(raw.err).toContain('with voirdire study export 1 label-studio.');
  const instead = await run(['study', 'export', '1', 'label-studio', ...project]);
  expect([instead.code, instead.out]).toEqual([exit.done, expect.stringContaining('judge-a')]);
  const spans = join(newFolder('out'), 'spans.json');
  await run(['study', 'export', '1', 'phoenix', '--output', spans, ...project]);
  const phoenix = ['import', '--ratings', spans, '--name', 'Spans', '--scale', 'binary:yes,no', ...project];
  expect((await run(phoenix)).out).toContain('study 2, Spans: 12 items, 4 raters');
  const lines = (text: string): string[] => text.split('\n').filter((line) => /judge-a|from \d+ queries\.$/.test(line));
  const same = await run(['report', '2', '--unblind', ...project]);
  const [first, ...figures] = lines(report.out);
  expect(first).toContain('from 6 queries.');
  expect(lines(same.out)).toEqual([first!.replace('export.json', 'spans.json'), ...figures]);
  const again = await run(['read', events]);
  expect(again.out).toContain('SummEval file: 48 labels on 12 items by 3 people and 1 judge');
});

it('a label of another tool that is not on the scale is named by its item, rater and question', async () => {
  const [first, second, ...others] = tasks;
  const wrong = { ...second!, annotations: [{ ...second!.annotations[0]!, result: [choice('Yes ')] }] };
  const file = join(folderOf({ 'export.json': JSON.stringify([first, wrong, ...others]) }), 'export.json');
  expect((await run(['read', file])).out).toContain('met: 46 labels, 34 by people; choose a scale');
  const place = ['--project', 'heat', '--create-project', 'Heat', '--name', 'Pilot', '--data', newFolder('data')];
  expect(await run(['import', '--ratings', file, '--scales', 'met=binary:yes,no', ...place])).toMatchObject({
    code: exit.failed,
    err: 'Nothing was imported.\n  item "2", rater "ana@lab.example", met: The label is not on the scale yes / no. Found: "Yes"\n'
  });
});

it('a file of another tool in another encoding, or cut off, is refused with the reason', async () => {
  const text = JSON.stringify([{ ...tasks[0]!, data: { qid: 'Wärme' } }]);
  const folder = folderOf({ 'cut.json': text.slice(0, -9), 'table.csv': 'item,rater,label\n' });
  const files = { 'utf16.json': Buffer.from(`\uFEFF${text}`, 'utf16le'), 'latin1.json': Buffer.from(text, 'latin1') };
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
  const reasons = { 'utf16.json': 'is UTF-16', 'latin1.json': 'is not UTF-8 (byte 0xE4', 'cut.json': 'was cut off', 'table.csv': 'no export of a known tool' }; // prettier-ignore
  for (const [name, reason] of Object.entries(reasons))
    expect(await run(['read', join(folder, name)])).toMatchObject({
      code: exit.failed,
      err: expect.stringContaining(reason)
    });
});

it('a qid of another tool with a line break or too many characters is named by item, field and reason', async () => {
  const [first, ...others] = tasks;
  const place = ['--project', 'heat', '--create-project', 'Heat', '--name', 'Pilot', '--data', newFolder('data')];
  const cases = [
    ['q1\nq2', 'qid: The text has a line break for the item "1"'],
    ['q'.repeat(201), 'qid: The text has more than 200 characters for the item "1"']
  ] as const;
  for (const [qid, why] of cases) {
    const wrong = { ...first!, data: { ...first!.data, qid } };
    const file = join(folderOf({ 'export.json': JSON.stringify([wrong, ...others]) }), 'export.json');
    const refused = await run(['import', '--ratings', file, '--scales', 'met=binary:yes,no', ...place]);
    expect(refused).toMatchObject({
      code: exit.failed,
      err: `Nothing was imported.\n  ${why}, so it cannot name a query or system. Write a short id on one line and export the file again.\n`
    });
    const onPage = await readForeignTable(readFileSync(file));
    expect(onPage).toMatchObject({ ok: false, problems: [{ column: 'qid' }] });
  }
});
