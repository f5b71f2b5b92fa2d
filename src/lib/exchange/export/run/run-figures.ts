import { type LengthRow, lengthDistributions } from '../../../scorer/leaderboard/index.ts';
import type { FigureCell, FigureTable } from '../../../scorer/figure-table.ts';

const NOTHING: FigureCell = { value: null, reason: 'There are no reports.', low: null, high: null, n: 0 };

/**
 * Lengths of reports by system, and by kind of task, in words and tokens.
 *
 * @param unknown name of the kind of tasks that have none
 */
export function lengthTable(
  title: string,
  rows: readonly LengthRow[],
  tokenizer: string,
  unknown = 'unknown'
): FigureTable {
  const measures = [
    { name: 'words', title: 'Words', of: 'full', unit: 'words' },
    {
      name: 'words without URLs and references',
      title: 'Words without URLs and references',
      of: 'bare',
      unit: 'words'
    },
    { name: 'tokens', title: 'Tokens', of: 'full', unit: 'tokens' },
    {
      name: 'tokens without URLs and references',
      title: 'Tokens without URLs and references',
      of: 'bare',
      unit: 'tokens'
    }
  ] as const;
  const by = (key: 'system' | 'taskCategory', group: string) => {
    const found = measures.map((measure) => lengthDistributions(rows, key, measure));
    const names = [...new Set(found.flatMap((all) => all.map(({ name }) => name)))];
    return names.map((name) => ({
      group,
      system: name ?? unknown,
      cells: found.map((all): FigureCell => {
        const box = all.find((one) => one.name === name)?.box;
        return box ? { value: box.median, reason: null, low: box.q1, high: box.q3, n: box.n } : NOTHING;
      })
    }));
  };
  return {
    name: 'lengths',
    title,
    range: 'first and third quartile',
    counted: 'reports',
    columns: measures.map(({ name, title: heading }) => ({ name, title: heading, decimals: 0 })),
    rows: [...by('system', 'By system'), ...by('taskCategory', 'By kind of task')],
    notes: ['Medians.', `Tokens: ${tokenizer}.`]
  };
}
