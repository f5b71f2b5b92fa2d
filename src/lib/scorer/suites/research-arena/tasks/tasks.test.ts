import { describe, expect, it } from 'vitest';
import { placeOfSpan } from './inspirations.ts';
import { checkTasks, nearDuplicates, referenceBack, type WrittenTask } from './task-rules.ts';

describe('the place of a span', () => {
  const passages = ['Kites fly high.', 'Strings wear out', 'in the rain.'];

  it('is the passages over which it runs, counted from 1', () => {
    expect(placeOfSpan(passages, 'Kites fly')).toEqual({ from: 1, to: 1 });
    expect(placeOfSpan(passages, 'wear out in the rain.')).toEqual({ from: 2, to: 3 });
    expect(placeOfSpan(passages, 'high. Strings wear out in')).toEqual({ from: 1, to: 3 });
  });

  it('is found whatever the blanks, and by no other difference', () => {
    expect(placeOfSpan(passages, '\n Strings\u00a0 wear\tout ')).toEqual({ from: 2, to: 2 });
    for (const span of ['', ' ', 'strings wear out', 'Strings wear-out', 'Kitesfly', 'Strings wore out'])
      expect(placeOfSpan(passages, span)).toBeNull();
  });

  it('is found in Chinese across passages without a blank, and in composed and decomposed letters', () => {
    expect(placeOfSpan(['风筝', '飞得高'], '风筝飞得')).toEqual({ from: 1, to: 2 });
    expect(placeOfSpan(['Caf\u00e9 talk'], 'Cafe\u0301 talk')).toEqual({ from: 1, to: 1 });
  });
});

const task = (change: Partial<WrittenTask> = {}): WrittenTask => ({
  ...{ task: 'Compare strings and hand in a table.', family: 'trend-scan', difficulty: 'basic' },
  ...{ deliverable: 'a table', inspirations: [1], ...change }
});

describe('tasks of inspirations', () => {
  it('stand alone if they mention no talk, speaker or inspiration, in English and Chinese', () => {
    for (const text of [
      'Do what the speaker said',
      'as discussed in the talk',
      'From inspiration 3, derive',
      '根据该讲座',
      '讲座中提到的方法',
      'the seminar noted'
    ])
      expect(referenceBack(text), text).not.toBeNull();
    for (const text of [
      'Compare how loudspeakers age',
      'Survey talk therapy',
      'Find inspiring kites',
      '比较风筝线',
      'List talks at KDD 2024'
    ])
      expect(referenceBack(text), text).toBeNull();
  });

  it('are at most eight, and a ninth is dropped', () => {
    const families = [
      'literature-survey',
      'trend-scan',
      'hypothesis-generation',
      'empirical-test',
      'comparative-analysis'
    ] as const;
    const nine = Array.from({ length: 9 }, (_, at) =>
      task({ family: families[at % 5]!, task: `Compare strings ${at} and hand in a table.` })
    );
    const { kept, dropped, faults } = checkTasks(nine, 1);
    expect([kept.length, faults]).toEqual([8, []]);
    expect(dropped.map(({ reason }) => reason)).toEqual(['There are 8 tasks already.']);
  });

  it('say nearly the same from .8 of their words on, whatever their order', () => {
    const words = (n: number, from = 0) => Array.from({ length: n }, (_, at) => `w${at + from}`).join(' ');
    // 9 of 11 words are shared: .818; 8 of 12: .667.
    expect(nearDuplicates([words(10), words(10, 1), words(10, 3), words(10).toUpperCase()])).toEqual([
      null,
      0,
      null,
      0
    ]);
    expect(nearDuplicates(['', ''])).toEqual([null, null]);
  });
});
