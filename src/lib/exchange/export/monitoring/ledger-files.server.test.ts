import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import type { StoredLook, StoredSet } from '../../../alignment/monitoring/anchor-sets.server.ts';
import { ledgerCsv, ledgerJson } from './ledger-files.server.ts';

const set: StoredSet = {
  ...{ id: 'set', projectId: 'p', number: 2, studyId: 's', adoptionId: 'a', runId: 'r1', metric: 'coverage', seed: 7 },
  items: [{ itemId: 'secret-item', reportId: 'secret-report', query: 'q', people: 1, split: null, score: 1, agreement: 1 }],
  ...{ available: 40, hash: 'abc', loss: 0.05, flips: 0.1, candidates: 16, everyDays: 7 },
  ...{ createdBy: null, createdByName: 'Ines', createdAt: Date.UTC(2026, 8, 14), endedAt: null }
}; // prettier-ignore
const look = (number: number, change: { value: number; interval: [number, number] | null } | null): StoredLook => ({
  ...{ id: `l${number}`, setId: 'set', number, sequence: number, runId: `r${number}`, trigger: 'schedule' as const },
  ...{ askedByName: 'command line', at: Date.UTC(2026, 8, 14 + number), cost: number === 1 ? 0.21 : null },
  versions: [{ judge: 'openai:m', role: null, version: number === 1 ? 'm-1' : null, calls: 4 }],
  changed: number === 1 ? [] : ['openai:m: m-2 (4 calls); before, m-1 (4 calls).'],
  answers: [{ score: 0, agreement: 0 }],
  result: 'inconclusive',
  figures: { n: 1, of: 1, flips: number, agreement: 0.5, adopted: 1, change, flipped: 0.25, tooManyFlips: false, result: 'inconclusive' } // prettier-ignore
});
const rows = [
  { look: look(1, { value: -0.5, interval: [-0.7, 0.1] }), run: 12 },
  { look: look(2, null), run: null }
];

it('has a row per check, the first one first, with empty cells if a figure is undefined', () => {
  const read = parse(ledgerCsv(set, rows), { columns: true }) as Record<string, string>[];
  expect(read).toHaveLength(2);
  expect(read[0]).toMatchObject({
    ...{ check: '1', at: '2026-09-15T00:00:00.000Z', run: '12', result: 'inconclusive', version_changed: 'false' },
    ...{ served_versions: 'openai:m m-1 (4)', items: '1', changed_verdicts: '1', change_low: '-0.7', cost_usd: '0.21' }
  });
  expect(read[1]).toMatchObject({
    ...{ run: '', version_changed: 'true', served_versions: 'openai:m version not reported (4)' },
    ...{ change: '', change_low: '', cost_usd: '' }
  });
});

it('names the set by its hash and says nothing of its items, which are under embargo', () => {
  const text = ledgerJson(set, rows);
  expect(JSON.parse(text)).toMatchObject({
    format: 'voirdire-drift-ledger',
    set: { number: 2, items: 1, sha256: 'abc', candidates: 16 },
    checks: [
      { check: 1, run: 12 },
      { check: 2, cost: null, changed: [expect.stringContaining('m-2')] }
    ]
  });
  expect(text).not.toMatch(/secret|answers/);
});
