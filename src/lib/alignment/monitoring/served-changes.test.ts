import { expect, it } from 'vitest';
import { servedChangeIn, servedChanges } from './served-changes.ts';

const gpt = { judge: 'openai:gpt-5.5', role: null };

it('a version that was not served before is named with the calls on each side, also beside the known one', () => {
  const before = [{ ...gpt, version: '2026-08-07', calls: 412 }];
  expect(servedChanges(before, [{ ...gpt, version: '2026-08-07', calls: 30 }])).toEqual([]);
  expect(
    servedChanges(before, [
      { ...gpt, version: '2026-08-07', calls: 30 },
      { ...gpt, version: '2026-11-01', calls: 1 }
    ])
  ).toEqual(['openai:gpt-5.5: 2026-11-01 (1 call); before, 2026-08-07 (412 calls).']);
});

it('a server that names no version changes nothing, and neither does a model nothing is known of', () => {
  expect(servedChanges([{ ...gpt, version: '1', calls: 1 }], [{ ...gpt, version: null, calls: 1 }])).toEqual([]);
  expect(servedChanges([{ ...gpt, version: null, calls: 1 }], [{ ...gpt, version: '1', calls: 1 }])).toEqual([]);
  expect(servedChanges([], [{ ...gpt, version: '1', calls: 1 }])).toEqual([]);
});

it('models of roles are compared each with itself', () => {
  const voter = { ...gpt, role: 'voter' };
  const before = [
    { ...gpt, version: '1', calls: 5 },
    { ...voter, version: '2', calls: 5 }
  ];
  expect(servedChanges(before, [{ ...voter, version: '1', calls: 5 }])).toEqual([
    'openai:gpt-5.5, voter: 1 (5 calls); before, 2 (5 calls).'
  ]);
});

it('a stored change is read in the language of the page, with every version and its calls', () => {
  const before = [{ ...gpt, role: 'voter', version: 'a 1', calls: 1 }];
  const now = [
    { ...gpt, role: 'voter', version: 'b-2', calls: 1_000 },
    { ...gpt, role: 'voter', version: 'c-3', calls: 2 }
  ];
  const [change] = servedChanges(before, now);
  expect(servedChangeIn('en', change!)).toBe(
    'openai:gpt-5.5, voter: b-2 (1,000 calls), c-3 (2 calls); before, a 1 (1 call).'
  );
  expect(servedChangeIn('zh-Hans', change!)).toBe(
    'openai:gpt-5.5, voter：b-2（1,000 次调用）, c-3（2 次调用）；此前为 a 1（1 次调用）。'
  );
  expect(servedChangeIn('zh-Hans', 'words of an earlier version')).toBe('words of an earlier version');
});
