import { expect, it } from 'vitest';
import { faultsOfTask, newSubtask, type TypedTask } from './task-faults.ts';

const task = (change: (task: TypedTask) => void = () => undefined): TypedTask => {
  const typed: TypedTask = { type: 'retrieval', topic: null, evidenceLimit: null, subtasks: [newSubtask([])] };
  Object.assign(typed.subtasks[0]!, { text: 'Says what', rubrics: { ins: 'It says what.', fac: null, rat: null } });
  change(typed);
  return typed;
};

it('a complete task has no fault', () => {
  expect(faultsOfTask(task())).toEqual([]);
});

it('empty fields, bad ids and ids that are used already are named in the order of the form', () => {
  const wrong = task(({ subtasks }) => {
    subtasks.push({ ...newSubtask(['s1']), key: 's1' }, { ...newSubtask([]), key: 'S 3', text: 'x' });
  });
  expect(faultsOfTask(wrong).map(({ row, field }) => `${row} ${field}`)).toEqual([
    ...['1 text', '1 key', '1 ins', '2 key', '2 ins']
  ]);
});

it('a new subtask gets the first key that is free', () => {
  expect(newSubtask(['s1', 's3']).key).toBe('s4');
  expect(newSubtask([]).key).toBe('s1');
});
