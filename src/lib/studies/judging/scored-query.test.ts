import { expect, it } from 'vitest';
import { queryLabelIn } from './scored-query.server.ts';

it('names the day that judges are told, whatever time is written behind it', () => {
  const day = queryLabelIn('en', 1, '2026-03-12');
  expect(day).toContain('12 Mar 2026');
  for (const time of ['T23:30:00-05:00', 'T01:00:00+08:00', 'T00:30:00', ' 23:30'])
    expect(queryLabelIn('en', 1, `2026-03-12${time}`)).toBe(day);
});
