import { isMissing, type Plan } from '../../lib/alignment/planner/plan.ts';
import { shown } from '../../lib/alignment/planner/words.ts';
import { count, interval, percent, points, proportion } from '../../lib/stats/writing/figures.ts';
import { textTable, type Alignment } from '../table.ts';

type Part = 'interval' | 'power' | 'chance' | 'people' | 'inspection';

const titles: Record<Part, string> = {
  interval: 'Items for the interval width',
  power: 'Items to compare two judges',
  chance: 'Items to reach the target',
  people: 'Annotators per item',
  inspection: 'Sampling plans for inspections'
};

/** A plan as lines: the answer of each part, its table and its assumptions. */
export const planLines = (plan: Plan, parts: readonly Part[]): string[] =>
  parts.flatMap((name, i) => {
    const part = plan[name];
    if (isMissing(part)) return [];
    return [
      ...(i === 0 ? [] : ['']),
      titles[name],
      ...folded(part.answer, '  '),
      '',
      tableOf(name, plan),
      '',
      ...part.assumptions.flatMap((one) => folded(one, '    ', '  - '))
    ];
  });

/** So many points of a curve are enough for a terminal. */
const few = <T>(points: readonly T[]): T[] => points.filter((_, i) => i % Math.ceil(points.length / 10) === 0);

function tableOf(name: Part, plan: Plan): string {
  const right = (columns: number): Alignment[] => Array.from({ length: columns }, () => 'right');
  switch (name) {
    case 'interval': {
      const { rows } = present(plan.interval);
      return textTable(
        ['half-width', 'independent', 'items', 'queries', 'interval in the report'],
        rows.map((row) => [
          shown(row.half),
          count(row.independent),
          count(row.items),
          count(row.queries),
          interval(row.interval?.[0], row.interval?.[1])
        ]),
        right(5)
      );
    }
    case 'power': {
      const [difference, margin] = present(plan.power).curves;
      return textTable(
        ['items', difference!.name, margin!.name],
        few(difference!.points).map(({ x, y }) => [
          count(x),
          proportion(y),
          proportion(margin!.points.find((one) => one.x === x)?.y)
        ]),
        right(3)
      );
    }
    case 'chance': {
      const { curve } = present(plan.chance);
      return textTable(
        ['items', curve.name],
        few(curve.points).map(({ x, y }) => [count(x), proportion(y)]),
        right(2)
      );
    }
    case 'people':
      return textTable(
        ['people', 'reliability', 'labels', 'hours', 'hours each'],
        present(plan.people).rows.map((row) => [
          String(row.people),
          proportion(row.reliability, 2),
          count(row.labels),
          points(row.hours),
          points(row.hoursEach)
        ]),
        right(5)
      );
    case 'inspection':
      return textTable(
        ['lot', 'to estimate', 'to accept', 'good lots accepted'],
        present(plan.inspection).rows.map((row) => [
          row.lot === null ? 'unlimited' : count(row.lot),
          count(row.estimation),
          row.acceptance === null ? '–' : count(row.acceptance),
          percent(row.passesGood)
        ]),
        right(4)
      );
  }
}

function present<T extends object>(part: T): Exclude<T, { missing: unknown }> {
  if (isMissing(part)) throw new Error('planLines requires a part that could be computed');
  return part as Exclude<T, { missing: unknown }>;
}

/** A sentence in lines of about 100 letters. */
function folded(text: string, indent: string, first = indent): string[] {
  const lines: string[] = [];
  let line = first;
  for (const word of text.split(' ')) {
    if (line.trim() !== '' && line.length + word.length > 100) {
      lines.push(line.trimEnd());
      line = indent;
    }
    line += `${word} `;
  }
  return [...lines, line.trimEnd()];
}
