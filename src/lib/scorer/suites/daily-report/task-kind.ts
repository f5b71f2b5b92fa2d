import type { MaterialForm } from '../../material-editing.ts';
import type { MaterialKind } from '../../suite.ts';
import { taskAblation } from './ablation.ts';
import { constraints, dailyTaskKind, modifiers, type Constraint, type DailyTask } from './material.ts';
import { taskTable } from './task-table.ts';

const isModifier = (key: string): boolean => (modifiers as readonly string[]).includes(key);
const labelled = (keys: readonly string[]) => keys.map((value) => ({ value, label: constraints[value as Constraint] }));

const taskForm: MaterialForm<DailyTask> = {
  component: 'daily-task',
  choices: {
    constraint: labelled(Object.keys(constraints).filter((key) => !isModifier(key))),
    modifiers: labelled(modifiers),
    type: [
      { value: 'retrieval', label: 'Retrieval: finds and joins facts' },
      { value: 'analysis', label: 'Analysis: weighs a broader question' }
    ]
  },
  empty: (topic) => ({
    ...{ type: 'retrieval', topic, evidenceLimit: null },
    subtasks: [
      {
        ...{ key: 's1', text: '', constraint: 'content', modifiers: [] },
        rubrics: { ins: '', fac: null, rat: null },
        ...{ importance: null, group: null }
      }
    ]
  })
};

/** A task with all that people do with it: written in a form or a workbook, and weighed by leaving subtasks out. */
export const dailyTaskMaterial: MaterialKind<DailyTask> = {
  ...dailyTaskKind,
  table: taskTable,
  form: taskForm,
  ablation: taskAblation
};
