import { describe, expect, it, test } from 'vitest';
import { numbersMissing, pageNumbers, numbersThatMatter } from './numbers-in-page.ts';
import { processorTime } from '../../../../../../tests/timing.ts';

const missing = (claim: string, page: string): string[] =>
  numbersMissing(claim, pageNumbers(page)).map(({ raw }) => raw);

describe('a number is on the page however the page writes it', () => {
  test.each([
    ['1,234 ships', 'a total of 1234'],
    ['1234 ships', 'a total of 1,234'],
    ['1,234 ships', 'a total of 1 234'],
    ['1,234 ships', 'a total of 1.234 Schiffe'],
    ['a share of 37%', '37 per cent of all'],
    ['a share of 37 percent', 'thirty-seven percent'],
    ['a share of 37%', 'a ratio of 0.37'],
    ['a share of 54%', 'exactly 53.8 %'],
    ['1.2 million tonnes', '1,200,000 tonnes'],
    ['1,200,000 tonnes', '1.2 million tonnes'],
    ['1.2 million tonnes', '1,234,567 tonnes'],
    ['120万吨', '1,200,000 tonnes'],
    ['1.2 million tonnes', '共120万吨'],
    ['3.5亿元', '350 million yuan'],
    ['$1.2 billion', 'in millions of dollars: 1,200'],
    ['€49', 'a price of 49.00'],
    ['1,234,567 ships', 'a total of 12,34,567'],
    ['₹12 lakh', 'a price of 1,200,000'],
    ['₹300 million', 'some 30 crore rupees'],
    ['99.5 points', '９９.５'],
    ['a share of 50%', 'about half of them']
  ])('%s in “%s”', (claim, page) => {
    expect(missing(claim, page)).toEqual([]);
  });
});

describe('a number is missing if no number of the page can be it', () => {
  test.each([
    ['1,234 ships', '1,235 ships', ['1,234']],
    ['12,34,567 ships', '12,34,568 ships', ['12,34,567']],
    ['a share of 37%', '38 percent in 2037', ['37%']],
    ['1.2 million tonnes', '1,300,000 tonnes', ['1.2 million']],
    ['$1.25 billion', '1.2 billion', ['$1.25 billion']],
    ['120万吨', '1,300,000 tonnes', ['120万']],
    ['It grew 48% to 640 ships', 'It grew 48%', ['640']],
    ['It costs $15 a day', 'It costs a lot', ['$15']],
    ['a share of 37%', '', ['37%']],
    ['1,234 ships', '11,234 and 12345 and 1.2.3.4', ['1,234']]
  ])('%s in “%s”', (claim, page, expected) => {
    expect(missing(claim, page)).toEqual(expected);
  });
});

describe('nothing is asked of a page about numbers whose absence proves nothing', () => {
  test.each([
    'It began in 2019 and ended in 1999',
    'Three of 7 ships',
    'GPT-4, 5G, Wi-Fi 6E, A35 and B2B',
    'Windows 11, RTX 50 and OAuth 2.0 on page 77',
    'on 28 March, on Mar. 27 and at 16:48',
    'about 50% or nearly 640 ships, more than 900, up to 300 and ~17%',
    'some 15–20 days, 30–40 boxes',
    '约50%，超过300艘，2024年3月28日',
    'at least 15+ of them',
    'the years 2020-2024',
    'a release of 2024-09-14'
  ])('%s', (claim) => {
    expect(numbersThatMatter(claim).map(({ raw }) => raw)).toEqual([]);
  });
});

it('reads a long page in no time for many claims', () => {
  const page = pageNumbers('In 12,345 cases 6.7% of 89 million cost $1.23. '.repeat(20_000));
  const took = processorTime(() => {
    for (let at = 0; at < 2000; at++) numbersMissing(`It grew ${at + 13}% to ${at},456 tonnes`, page);
  });
  expect(took).toBeLessThan(5000);
});
