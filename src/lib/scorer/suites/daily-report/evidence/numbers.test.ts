import { describe, expect, it } from 'vitest';
import { readWrittenNumber, writtenNumbersAgree } from './numbers.ts';

describe('written numbers', () => {
  it.each([
    ['100', '100', true],
    ['100', '110', false],
    ['100.1', '100', true],
    ['99.9', '100', true],
    ['99.4', '100', false],
    ['99.5', '100', true],
    ['3.14', '3.15', false],
    ['3.145', '3.15', true],
    ['3.144', '3.15', false],
    ['-2.5', '-3', true],
    ['-2.5', '-2', false],
    ['2.5', '-3', false],
    ['0.5', '1', true],
    ['0.49', '0', true],
    ['0.0', '0', true],
    ['1,500,000', '1.5 million', true],
    ['1,549,999', '1.5 million', true],
    ['1,550,000', '1.5 million', false],
    ['1.5 million', '1.50 million', true],
    ['12 000', '12,000', true],
    ['$3bn', '3,000,000,000', true],
    ['3.2万', '32,000', true],
    ['1.2亿', '120 million', true],
    ['12%', '12.4 per cent', true],
    ['12%', '12.5 per cent', false],
    ['10m', '10', false],
    ['10 m', '10 metres', true],
    ['10m', '10 米', true],
    ['10 m', '10 million', true],
    ['3,5 Prozent', '3.5%', true],
    ['3,5 Prozent', '35%', false],
    ['1.234,50 €', '€1,234.5', true],
    ['1,234,567', '1.234567 million', true],
    ['1,234, of which half', '1234', true],
    ['₹12,34,567', '1234567', true],
    ['12 lakh', '1.2 million', true],
    ['3 crore', '30,000,000', true],
    ['12 000,4', '12 thousand', true]
  ])('%s and %s agree: %s', (a, b, agree) => {
    expect(writtenNumbersAgree(a, b)).toBe(agree);
    expect(writtenNumbersAgree(b, a)).toBe(agree);
  });

  it('are read with sign, separators and magnitude, and null if there is none', () => {
    expect(readWrittenNumber('about −1,250.50 USD')).toEqual({ digits: -125050n, place: -2 });
    expect(readWrittenNumber('约三千五百万元')).toEqual({ digits: 3500n, place: 4 });
    expect(readWrittenNumber('1亿2000万')).toEqual({ digits: 12000n, place: 4 });
    expect(readWrittenNumber('３．５亿')).toEqual({ digits: 35n, place: 7 });
    expect(readWrittenNumber('12十亿')).toEqual({ digits: 12n, place: 9 });
    expect(readWrittenNumber('百分之三十五点二')).toEqual({ digits: 352n, place: -1 });
    expect(readWrittenNumber('2.5 billion')).toEqual({ digits: 25n, place: 8 });
    expect(readWrittenNumber('5 metres')).toEqual({ digits: 5n, place: 0 });
    expect(readWrittenNumber('none')).toBeNull();
    expect(writtenNumbersAgree('five', '5')).toBeNull();
  });

  it('of hundreds of digits are compared exactly', () => {
    const long = '9'.repeat(400);
    expect(writtenNumbersAgree(`${long}.4`, long)).toBe(true);
    expect(writtenNumbersAgree(`${long}.5`, long)).toBe(false);
  });
});
