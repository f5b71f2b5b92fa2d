import { sayIn } from '../../../messages/say-in.ts';
import { describe, expect, it } from 'vitest';
import type { AblationRatings } from '../../material-editing.ts';
import { taskAblation } from './ablation.ts';
import { dailyTask } from './material.ts';

const task = dailyTask.parse({
  type: 'retrieval',
  subtasks: ['s1', 's2', 's3', 's4', 's5'].map((key) => ({
    key,
    text: key,
    constraint: 'content',
    rubrics: { ins: key }
  }))
});
const all: AblationRatings['single'] = { s1: 1, s2: 2, s3: 3, s4: 3, s5: 3 };
const importances = (ratings: AblationRatings): string[] => {
  const done = taskAblation.apply(task, ratings);
  if (!('content' in done)) throw new Error(JSON.stringify(done.faults));
  return done.content.subtasks.map(({ importance, group }) => `${importance}${group ? `(${group})` : ''}`);
};
const faults = (ratings: AblationRatings): string[] => {
  const done = taskAblation.apply(task, ratings);
  return 'faults' in done
    ? done.faults.map(({ key, reason }) => `${key}: ${sayIn('en', reason).split(' ').slice(0, 4).join(' ')}`)
    : [];
};

describe('the author’s ablation', () => {
  it('makes P0 of unhelpful, P1 of deficient and P2 of acceptable, and a group of P2 that are deficient together', () => {
    expect(importances({ single: all, joint: [] })).toEqual(['P0', 'P1', 'P2', 'P2', 'P2']);
    expect(importances({ single: all, joint: [{ keys: ['s3', 's5'], rating: 2 }] })).toEqual([
      'P0',
      'P1',
      'P2(a)',
      'P2',
      'P2(a)'
    ]);
    expect(importances({ single: all, joint: [{ keys: ['s3', 's4'], rating: 1 }] })[3]).toBe('P2(a)');
  });

  it('makes no group of what remains acceptable together', () => {
    const joint: AblationRatings['joint'] = [
      { keys: ['s3', 's4'], rating: 3 },
      { keys: ['s4', 's5'], rating: 2 }
    ];
    expect(importances({ single: all, joint })).toEqual(['P0', 'P1', 'P2', 'P2(a)', 'P2(a)']);
  });

  it('refuses a subtask that no ablation marks as missed, and one that is not rated', () => {
    expect(faults({ single: { ...all, s2: 4 }, joint: [] })).toEqual(['s2: The task stays perfect']);
    const { s5: _, ...rest } = all;
    expect(faults({ single: rest, joint: [] })).toEqual(['s5: Rate the task without']);
    expect(faults({ single: { ...all, s9: 1 }, joint: [] })).toEqual(['s9: The task has no']);
  });

  it('refuses groups of one, of subtasks that cannot be missed alone, and two groups with a subtask in common', () => {
    expect(faults({ single: all, joint: [{ keys: ['s3', 's3'], rating: 2 }] })).toEqual(['s3: Choose at least two']);
    expect(faults({ single: all, joint: [{ keys: ['s1', 's3'], rating: 2 }] })).toEqual(['s1: Only subtasks that can']);
    const twice: AblationRatings['joint'] = [
      { keys: ['s3', 's4'], rating: 2 },
      { keys: ['s4', 's5'], rating: 2 }
    ];
    expect(faults({ single: all, joint: twice })).toEqual(['s4: The subtask is in']);
  });

  it('is told in one line', () => {
    expect(taskAblation.summary({ single: { s1: 1, s3: 3 }, joint: [{ keys: ['s3', 's4'], rating: 2 }] })).toBe(
      'without s1: 1, without s3: 3, without s3 and s4: 2'
    );
  });
});
