import { describe, expect, it, test } from 'vitest';
import { dependsOnDate, fillDates, unfilledIn } from './placeholders.ts';

describe('fillDates', () => {
  it('fills every spelling with the date or its year', () => {
    expect(fillDates('As of {{date}}, {{ current_date }}, {current_year} and {{YEAR}}.', '2026-05-02')).toBe(
      'As of 2026-05-02, 2026-05-02, 2026 and 2026.'
    );
  });
  it('leaves other braces alone', () => {
    expect(fillDates('{update} {{name}} {dates}', '2026-05-02')).toBe('{update} {{name}} {dates}');
  });

  test.each([
    ['{{last_year}}', '2025'],
    ['{{ Last Year }}', '2025'],
    ['{last-year}', '2025'],
    ['{{previous_year}}', '2025'],
    ['{{next_year}}', '2027'],
    ['{{this_year}}', '2026'],
    ['{{current_year-2}}', '2024'],
    ['{{ current_year + 1 }}', '2027'],
    ['{{today}}', '2026-01-31'],
    ['{{yesterday}}', '2026-01-30'],
    ['{{tomorrow}}', '2026-02-01'],
    ['{{current_month}}', 'January 2026'],
    ['{current_month} {current_year}', 'January 2026'],
    ['{{current_month}}, {{current_year}}', 'January, 2026'],
    ['{{last_month}}', 'December 2025'],
    ['{{next_month}}', 'February 2026'],
    ['{{current_quarter}}', 'Q1 2026'],
    ['{{last_quarter}} {{last_year}}', 'Q4 2025'],
    ['{{next_quarter}}', 'Q2 2026']
  ])('%s is %s for a report of 31 January 2026', (text, filled) => {
    expect(fillDates(text, '2026-01-31')).toBe(filled);
    expect(unfilledIn(text)).toEqual([]);
    expect(dependsOnDate(text)).toBe(true);
  });

  it('takes the day of a date with a time', () => {
    expect(fillDates('{{date}}', '2025-09-30T14:05:00Z')).toBe('2025-09-30');
  });
});

test('what nothing can fill is named: any words in double braces, names of times in single ones', () => {
  expect(unfilledIn('In {{region}} by {{ last_decade }} and {current_week}, {{date}}')).toEqual([
    '{{region}}',
    '{{ last_decade }}',
    '{current_week}'
  ]);
  expect(unfilledIn('The set {a, b}, $x_{max}$, \\frac{1}{n} and {"a": {"b": 1}}')).toEqual([]);
  expect(dependsOnDate('In {{region}}')).toBe(false);
});
