import { type FigureCell, figureCell, type FigureTable, textCell } from '../../../figure-table.ts';
import type { SaidOfReport } from '../../../suite.ts';
import { dimensions, dimensionTitles, importanceText } from '../material.ts';
import { type Fraction, fractionValue } from '../scores/fraction.ts';
import { subtasksIn } from '../scores/report-scores.ts';
import { type JudgedSubtask, subtaskOutcome, subtaskPasses, type SubtaskPart } from '../scores/subtask-outcome.ts';
import { userPreferenceOf } from '../scores/user-preference.ts';

/** Why a subtask has no score in a dimension. */
export const partReasons: Record<Exclude<SubtaskPart['state'], 'scored'>, string> = {
  'no-rubric': 'The subtask has no such rubric.',
  skipped: 'Not judged, because the instruction is not followed.',
  absent: 'The report has nothing that the rubric applies to.',
  unscored: 'No valid verdict.',
  'not-judged': 'This metric does not judge it.'
};

const valueCell = (value: Fraction | null, reason: string): FigureCell =>
  figureCell({ value: value && fractionValue(value), reason: value ? null : reason, interval: null }, value ? 1 : 0);

const partCell = (part: SubtaskPart): FigureCell =>
  part.state === 'scored' ? valueCell(part.score, '') : valueCell(null, partReasons[part.state]);

const PASSES = new Map([
  [true, 'yes'],
  [false, 'no'],
  [null, 'open']
]);

const nameOf = ({ judge, repeat }: SaidOfReport): string => (repeat === 0 ? judge : `${judge}, repeat ${repeat + 1}`);

/** Results of one report as its page shows them: each subtask, and UserPref with the condition that decided. */
export function reportTables(said: readonly SaidOfReport[]): FigureTable[] {
  const each = said.flatMap((one) => {
    const subtasks = subtasksIn(one.verdicts);
    const words = one.verdicts.flatMap(({ detail, text }) =>
      detail?.kind === 'daily-subtask' && text ? [[detail.subtask, text] as const] : []
    );
    return subtasks.length === 0 ? [] : [{ name: nameOf(one), subtasks, texts: new Map(words) }];
  });
  return each.length === 0 ? [] : [preferenceTable(each), subtaskTable(each)];
}

type Each = readonly { name: string; subtasks: JudgedSubtask[]; texts: ReadonlyMap<string, string> }[];

function preferenceTable(each: Each): FigureTable {
  return {
    name: 'daily-report-preference',
    title: 'UserPref',
    range: 'no interval is computed',
    counted: 'subtasks',
    rowsAre: 'Judge',
    columns: [
      { name: 'UserPref', title: 'UserPref, 1–4', decimals: 0 },
      { name: 'c0', title: 'c0', decimals: 3, about: 'Mean outcome of P0 subtasks; 1 without any' },
      { name: 'c1', title: 'c1', decimals: 3, about: 'Mean over outcomes of P1 and means of P2 groups; 1 without any' },
      { name: 'because', title: 'Decided by', decimals: 0 }
    ],
    rows: each.map(({ name, subtasks }) => {
      const found = userPreferenceOf(subtasks);
      if (found.state !== 'scored') {
        const none = figureCell({ value: null, reason: found.reason, interval: null }, 0);
        return { group: null, system: name, cells: [none, none, none, textCell(found.reason)] };
      }
      const cell = (value: number): FigureCell => figureCell({ value, reason: null, interval: null }, subtasks.length);
      const means = [cell(fractionValue(found.c0)), cell(fractionValue(found.c1))];
      return { group: null, system: name, cells: [cell(found.level), ...means, textCell(found.because)] };
    }),
    notes: ['Checks for 4, then 1, then 3; else 2 (arXiv 2606.12871, Algorithm 1).']
  };
}

function subtaskTable(each: Each): FigureTable {
  return {
    name: 'daily-report-subtasks',
    title: 'Subtasks',
    range: 'no interval is computed',
    counted: 'judgments',
    rowsAre: 'Subtask',
    columns: [
      ...dimensions.map((one) => ({ name: one, title: one, decimals: 2, about: dimensionTitles[one] })),
      { name: 'o', title: 'o', decimals: 2, about: 'Outcome: ins × mean of fac and rat where they are present' },
      { name: 'pass', title: 'Passes', decimals: 0 },
      { name: 'importance', title: 'Importance', decimals: 0 }
    ],
    rows: each.flatMap(({ name, subtasks, texts }) =>
      subtasks.map((one) => ({
        group: each.length > 1 ? name : null,
        system: texts.has(one.key) ? `${one.key}: ${texts.get(one.key)}` : one.key,
        cells: [
          ...dimensions.map((dimension) => partCell(one.parts[dimension])),
          valueCell(subtaskOutcome(one.parts), partReasons.unscored),
          textCell(PASSES.get(subtaskPasses(one.parts))!),
          textCell(importanceText(one))
        ]
      }))
    ),
    notes: []
  };
}
