import { expect, test } from 'vitest';
import { parsePrices } from '../src/lib/scorer/engine/costs/prices.ts';
import { readJsonValue } from '../src/lib/scorer/protocols/json-value.ts';
import { bodyText } from '../src/lib/scorer/suites/daily-report/judging/body-text.ts';
import { raceAnswer, raceDimensions } from '../src/lib/scorer/suites/rubrics/official/race.ts';
import { formatOf } from '../src/lib/scorer/web/reading/media-type.ts';
import { firstHeading } from '../src/lib/verification/benchmark/reports.ts';
import { atMost, processorTime } from './timing.ts';

// Lines at which a careless regular expression takes time by the square or cube of their length, or by a power of two. Readers of whole
// texts are in `hostile-growth.test.ts`.

const spaced = (length: number): string => `a${' '.repeat(length)}b`;

test.each<[string, () => unknown]>([
  ['the title of an imported report', () => firstHeading(`# ${spaced(40_000)}\n\nText.`)],
  ['headings left out of a report', () => bodyText(`# ${spaced(2_000)}\n\nText.`)],
  ['bold lines left out of a report', () => bodyText(`**a** ${spaced(20_000)}\n\nText.`)],
  ['prices of judges', () => expect(() => parsePrices(spaced(40_000))).toThrow('is no price')],
  ['thoughts of a model that do not end', () => readJsonValue(`${'<think>'.repeat(60_000)} {"a": 1}`)],
  [
    'criteria with one score of two in the answer of a judge',
    () => raceAnswer(`"${raceDimensions.join('": [] "')}": [${'"criterion": "a" "article_1_score": 1 '.repeat(1_000)}]`)
  ],
  ['comments at the beginning of a page', () => formatOf('text/html', Buffer.from('<!---->'.repeat(30)))]
])('%s take time by their length', (_, read) => {
  expect(processorTime(read)).toBeLessThan(atMost(50));
});
