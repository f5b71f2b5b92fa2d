import { expect, it } from 'vitest';
import { metrics } from './index.ts';
import { metricWordIn } from './metric-words.ts';

it('within a sentence, every metric of a suite is named in words, never by its code', () => {
  expect(metricWordIn('en', 'citation-accuracy')).toBe('citation accuracy');
  expect(metricWordIn('en', 'consistency')).toBe('factual and logical consistency');
  for (const { name } of metrics) {
    expect(metricWordIn('en', name)).toMatch(/^\p{Ll}/u);
    expect(metricWordIn('en', name)).not.toMatch(/[a-z]-[a-z]/);
    expect(metricWordIn('zh-Hans', name)).toMatch(/\p{Script=Han}/u);
  }
});

it('a metric that no suite has keeps its name', () => {
  expect(metricWordIn('en', 'Heat-advice')).toBe('Heat-advice');
  expect(metricWordIn('zh-Hans', 'Heat-advice')).toBe('Heat-advice');
});
