import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../server/db/client.ts';
import { LeaseLost, type CallRecord } from './contract.ts';
import { createTail, leftInTail } from './journal-tail.ts';
import { callsOf, seedRuns } from './sqlite.fixture.ts';
import { sqliteStore } from './sqlite.server.ts';

const migrations = join(import.meta.dirname, '../../../../drizzle');
const folder = mkdtempSync(join(tmpdir(), 'voirdire-tail-'));
const opened: { close(): void }[] = [];
afterAll(() => {
  opened.forEach((one) => one.close());
  rmSync(folder, { recursive: true, force: true });
});

let files = 0;
const fresh = () => {
  const file = join(folder, `${(files += 1)}.db`);
  const database = openDatabase(file, migrations);
  opened.push(database);
  seedRuns(database.db, {
    runs: ['a'],
    judges: [{ id: 'judge-1', fingerprint: 'j1' }],
    reports: [{ id: 'r1', markdown: 'One' }]
  });
  return { ...database, tail: `${file}-calls-a` };
};

const callOf = (nth: number): CallRecord => ({
  task: { report: 'r1', metric: 'coverage', judge: 'j1', repeat: nth },
  ...{ key: `k${nth}`, outcome: 'reply', error: null, status: null, attempts: 1, cached: false },
  reply: { text: `Yes, “${nth}”\nand more.`, ending: 'complete', usage: null, model: 'm' },
  ...{ cost: 0.5, milliseconds: 1, at: nth }
});

describe('the tail of a journal', () => {
  it('gives back what was appended since it was cleared, but no line that was not finished', () => {
    const file = join(folder, 'lines');
    expect(leftInTail(file)).toEqual([]);
    const tail = createTail<{ text: string }>(file);
    tail.append({ text: 'gone' });
    tail.clear();
    tail.append({ text: 'one\nline' });
    tail.append({ text: 'two' });
    appendFileSync(file, '{"text":"thr');
    expect(leftInTail(file)).toEqual([{ text: 'one\nline' }, { text: 'two' }]);
    tail.end({ keep: false });
    expect(existsSync(file)).toBe(false);
  });

  it('has a call before it is told to be kept, and the database has it when its promise resolves', async () => {
    const { db, tail } = fresh();
    const store = sqliteStore(db, 'a');
    store.acquireLease('me', 0, 1_000);
    let kept = 0;
    const writing = [1, 2, 3].map((nth) => store.putCall(callOf(nth), () => (kept += 1)));
    expect(kept).toBe(3);
    expect(callsOf(db, 'a')).toHaveLength(0);
    expect(leftInTail(tail)).toMatchObject([{ key: 'k1' }, { key: 'k2' }, { key: 'k3' }]);
    await Promise.all(writing);
    expect(callsOf(db, 'a')).toHaveLength(3);
    expect(statSync(tail).size).toBe(0);
    store.releaseLease('me');
    expect(existsSync(tail)).toBe(false);
  });

  it('is taken over with the lease, each call once, as if the process had not been killed', async () => {
    const killed = fresh();
    const store = sqliteStore(killed.db, 'a');
    store.acquireLease('me', 0, 1_000);
    const writing = [1, 2].map((nth) => store.putCall(callOf(nth)));
    const lines = readFileSync(killed.tail, 'utf8');
    await Promise.all(writing);
    const whole = callsOf(killed.db, 'a').map(({ id: _id, ...row }) => row);

    // One call was committed before the kill; the line of another was not finished; the database refuses a third.
    const { db, tail } = fresh();
    const before = sqliteStore(db, 'a');
    before.acquireLease('me', 0, 1_000);
    await before.putCall(callOf(1));
    const [, second] = lines.split('\n');
    writeFileSync(tail, `${lines}${second!.replace('"r1"', '"r9"')}\n${second!.slice(0, 40)}`);

    const after = sqliteStore(db, 'a');
    expect(after.acquireLease('they', 2_000, 1_000)).toBe(true);
    expect(callsOf(db, 'a').map(({ id: _id, ...row }) => row)).toEqual(whole);
    expect(after.getReply('k2')).toEqual(callOf(2).reply);
    expect(after.spent()).toBe(1);
    expect(statSync(tail).size).toBe(0);
  });

  it('stays where a failure of the database keeps it from being taken over, and is taken over later', async () => {
    const { db, tail } = fresh();
    const long = callOf(1);
    const row = { ...long, reply: { ...long.reply!, text: 'x'.repeat(500_000) } };
    const before = sqliteStore(db, 'a');
    before.acquireLease('me', 0, 1_000);
    const writing = before.putCall(row);
    const line = readFileSync(tail, 'utf8');
    await writing;

    // The process was killed before the commit, and the disk has no room when the next one begins.
    const later = fresh();
    writeFileSync(later.tail, line);
    const full = later.sqlite.pragma('page_count', { simple: true }) as number;
    later.sqlite.pragma(`max_page_count = ${full}`);
    expect(() => sqliteStore(later.db, 'a').acquireLease('they', 2_000, 1_000)).toThrow(
      /could not be taken over.*full/
    );
    expect(readFileSync(later.tail, 'utf8')).toBe(line);

    later.sqlite.pragma('max_page_count = 1000000');
    const after = sqliteStore(later.db, 'a');
    expect(after.acquireLease('we', 4_000, 1_000)).toBe(true);
    expect(after.getReply('k1')).toEqual(row.reply);
  });

  it('with garbage among its lines gives back every whole call, names the others, and keeps them in a file', async () => {
    const killed = fresh();
    const writing = sqliteStore(killed.db, 'a');
    writing.acquireLease('me', 0, 1_000);
    const deep = { ...callOf(3), reply: { ...callOf(3).reply!, text: '['.repeat(100_000) } };
    const put = [callOf(1), callOf(2), deep].map((one) => writing.putCall(one));
    const lines = readFileSync(killed.tail, 'utf8').trimEnd().split('\n');
    await Promise.all(put);
    const [one = '', two = '', three = ''] = lines;

    const { db, tail } = fresh();
    const garbage = ['\u0000\ufffd\u0001', 'null', '5', '[]', '{}', '['.repeat(100_000), one.slice(0, 60)];
    const foreign = [
      one.replace('"r1"', '"r9"'),
      one.replace('"judge-1"', '"judge-9"').replace('"k1"', '"k8"'),
      one.replace('"k1"', '{"a":1}')
    ];
    writeFileSync(tail, [...garbage, one, one, ...foreign, two, three, two.slice(0, 50)].join('\n'));
    const told: string[] = [];
    const after = sqliteStore(db, 'a', (left) => told.push(...left.map(({ words }) => words)));
    expect(after.acquireLease('they', 2_000, 1_000)).toBe(true);
    expect(callsOf(db, 'a').map(({ key }) => key)).toEqual(['k1', 'k2', 'k3']);
    expect(after.getReply('k3')).toEqual(deep.reply);
    expect([...told].sort()).toEqual(
      [
        'no unit named: line 1 is not JSON',
        ...Array<string>(4).fill('no unit named: it is not a call'),
        'no unit named: line 6 is not JSON',
        'report r1, metric coverage, judge judge-1: line 7 is not JSON',
        'report r9, metric coverage, judge judge-1, repeat 1: the database refuses it (FOREIGN KEY constraint failed)',
        'report r1, metric coverage, judge judge-9, repeat 1: the database refuses it (FOREIGN KEY constraint failed)',
        'report r1, metric coverage, judge judge-1, repeat 1: it is not a call'
      ].sort()
    );
    const kept = readFileSync(`${tail}-not-taken`, 'utf8').trimEnd().split('\n');
    expect(kept.map((line) => (JSON.parse(line) as { text: string }).text)).toContain('['.repeat(100_000));
    expect(kept).toHaveLength(told.length);
    expect(statSync(tail).size).toBe(0);
  });

  it('keeps a reply that the database had no room for, until a later process takes it over', async () => {
    const { db, sqlite, tail } = fresh();
    const store = sqliteStore(db, 'a');
    store.acquireLease('me', 0, 1_000);
    await store.putCall(callOf(1));
    sqlite.pragma(`max_page_count = ${sqlite.pragma('page_count', { simple: true }) as number}`);
    const long = callOf(2);
    const row = { ...long, reply: { ...long.reply!, text: 'x'.repeat(500_000) } };
    await expect(store.putCall(row)).rejects.toThrow(/full/);
    store.releaseLease('me');
    expect(leftInTail(tail)).toMatchObject([{ key: 'k2' }]);

    sqlite.pragma('max_page_count = 1000000');
    const after = sqliteStore(db, 'a');
    after.acquireLease('they', 2_000, 1_000);
    expect(after.getReply('k2')).toEqual(row.reply);
    after.releaseLease('they');
    expect(existsSync(tail)).toBe(false);
  });

  it('belongs to whoever has the lease: who has lost it leaves it as it is', async () => {
    const { db, tail } = fresh();
    const [mine, theirs] = [sqliteStore(db, 'a'), sqliteStore(db, 'a')];
    mine.acquireLease('me', 0, 1_000);
    theirs.acquireLease('they', 2_000, 1_000);
    const [lost, kept] = [mine.putCall(callOf(1)), theirs.putCall(callOf(2))];
    mine.releaseLease('me');
    await expect(lost).rejects.toThrow(LeaseLost);
    expect(leftInTail(tail)).toMatchObject([{ key: 'k1' }, { key: 'k2' }]);
    await kept;
    expect(callsOf(db, 'a').map(({ key }) => key)).toEqual(['k2']);
    theirs.releaseLease('they');
    expect(existsSync(tail)).toBe(false);
  });

  it('is none for a database in memory', async () => {
    const { db, close } = openDatabase(':memory:', migrations);
    seedRuns(db, {
      runs: ['a'],
      judges: [{ id: 'judge-1', fingerprint: 'j1' }],
      reports: [{ id: 'r1', markdown: '' }]
    });
    const store = sqliteStore(db, 'a');
    store.acquireLease('me', 0, 1_000);
    const told: string[] = [];
    const writing = store.putCall(callOf(1), () => told.push('kept')).then(() => told.push('on the disk'));
    expect(told).toEqual([]);
    await writing;
    expect(told).toEqual(['kept', 'on the disk']);
    close();
  });
});
