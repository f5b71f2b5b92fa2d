import { describe, expect, it } from 'vitest';
import { fillDates } from './placeholders.ts';

describe('fillDates', () => {
  it('fills every spelling with the date or its year', () => {
    expect(fillDates('As of {{date}}, {{ current_date }}, {current_year} and {{YEAR}}.', '2026-05-02')).toBe(
      'As of 2026-05-02, 2026-05-02, 2026 and 2026.'
    );
  });
  it('leaves other braces alone', () => {
    expect(fillDates('{update} {{name}} {dates}', '2026-05-02')).toBe('{update} {{name}} {dates}');
  });
});
