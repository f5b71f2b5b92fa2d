import { expect, it } from 'vitest';
import { verdictsJsonl, writeVerdictsJsonl } from './verdicts-jsonl.ts';
import type { VerdictLine } from '../../../scorer/units/verdict-line.ts';

const line: VerdictLine = {
  ...{ run: 'r', system: 's', qid: 'q', metric: 'coverage', judge: 'j', repeat: 0, kind: 'item', item: 'p1' },
  ...{ itemText: '', state: 'judged', label: 'yes', rationale: '', evidence: [], reason: null, detail: null }
};

it('an exported verdict says that its reply had words around its JSON, and others do not', () => {
  const [marked, plain] = writeVerdictsJsonl(
    [
      { ...line, prose: true },
      { ...line, prose: false }
    ],
    []
  )
    .trim()
    .split('\n')
    .map((one) => JSON.parse(one) as Record<string, unknown>);
  expect(marked).toMatchObject({ prose_around_json: true });
  expect(plain).not.toHaveProperty('prose_around_json');
});

it('verdicts are written in pieces, without asking for the next ones before', () => {
  let asked = 0;
  const lines = function* (): Generator<VerdictLine> {
    for (; asked < 2_000; asked += 1) yield { ...line, rationale: `it says so ${asked} times` };
  };
  const [first = ''] = verdictsJsonl(lines(), []);
  expect(first.endsWith('\n')).toBe(true);
  expect(asked).toBeLessThan(500);
  asked = 0;
  const whole = [...verdictsJsonl(lines(), [])];
  expect(whole.length).toBeGreaterThan(3);
  asked = 0;
  expect(whole.join('')).toBe(writeVerdictsJsonl(lines(), []));
});
