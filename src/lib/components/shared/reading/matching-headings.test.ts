import { expect, test } from 'vitest';
import { matchingHeading } from './matching-headings.ts';

test('a heading matches the one of the same words, whatever its number, case and order of words', () => {
  expect(matchingHeading('2. Cost and Financing', ['Introduction', '4.1 Financing and cost', 'Costs'])).toBe(1);
  expect(matchingHeading('Conclusion', ['Background', 'CONCLUSION:'])).toBe(1);
});

test('of several that share words the one with most in common is matched, of equals the first', () => {
  // Dice: 2·2/(3+2) = .8 against 2·2/(3+3) = .67.
  expect(matchingHeading('Risks for public health', ['Health risks and their costs', 'Health risks'])).toBe(1);
  expect(matchingHeading('Risks', ['Risks', 'Risks'])).toBe(0);
});

test('a heading has no match if less than half of the words are shared, or only function words are', () => {
  expect(matchingHeading('Methods of the survey', ['Results of the interviews', 'The costs'])).toBeNull();
  // 2·1/(3+2) = .4
  expect(matchingHeading('Water supply costs', ['Water quality'])).toBeNull();
  expect(matchingHeading('Methods', [])).toBeNull();
  expect(matchingHeading('…', ['Methods'])).toBeNull();
  expect(matchingHeading('', [''])).toBeNull();
});

test('Chinese headings match by their characters, numbers in front aside', () => {
  expect(matchingHeading('三、研究结论', ['一、引言', '四、结论', '五、参考文献'])).toBe(1);
  expect(matchingHeading('结论与展望', ['引言', '展望和结论'])).toBe(1);
});
