import { sayIn } from '../../messages/say-in.ts';
import { describe, expect, it } from 'vitest';
import { startAnthropic } from '../../../../tests/stand-ins/anthropic.ts';
import { startGemini } from '../../../../tests/stand-ins/gemini.ts';
import { startOpenAi } from '../../../../tests/stand-ins/openai.ts';
import { parseJudgeLine } from '../../scorer/judges/index.ts';
import { RunDriver } from '../../scorer/runs/driving/driver.server.ts';
import { planned, scene } from '../../scorer/runs/runs.fixture.ts';
import { servedVersions } from '../../scorer/runs/served-versions.server.ts';
import type { ServedModel, ServedVersion } from '../../scorer/served-version.ts';
import { servedChangeSaid, servedSince } from './served-since.ts';

const version = (name: string | null, calls: number, first: number | null, last: number | null): ServedVersion => ({
  ...{ version: name, backends: [], calls, reused: 0, first, last }
});
const served = (...versions: ServedVersion[]): ServedModel[] => [
  { judgeId: 'j', judge: 'openai:gpt-5', role: null, model: 'openai:gpt-5', versions }
];
const day = (text: string): number => Date.parse(`${text}T12:00:00Z`);
const changes = (adopted: ServedModel[], now: ServedModel[], confirmed: ServedModel[][] = []): (string | null)[] =>
  servedSince(adopted, confirmed, now).flatMap(({ after }) => after.map((one) => one.version));

describe('the versions served since an adoption', () => {
  const v1 = version('v1', 412, day('2026-08-07'), day('2026-11-03'));

  it('are named with the calls on each side of a change', () => {
    const [change] = servedSince(
      served(version('gpt-5-2025-08-07', 300, day('2026-08-07'), day('2026-08-09'))),
      [],
      served(
        { ...version('gpt-5-2025-08-07', 420, day('2026-08-07'), day('2026-11-03')), reused: 8 },
        version('gpt-5-2025-11-01', 37, day('2026-11-04'), day('2026-11-05'))
      )
    );
    expect(sayIn('en', servedChangeSaid(change!))).toBe(
      'openai:gpt-5 was served another model version: 412 calls by gpt-5-2025-08-07 until 3 Nov 2026 and 37 calls by gpt-5-2025-11-01 since 4 Nov 2026.'
    );
  });

  it('are a change wherever another name comes later, also when the first one comes back', () => {
    const later = version('v2', 1, day('2026-11-04'), day('2026-11-04'));
    expect(changes(served(v1), served(v1, later))).toEqual(['v2']);
    expect(changes(served(v1), served({ ...v1, last: day('2026-11-20') }, later))).toEqual(['v2']);
  });

  it('are none if the same one answers, or one that was served before it, or if no name is given', () => {
    const before = version('v0', 9, day('2026-01-01'), day('2026-02-01'));
    const unnamed = version(null, 3, day('2026-11-10'), day('2026-11-10'));
    expect(changes(served(v1), served(before, { ...v1, last: day('2026-11-20') }, unnamed))).toEqual([]);
  });

  it('are none from replies that were taken over from an earlier run', () => {
    expect(changes(served(v1), served(v1, { ...version('v0', 5, null, null), reused: 5 }))).toEqual([]);
  });

  it('are compared with the first name if the server gave none at the time', () => {
    const unnamed = version(null, 3, day('2026-01-01'), day('2026-01-01'));
    const later = version('v2', 1, day('2026-11-04'), day('2026-11-04'));
    expect(changes(served(unnamed), served(unnamed, v1))).toEqual([]);
    expect(changes(served(unnamed), served(unnamed, v1, later))).toEqual(['v2']);
  });

  it('are no change once they were confirmed, and a further one is', () => {
    const second = version('v2', 4, day('2026-11-04'), day('2026-11-05'));
    const third = version('v3', 1, day('2026-11-09'), day('2026-11-09'));
    expect(changes(served(v1), served(v1, second), [served(v1, second)])).toEqual([]);
    expect(changes(served(v1), served(v1, second, third), [served(v1, second)])).toEqual(['v3']);
  });
});

describe('a change that a provider reports', () => {
  it.each([
    ['openai:gpt-6-sol', startOpenAi],
    ['openai:gpt-6-sol webSearch=on', startOpenAi],
    ['openai-compatible:llama-3@lab', startOpenAi],
    ['gemini:gemini-3.5-flash', startGemini],
    ['anthropic:claude-sonnet-5', startAnthropic]
  ])('of %s is found between two runs', async (line, start) => {
    const server = await start({ seed: 1 });
    try {
      const given = scene();
      const keys = { OPENAI_API_KEY: 'k', GEMINI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k', VOIRDIRE_KEY_LAB: 'k' };
      const urls = { OPENAI_BASE_URL: server.url, GEMINI_BASE_URL: server.url, ANTHROPIC_BASE_URL: server.url };
      const driver = new RunDriver(given.db, { ...keys, ...urls, VOIRDIRE_SERVER_LAB: server.url });
      const judged = async () => {
        const options = { concurrency: 2, useCache: false };
        const judges = [driver.name(parseJudgeLine(line))];
        const run = planned(given, driver, { specs: [], judges, reportIds: given.reportIds.slice(0, 1), options });
        driver.start(given.manage, run.id);
        await driver.ended(run.id);
        return run;
      };
      server.serve('version-one');
      const adopted = servedVersions(given.db, given.read, { runId: (await judged()).id });
      expect(servedSince(adopted, [], servedVersions(given.db, given.read))).toEqual([]);
      server.serve('version-two');
      await judged();
      expect(
        servedSince(adopted, [], servedVersions(given.db, given.read)).map(({ before, after }) => [
          before.map((one) => one.version),
          after.map((one) => one.version)
        ])
      ).toEqual([[['version-one'], ['version-two']]]);
    } finally {
      await server.stop();
    }
  });
});
