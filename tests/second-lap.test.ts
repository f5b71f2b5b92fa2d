import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderOf, removeFolders } from '../src/cli/command.fixture.ts';
import { exit } from '../src/cli/outcome.ts';
import { secondLap, type Lap } from './bench/second-lap-scene.ts';

// The same on the 41 real reports is `npm run bench:second-lap` (docs/bench-second-lap.md): it takes too long here.

const QUERIES = 4;
const reports = Object.fromEntries(
  ['aurora', 'borealis'].flatMap((system) =>
    Array.from({ length: QUERIES }, (_, n) => [
      `${system}/qid_q${n}_report.md`,
      `# Subject ${n}\n\n${system === 'aurora' ? 'A long' : 'Another'} report on subject ${n}, with its reasons.\n`
    ])
  )
);

describe('the second lap from the shell', () => {
  let lap: Lap;
  const said = (step: string): string => lap.steps.get(step)!.ended.out;
  beforeAll(async () => {
    lap = await secondLap({ folder: folderOf(reports), items: 24, anchors: 16 });
  });
  afterAll(removeFolders);

  it('carries every command out; only the check that was served another version ends with the code of drift', () => {
    const codes = [...lap.steps].map(([name, { ended }]) => [name, ended.code]);
    expect(codes.filter(([, code]) => code !== exit.done)).toEqual([['check, another version', exit.drift]]);
    expect(codes).toHaveLength(21);
    expect(lap.labels).toBe(48);
  });

  it('asks the adopted judges anew at a check, and finds no change while the provider serves the same', () => {
    expect(lap.asked.get('check, same version')).toBe(3 * 2 * QUERIES);
    expect(said('check, same version')).toContain('0 of 16 verdicts changed');
  });

  it('names the calls of each version on both sides, and opens the adoption again until a successor is adopted', () => {
    expect(said('check, another version')).toContain(
      `openai:judge-a: judge-2026-11-12 (${2 * QUERIES} calls); before, judge-a-2025-01-01 (${2 * QUERIES} calls).`
    );
    expect(lap.reopened.before).toHaveLength(3);
    expect(lap.reopened.before[0]).toMatch(
      /^openai:judge-a was served another model version: 16 calls by judge-a-2025-01-01 until .+ and 16 calls by judge-2026-11-12 since /
    );
    expect(lap.undecided).toEqual({ before: 1, after: 0 });
    expect(lap.reopened.after).toEqual([]);
  });

  it('uses all old labels for the judges of the second run, and bridges the leaderboards', () => {
    expect(said('compare')).toContain('Run 4, Second: 24 of 24 labelled items still apply.');
    const told = said('succession');
    expect(told).toMatch(/^ +1 +openai:judge-a \+ openai:judge-b \+ openai:judge-c, majority, run 4 /m);
    expect(told).toMatch(/^ +all systems .* 8$/m);
    // Of the adopted run no judge is a candidate: its versions are served no more.
    expect(told).not.toMatch(/^ +\d+ +.*, run 1 /m);
    // Both leaderboards of two systems, as judged and corrected.
    const rows = lap.leaderboards.split('\r\n').filter((line) => line.startsWith('presentation,'));
    expect(rows.filter((row) => row.startsWith('presentation,as judged,'))).toHaveLength(4);
    expect(rows.filter((row) => row.includes(',aurora,'))).toHaveLength(rows.length / 2);
    expect(said('switch')).toContain('majority, run 4 is now adopted.');
  });

  it('makes a card of the successor, whose figures are recomputed from the file alone', () => {
    expect(said('verify the card')).toMatch(/figures, gates and parts of gates recomputed from 24 items and 48 labels/);
  });
});
