import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DOMParser } from 'linkedom';
import { describe, expect, it } from 'vitest';
import type { HeldSystem } from '../lib/alignment/corrected/requirements.ts';
import { addCondition } from './fail-if.ts';
import { junitOfGate, junitOfScores, writeJunitFile } from './junit-cases.ts';

type Results = Parameters<typeof junitOfScores>[0];

const report = (qid: string, value: number | null, reason: string | null = null) =>
  ({ metric: 'coverage', system: 'aurora', qid, ensemble: { value, reason } }) as unknown as Results['scores'][number];
const missing = (qid: string, reason: string) =>
  ({ system: 'aurora', qid, metric: 'coverage', judge: 'gpt', state: 'unscored', reason }) as const;
const results: Results = {
  scores: [report('q1', 80), report('q2', 50), report('q3', null, 'No item has a valid verdict.')],
  verdicts: [
    { ...missing('q1', ''), state: 'judged', reason: null },
    missing('q2', 'HTTP 500'),
    missing('q2', 'HTTP 500'),
    missing('q2', 'refused'),
    missing('q3', 'HTTP 500')
  ],
  summary: { run: { number: 3, name: 'First' }, metrics: [{ name: 'coverage' }] } as Results['summary']
};
const casesOf = (xml: string): (readonly [string, string, string])[] =>
  [...new DOMParser().parseFromString(xml, 'text/xml').querySelectorAll('testcase')].map((one) => {
    const [child] = one.children;
    const text = child?.getAttribute('message') ?? child?.textContent ?? '';
    return [one.getAttribute('name')!, child?.tagName ?? '', text] as const;
  });

describe('a run as JUnit', () => {
  it('names the reasons of unscored units, with counts, as the error of their report', () => {
    expect(casesOf(junitOfScores(results, [], false))).toEqual([
      ['q1', 'system-out', 'coverage: 80'],
      ['q2', 'error', 'coverage: 50 3 verdicts are missing: 2 by gpt: HTTP 500; 1 by gpt: refused'],
      ['q3', 'error', 'No item has a valid verdict. 1 verdict is missing: 1 by gpt: HTTP 500']
    ]);
  });

  it('passes reports with a score if --max-unscored allows the missing verdicts, and names them still', () => {
    const cases = casesOf(junitOfScores(results, [], true));
    expect(cases.map(([name, kind]) => [name, kind])).toEqual([
      ['q1', 'system-out'],
      ['q2', 'system-out'],
      ['q3', 'error']
    ]);
    expect(cases[1]![2]).toContain('3 verdicts are missing');
  });
});

describe('a gate as JUnit', () => {
  const held = (text: string, system: string, result: HeldSystem['result']): HeldSystem => ({
    requirement: addCondition(text)[0]!,
    ...{ system, result, score: 'PPI++', value: 80, low: 78, high: 82, units: 30, unanswered: 0 },
    reason: result === 'pass' ? null : 'Because.'
  });

  it('has a suite for each metric and a case for each condition and system', () => {
    const xml = junitOfGate([
      held('coverage>=75', 'aurora', 'pass'),
      held('coverage>=85', 'aurora', 'fail'),
      held('depth>=1', 'aurora', 'broken')
    ]);
    expect(xml).toContain('<testsuite name="coverage" tests="2" failures="1" errors="0">');
    expect(xml).toContain('<testsuite name="depth" tests="1" failures="0" errors="1">');
    expect(casesOf(xml)[1]).toEqual(['aurora', 'failure', '80.0, 95% CI 78.0 – 82.0. Because.']);
  });

  it('writes an end of the interval with the decimals that tell it from the limit', () => {
    const near = { ...held('coverage>=78', 'aurora', 'inconclusive'), low: 77.98 };
    expect(casesOf(junitOfGate([near]))[0]![2]).toBe('80.0, 95% CI 77.98 – 82.0. Because.');
  });

  it('is written into a folder that does not exist yet', () => {
    const folder = mkdtempSync(join(tmpdir(), 'voirdire-junit-'));
    writeJunitFile(join(folder, 'ci/junit/gate.xml'), '<x/>');
    expect(readFileSync(join(folder, 'ci/junit/gate.xml'), 'utf8')).toBe('<x/>');
    rmSync(folder, { recursive: true });
  });
});
