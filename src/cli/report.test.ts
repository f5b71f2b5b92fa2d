import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadDemo } from '../../seed/load.server.ts';
import { copyLoadedDemo } from '../../tests/loaded-demo.ts';
import { procedureState } from '../lib/alignment/preregistration/preregistrations.server.ts';
import { authorize, operator } from '../lib/server/auth/authorize.ts';
import { projectBySlug } from '../lib/server/projects.ts';
import { studyByNumber } from '../lib/studies/planning/studies.server.ts';
import { newFolder, removeFolders, run } from './command.fixture.ts';
import { exit } from './outcome.ts';
import { home, openOrCreate } from './place.ts';

afterAll(removeFolders);

const data = newFolder('data');
const base = ['--project', 'demo', '--data', data];
beforeAll(async () => {
  copyLoadedDemo(data);
  const { db, close } = await openOrCreate(data);
  await loadDemo(db, data).finally(close);
});

interface Printed {
  auditHead: string;
  format: string;
  study: { number: number };
  report: {
    candidates: { name: string; common: { value: number | null } }[];
    recommendation: { text: string };
    method: { target: number };
  };
  exploratory?: string;
}
const printed = async (...more: string[]): Promise<Printed> =>
  JSON.parse((await run(['report', '1', ...base, ...more])).out) as Printed;

describe('voirdire report', () => {
  it('shows each candidate with agreement, interval, n, κ and AC1, the best first, and what is recommended', async () => {
    const { code, out } = await run(['report', '1', ...base]);
    const { report } = await printed('--json');
    expect(code).toBe(exit.done);
    expect(out).toMatch(/candidate +agreement +95% CI +n +κ +AC1 +n \(κ\)\n/);
    const best = /95% CI[^\n]*\n {2}(.+?) {2,}\.(\d{3}) +\.\d{3} – 1?\.\d{3} +72 +/.exec(out)!;
    const highest = Math.max(...report.candidates.map(({ common }) => common.value ?? 0));
    expect(Number(`.${best[2]}`)).toBeCloseTo(highest, 3);
    expect(report.candidates.find(({ name }) => name === best[1])?.common.value).toBe(highest);
    expect(out).toContain(report.recommendation.text);
    // One interval of agreement, the corrected one.
    expect(report.recommendation.text).not.toMatch(/lower (end|bound)|95 ?%/);
  });

  it('gives the same as JSON by either option, and as CSV one row per candidate', async () => {
    const json = await printed('--json');
    expect(json).toMatchObject({ format: 'voirdire-alignment', study: { number: 1 } });
    // The first export is in the audit trail, so the second names a later head of it.
    const again: unknown = { ...(await printed('--format', 'json')), auditHead: json.auditHead };
    expect(json.auditHead).toMatch(/^\d+:[0-9a-f]{64}$/);
    expect(again).toEqual(json);
    const rows = (await run(['report', '1', ...base, '--format', 'csv'])).out.split('\r\n');
    expect(rows[0]).toBe('section,table,what,figure,value,low,high,interval,n,clusters,undefined');
    expect(rows.length).toBeGreaterThan(100);
    const csv = (await run(['report', '1', ...base, '--format', 'csv', '--of', 'candidates'])).out.trim().split('\n');
    expect(csv).toHaveLength(1 + json.report.candidates.length);
    expect(csv[0]).toMatch(/^candidate,judges,rule,/);
    const pairs = (await run(['report', '1', ...base, '--format', 'csv', '--of', 'pairs'])).out;
    expect(pairs).toMatch(/^kind,a,b,/);
  });

  it('writes a page, tables and charts, printed or into a file', async () => {
    const file = join(newFolder('out'), 'report.html');
    const html = await run(['report', '1', ...base, '--format', 'html', '--output', file]);
    expect(html).toMatchObject({ code: exit.done, out: `Report written to ${file}.\n` });
    expect(readFileSync(file, 'utf8')).toMatch(/^<!doctype html>[\s\S]*<\/html>\n$/);
    const printed = async (...more: string[]): Promise<string> => (await run(['report', '1', ...base, ...more])).out;
    expect(await printed('--format', 'markdown')).toMatch(/^# Can LLM judges replace human annotators on coverage/);
    expect(await printed('--format', 'latex')).toContain('\\toprule');
    expect(await printed('--format', 'svg', '--chart', 'front')).toMatch(/<svg xmlns="[^"]+" role="img"/);
  });

  it('keeps verdict, gates and target as preregistered with --target, and adds one exploratory line', async () => {
    const plain = await run(['report', '1', ...base]);
    const asked = await run(['report', '1', ...base, '--target', '0.3']);
    expect(asked.out.startsWith(plain.out.trimEnd())).toBe(true);
    const added = asked.out.slice(plain.out.trimEnd().length).trim();
    expect(added).toMatch(
      /^Exploratory, not preregistered: against a target of \.300 instead of \.\d{3}, the corrected 95% lower bound/
    );
    expect(added).toContain('The verdict and the gates keep the target of');
    const { exploratory, auditHead: _, ...json } = await printed('--json', '--target', '0.3');
    expect(exploratory).toBe(added);
    const { auditHead: __, ...preregistered } = await printed('--json');
    expect(json).toEqual(preregistered);
    const markdown = (await run(['report', '1', ...base, '--target', '0.3', '--format', 'markdown'])).out;
    // No lead with the same word stands before it.
    expect(markdown.match(/.*exploratory, not preregistered:/gi)).toEqual(['Exploratory, not preregistered:']);
  });

  it.each([
    [
      ['report', '9', ...base],
      exit.failed,
      'There is no such study here. Studies of the project: 8, 7, 6, 5, 4, 3, 2, 1.'
    ],
    [
      ['report', '1', '--project', 'other', '--data', data],
      exit.failed,
      'There is no such project here. Projects: demo.'
    ],
    [['report', 'one', ...base], exit.usage, 'Enter the number of a study'],
    [['report', '1', ...base, '--target', '90'], exit.usage, '0.9'],
    [['report', '1', ...base, '--format', 'pdf'], exit.usage, 'csv'],
    [
      ['report', '1', ...base, '--format', 'svg'],
      exit.usage,
      '--chart (candidates, raters, errors, front, characteristic, frequencies)'
    ],
    [['report', '1', ...base, '--format', 'svg', '--chart', 'pie'], exit.usage, 'front']
  ])('%j ends with %i and says why', async (args, code, why) => {
    const ended = await run(args);
    expect(ended.code).toBe(code);
    expect(ended.err).toContain(why);
  });
});

it.skipIf(process.platform === 'win32')('a report into a pipe has no signature beside it', () => {
  const pipe = join(newFolder('pipe'), 'pipe');
  const { status, stdout, stderr } = spawnSync(
    'sh',
    [
      ...[
        '-c',
        'mkfifo "$1"; cat "$1" & pipe="$1"; shift; "$@" --output "$pipe" >&2; code=$?; wait; exit $code',
        'sh',
        pipe
      ],
      ...[process.execPath, join(home, 'src/cli/main.ts'), 'report', '1', ...base, '--format', 'csv']
    ],
    { encoding: 'utf8' }
  );
  expect([status, stderr]).toEqual([exit.done, `Report written to ${pipe}.\n`]);
  expect(stdout).toMatch(/^section,table,/);
  expect(readdirSync(join(pipe, '..'))).toEqual(['pipe']);
});

describe('voirdire report of a study that is under embargo', () => {
  const embargoed = newFolder('sealed');
  const asked = ['report', '1', '--project', 'demo', '--data', embargoed];
  beforeAll(async () => {
    cpSync(data, embargoed, { recursive: true });
    const { sqlite, close } = await openOrCreate(embargoed);
    sqlite.exec('drop trigger embargo_lift_no_delete; delete from embargo_lift');
    close();
  });

  it.each(['text', 'json', 'csv', 'html'])('tells nothing as %s', async (format) => {
    const { code, out, err } = await run([...asked, '--format', format]);
    expect([code, out]).toEqual([exit.failed, '']);
    expect(err).toBe(
      'The figures of the study are under embargo: its labels have not been unblinded. Unblind them with --unblind; your name is recorded.\n'
    );
  });

  it('unblinds nothing for a file that cannot be written or a run that does not exist', async () => {
    const none = join(embargoed, 'none', 'report.json');
    expect((await run([...asked, '--unblind', '--output', none])).err).toContain(`${none} does not exist`);
    expect((await run([...asked, '--unblind', '--run', '99'])).err).toContain('There is no such run here.');
    expect((await run(asked)).err).toContain('its labels have not been unblinded');
  });

  it('tells it with --unblind, records who looked first, and then tells it without', async () => {
    expect((await run([...asked, '--unblind'])).code).toBe(exit.done);
    const { db, close } = await openOrCreate(embargoed);
    const project = { kind: 'project', id: projectBySlug(db, 'demo').id } as const;
    const grant = authorize(operator, project, 'read-results');
    const { embargoLift } = procedureState(db, grant, studyByNumber(db, grant, 1).id);
    close();
    expect(embargoLift).toMatchObject({ by: operator.name, labels: expect.any(Number) });
    expect((await run(asked)).code).toBe(exit.done);
  });
});
