import { expect, it } from 'vitest';
import { libraryTextIn } from '../../messages/library-text.ts';
import type { LabelScale } from '../../studies/labels/label-scale.ts';
import { methodOf } from './method.ts';

const scales: LabelScale[] = [
  { level: 'binary', labels: ['yes', 'no'], withoutValue: ['cannot-judge'] },
  { level: 'nominal', labels: ['a', 'b', 'c'] },
  { level: 'preference', labels: ['A', 'tie', 'B'] },
  { level: 'ordinal', labels: ['1', '2', '3'] },
  { level: 'interval', low: 0, high: 10 }
];

it.each(scales)('methods of a report on a $level scale are sentences that pages translate as a whole', (scale) => {
  const say = libraryTextIn('zh-Hans');
  for (const ties of ['half', 'leave-out'] as const) {
    const { notes, metric, intervals } = methodOf(scale, {
      ...{ resamples: 1, seed: 1, target: 0.9, ties },
      ...{ candidates: 3, preferences: 1 }
    });
    const said = [...notes, metric, intervals['wilson-effective'], intervals.jackknife].map(say);
    expect(said.length).toBeGreaterThan(10);
    for (const text of said) expect(text).not.toMatch(/[a-z]{3,}( [a-z]+){2}/);
  }
});

it('methods speak of a selection and of preferences only if there were any', () => {
  const notesOf = (candidates: number, preferences: number): string =>
    methodOf(scales[0]!, {
      ...{ resamples: 1, seed: 1, target: 0.9, ties: 'half' },
      ...{ candidates, preferences }
    }).notes.join(' ');
  expect(notesOf(2, 1)).toMatch(/Preferences were given .*The best of several candidates/);
  expect(notesOf(1, 0)).not.toMatch(/Preferences|best of several/);
});
