import { expect, it } from 'vitest';
import { writeVerdictsJsonl } from './verdicts-jsonl.ts';
import type { VerdictLine } from '../scorer/verdict-line.ts';

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
