import { expect, it } from 'vitest';
import { momentOf } from './days.ts';

it('a moment without a zone is in UTC, also where the clock skips an hour', () => {
  const before = process.env['TZ'];
  process.env['TZ'] = 'America/New_York';
  try {
    const written = ['2026-03-08T02:30:00', '2026-03-08 03:10:00', '2026-03-08T03:20:00Z', '2026-03-08T00:00:00-0400'];
    expect(written.map((text) => new Date(momentOf(text)).toISOString().slice(11, 16))).toEqual([
      ...['02:30', '03:10'],
      ...['03:20', '04:00']
    ]);
  } finally {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  }
});
