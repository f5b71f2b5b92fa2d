import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../lib/server/db/client.ts';
import { exampleRun } from '../lib/studies/planning/example-run.fixture.ts';
import { createStudy } from '../lib/studies/planning/studies.server.ts';
import { commitVerdict } from '../lib/studies/judging/verdicts.server.ts';
import { importQueries } from '../lib/verification/benchmark/benchmark.server.ts';
import { freezeVersion } from '../lib/verification/release/versions.server.ts';
import { aQuery, scene } from '../lib/verification/rounds/project.fixture.server.ts';
import { newFolder, removeFolders, run } from './command.fixture.ts';
import { exit } from './outcome.ts';
import { openOrCreate } from './place.ts';
import { annotating, openAssignment } from '../lib/studies/judging/annotating.fixture.ts';

afterAll(removeFolders);

const data = newFolder('data');
const here = ['--data', data];

beforeAll(async () => {
  const { db, close } = await openOrCreate(data);
  const scene = exampleRun(db);
  const [ana, ben] = scene.annotators;
  createStudy(db, scene.manage, scene.input({ name: 'Pilot', people: [ana.id, ben.id] }));
  const open = openAssignment(db, ana)!;
  commitVerdict(db, annotating(ana), {
    ...{ assignmentId: open.id, studyItemId: open.items[0]!.id, label: 'yes', note: 'as it says', passages: [] },
    ...{ seconds: 3, idempotencyKey: 'first-of-all' }
  });
  close();
});

describe('voirdire study', () => {
  it('lists studies with how far they are, as a table and as data', async () => {
    const ended = await run(['study', 'list', ...here]);
    expect(ended).toMatchObject({ code: exit.done, err: '' });
    expect(ended.out).toMatch(/Pilot +checklist-item +coverage +open +24 +2 +1 of 48/);
    const rows: unknown = JSON.parse((await run(['study', 'list', '--json', ...here])).out);
    expect(rows).toMatchObject([{ number: 1, items: 24, done: 1, total: 48 }]);
  });

  it('takes the protocol out at any time, labels only after both acts, which are recorded', async () => {
    const protocol = await run(['study', 'export', '1', 'protocol', ...here]);
    expect(protocol).toMatchObject({ code: exit.done, err: '' });
    expect(protocol.out).toContain('# Protocol of study 1: Pilot');
    const args = ['study', 'export', '1', 'labels', ...here];
    const embargoed = await run(args);
    expect(embargoed).toMatchObject({ code: exit.failed, out: '' });
    expect(embargoed.err).toContain('its labels have not been unblinded. Unblind them with --unblind');
    const acts = ['--unblind', '--reason', 'Our paper is due tomorrow.'];
    const unfit = await run(['study', 'export', '1', 'arena', ...acts, ...here]);
    expect(unfit).toMatchObject({ code: exit.failed, err: expect.stringContaining('preferences between two reports') });
    expect((await run(args)).err).toContain('its labels have not been unblinded.');
    // What is recorded for good is recorded only by a command that shows the labels.
    for (const [more, code, why] of [
      [['--unblind'], exit.failed, 'with --unblind and --reason'],
      [acts.slice(1), exit.usage, '--reason applies to --unblind only'],
      [[...acts, '--output', join(data, 'none', 'labels.csv')], exit.failed, 'none'],
      [['--unblind', '--reason', 'So.'], exit.failed, 'Nothing was shown.']
    ] as const) {
      const refused = await run([...args, ...more]);
      expect(refused).toMatchObject({ code, out: '', err: expect.stringContaining(why) });
    }
    expect((await run(args)).err).toContain('its labels have not been unblinded.');
    const unread = await run(['study', 'export', '1', 'protocol', ...acts, ...here]);
    expect(unread).toMatchObject({ code: exit.usage, err: expect.stringContaining('--unblind has no effect') });
    const before = await run(['study', 'export', '1', 'protocol', '--format', 'json', ...here]);
    expect(before.out).not.toContain('Our paper is due tomorrow.');
    const taken = await run([...args, ...acts, '--format', 'jsonl']);
    expect(taken).toMatchObject({ code: exit.done, err: '' });
    expect(JSON.parse(taken.out)).toMatchObject({ label: 'yes', note: 'as it says', phase: 'blind', standing: true });
    const after = await run(['study', 'export', '1', 'protocol', '--format', 'json', ...here]);
    expect(after.out).toContain('Our paper is due tomorrow.');
  });

  it.each([
    [['study', 'export', 'x', ...here], exit.usage, 'Enter the number of a study'],
    [['study', 'export', '1', 'figures', ...here], exit.usage, 'labels, protocol, judge-errors'],
    [['study', 'export', '1', 'labels', '--format', 'tex', ...here], exit.usage, 'csv, jsonl'],
    [['study', 'export', '7', ...here], exit.failed, 'There is no such study here. Studies of the project: 1.'],
    [['version', 'export', '1', '--file', 'dataset.doc', ...here], exit.failed, 'dataset.xlsx'],
    [['version', 'export', '7', ...here], exit.failed, 'no such']
  ])('%j ends with %i and says what to correct', async (args, code, why) => {
    const ended = await run(args);
    expect(ended.err).toContain(why);
    expect(ended.code).toBe(code);
  });
});

describe('voirdire version', () => {
  it('lists versions, prints one file and writes all of them', async () => {
    const listed = await run(['version', 'list', ...here]);
    expect(listed).toMatchObject({ code: exit.done, err: '' });
    expect(listed.out).toMatch(/1 +4 +20 +2023-11-14/);
    expect((await run(['version', 'export', '1', '--file', 'dataset.jsonl', ...here])).out).toContain('"qid":"q1"');
    const out = join(newFolder('out'), 'release');
    const written = await run(['version', 'export', '1', '--out', out, ...here]);
    expect(written).toMatchObject({ code: exit.done, err: '' });
    expect(readdirSync(out)).toEqual(expect.arrayContaining(['dataset.csv', 'dataset.xlsx', 'datasheet.md']));
    expect(readFileSync(join(out, 'dataset.xlsx')).subarray(0, 2).toString()).toBe('PK');
    const elsewhere = ['--project', 'p', '--create-project', 'P', '--data', newFolder('elsewhere')];
    const read = await run(['import', out, ...elsewhere]);
    expect(read).toMatchObject({ code: exit.done, err: '' });
    expect(read.out).toMatch(/queries: 4 added[^]*items: 20 added/);
  });

  it('writes all files but a workbook whose cells cannot hold a text, names it, and counts that as a failure', async () => {
    const long = newFolder('long');
    const { db, close } = await openOrCreate(long);
    const { lead } = scene(db);
    importQueries(db, lead, [{ ...aQuery('q1', 'Is it long?'), text: 'x '.repeat(17_000) }]);
    freezeVersion(db, lead);
    close();
    const out = join(newFolder('out'), 'release');
    const written = await run(['version', 'export', '1', '--out', out, '--data', long]);
    expect(written).toMatchObject({ code: exit.failed, out: expect.stringContaining('10 files of version 1') });
    expect(written.err).toMatch(
      /^dataset\.xlsx: The workbook was not written\.[\s\S]*Checklist: query: The text has 34,000 char/
    );
    expect(readdirSync(out)).toEqual(expect.arrayContaining(['dataset.csv', 'dataset.jsonl', 'datasheet.md']));
    expect(readdirSync(out)).not.toContain('dataset.xlsx');
    expect(await run(['verify', out])).toMatchObject({ code: exit.done });
  });
});

describe('voirdire verify', () => {
  const verify = (...args: string[]) => run(['verify', ...args]);

  it('tells a release that is what was signed from one that is not', async () => {
    const out = join(newFolder('verify'), 'release');
    await run(['version', 'export', '1', '--out', out, ...here]);
    const whole = await verify(out, '--json');
    expect(whole).toMatchObject({ code: exit.done, err: '' });
    const { fingerprint, audit } = JSON.parse(whole.out) as { fingerprint: string; audit: string };
    expect(JSON.parse(whole.out)).toMatchObject({ holds: true, checked: 11, others: [] });
    expect(await run(['audit', 'verify', '--anchor', audit, ...here])).toMatchObject({ code: exit.done });
    expect(await verify(out, '--key', fingerprint)).toMatchObject({ code: exit.done });
    expect(await verify(out, '--key', 'a'.repeat(64))).toMatchObject({
      code: exit.failed,
      err: expect.stringContaining('not with the one given by --key')
    });
    expect(await verify(join(out, 'dataset.csv'), '--signature', `${out}.sig`)).toMatchObject({ code: exit.done });

    appendFileSync(join(out, 'dataset.csv'), ' ');
    rmSync(join(out, 'lineage.csv'));
    writeFileSync(join(out, 'more.txt'), 'x');
    const changed = await verify(out);
    expect(changed.code).toBe(exit.failed);
    expect(changed.err).toContain('dataset.csv: changed since it was signed.');
    expect(changed.err).toContain('lineage.csv: missing.');
    expect(JSON.parse((await verify(out, '--json')).out)).toMatchObject({ holds: false, others: ['more.txt'] });

    const text = readFileSync(`${out}.sig`, 'utf8');
    const digest = /"name": "dataset.csv",\s+"bytes": \d+,\s+"sha256": "(\w+)"/.exec(text)![1]!;
    writeFileSync(`${out}.sig`, text.replace(digest, '0'.repeat(64)));
    expect((await verify(out)).err).toContain('The signature is invalid');
    rmSync(`${out}.sig`);
    expect((await verify(out)).err).toContain('put it beside the file');
  });

  it('leaves an earlier file unchanged if its signature cannot be written', async () => {
    const path = join(newFolder('one'), 'dataset.csv');
    writeFileSync(path, 'earlier');
    mkdirSync(`${path}.sig`);
    const failed = await run(['version', 'export', '1', '--file', 'dataset.csv', '--output', path, ...here]);
    expect(failed).toMatchObject({ code: exit.failed, err: expect.stringContaining('dataset.csv.sig is a folder') });
    expect(readFileSync(path, 'utf8')).toBe('earlier');
    expect(readdirSync(dirname(path)).toSorted()).toEqual(['dataset.csv', 'dataset.csv.sig']);
  });

  it.each(['dataset.jsonl', 'dataset.csv', 'dataset.xlsx', 'datasheet.json'])(
    'knows %s by the signature beside it, under whatever name, and its export is in the audit trail',
    async (file) => {
      const path = join(newFolder('one'), file);
      await run(['version', 'export', '1', '--file', file, '--output', path, ...here]);
      expect(await verify(path)).toMatchObject({ code: exit.done, err: '' });
      renameSync(path, `${path}.copy`);
      expect(await verify(`${path}.copy`, '--signature', `${path}.sig`)).toMatchObject({ code: exit.done });
      const { db, close } = await openOrCreate(data);
      const last = db.select().from(schema.audit).all().at(-1)!;
      close();
      const { bytes } = last.detail as { bytes: number };
      expect(last).toMatchObject({ action: 'file.export', entity: 'dataset-version', detail: { name: file } });
      expect(bytes).toBe(statSync(`${path}.copy`).size);
    }
  );
});
