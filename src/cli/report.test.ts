import { beforeAll, describe, expect, it } from 'vitest';
import { loadDemo } from '../../seed/load.server.ts';
import { newFolder, run } from './command.fixture.ts';
import { exit } from './outcome.ts';
import { openOrCreate } from './place.ts';

const data = newFolder('data');
const base = ['--project', 'demo', '--data', data];
beforeAll(async () => {
  const { db, close } = await openOrCreate(data);
  await loadDemo(db, data).finally(close);
});

interface Printed {
  format: string;
  study: { number: number };
  report: {
    candidates: { name: string; common: { value: number | null } }[];
    recommendation: { text: string };
    method: { target: number };
  };
}
const printed = async (...more: string[]): Promise<Printed> =>
  JSON.parse((await run(['report', '1', ...base, ...more])).out) as Printed;

describe('voirdire report', () => {
  it('shows each candidate with agreement, interval, n, κ and AC1, the best first, and what is recommended', async () => {
    const { code, out } = await run(['report', '1', ...base]);
    const { report } = await printed('--json');
    expect(code).toBe(exit.done);
    expect(out).toMatch(/candidate +agreement +95 % interval +n +κ +AC1\n/);
    const best = /interval[^\n]*\n {2}(.+?) {2,}\.(\d{3}) +\.\d{3} – 1?\.\d{3} +72 +/.exec(out)!;
    const highest = Math.max(...report.candidates.map(({ common }) => common.value ?? 0));
    expect(Number(`.${best[2]}`)).toBeCloseTo(highest, 3);
    expect(report.candidates.find(({ name }) => name === best[1])?.common.value).toBe(highest);
    expect(out).toContain(report.recommendation.text);
  });

  it('gives the same as JSON by either option, and as CSV one row per candidate', async () => {
    const json = await printed('--json');
    expect(json).toMatchObject({ format: 'voirdire-alignment', study: { number: 1 } });
    expect(await printed('--format', 'json')).toEqual(json);
    const csv = (await run(['report', '1', ...base, '--format', 'csv'])).out.trim().split('\n');
    expect(csv).toHaveLength(1 + json.report.candidates.length);
    expect(csv[0]).toMatch(/^candidate,judges,rule,/);
    const pairs = (await run(['report', '1', ...base, '--format', 'csv', '--pairs'])).out;
    expect(pairs).toMatch(/^kind,a,b,/);
  });

  it('measures against the target that is given', async () => {
    expect((await printed('--json', '--target', '0.7')).report.method.target).toBe(0.7);
    expect((await run(['report', '1', ...base, '--target', '0.7'])).out).toContain('reaches the target of .700');
  });

  it.each([
    [['report', '9', ...base], exit.failed, 'no such study'],
    [['report', '1', '--project', 'other', '--data', data], exit.failed, 'no such project'],
    [['report', 'one', ...base], exit.usage, 'named by its number'],
    [['report', '1', ...base, '--target', '90'], exit.usage, '0.9'],
    [['report', '1', ...base, '--format', 'pdf'], exit.usage, 'csv']
  ])('%j ends with %i and says why', async (args, code, why) => {
    const ended = await run(args);
    expect(ended.code).toBe(code);
    expect(ended.err).toContain(why);
  });
});
