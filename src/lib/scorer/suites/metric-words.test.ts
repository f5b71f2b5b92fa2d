import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { metrics } from './index.ts';
import { metricInRunName, metricWordIn } from './metric-words.ts';
import { knowRubric } from './rubrics/known-rubrics.ts';
import { readRubric } from './rubrics/read-rubric.ts';
import { hashRubric } from './rubrics/rubric.ts';

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

it('in the name of a run, a rubric has its own name without its hash', () => {
  const reading = readRubric(readFileSync('static/rubrics/deep-research-bench-race.yaml', 'utf8'));
  if (!reading.ok) throw new Error('the example cannot be read');
  const metric = knowRubric(reading.rubric, hashRubric(reading.rubric));
  expect(metricInRunName(metric.name)).toBe('deep-research-bench-race');
  expect(metricInRunName('citation-accuracy')).toBe('citation-accuracy');
});
