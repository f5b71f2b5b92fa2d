import { dollars, proportion } from '../../stats/writing/figures.ts';
import { axisOver } from './axis.ts';
import type { Chart } from './chart.ts';
import { englishCharts, type ChartWords } from './english-charts.ts';
import { fitting, shapes, through, widthOf, type PictureMark } from './picture.ts';

export interface FrontPoint {
  name: string;
  cost: number;
  agreement: number;
  judges: number;
  onFront: boolean;
  notWorse: boolean;
}

const width = 420;
const height = 270;
const box = { left: 40, right: 408, top: 22, bottom: 226 } as const;

/**
 * Agreement against cost: what nothing beats in both makes the front, drawn as steps. The chosen candidate and the cheapest
 * that is not worse have their names.
 *
 * @param places of the chosen one and of the cheapest that is not worse, among the points.
 * @returns null without a point.
 */
export function paretoPlot(
  points: readonly FrontPoint[],
  { chosen, cheapest }: { chosen: number | null; cheapest: number | null },
  {
    unit,
    target,
    title,
    measure
  }: { unit: 'dollars' | 'judges'; target: number | null; title: string; measure: string },
  words: ChartWords = englishCharts
): Chart | null {
  if (points.length === 0) return null;
  const cost = (value: number): string => (unit === 'dollars' ? dollars(value) : String(value));
  const saidOf = (point: FrontPoint) => ({
    name: point.name,
    agreement: proportion(point.agreement),
    cost: cost(point.cost)
  });
  const x = axisOver([0, ...points.map((point) => point.cost)], [box.left, box.right], 6);
  const shares = points.map(({ agreement }) => agreement);
  const y = axisOver([...shares, ...(target === null ? [] : [target])], [box.bottom, box.top], 5, [-1, 1]);
  const marks: PictureMark[] = [
    { kind: 'text', x: 0, y: 10, text: fitting(measure, width), ink: 'quiet' },
    { kind: 'line', x1: box.left, y1: box.bottom, x2: box.right, y2: box.bottom, ink: 'axis' }
  ];
  for (const tick of y.ticks) {
    const at = y.place(tick);
    marks.push(
      { kind: 'line', x1: box.left, y1: at, x2: box.right, y2: at, ink: 'hair' },
      {
        kind: 'text',
        x: box.left - 8,
        y: at + 4,
        text: tick === 0 ? '0' : proportion(tick, 2),
        ink: 'quiet',
        anchor: 'end'
      }
    );
  }
  const decimals =
    unit === 'judges' ? 0 : Math.max(0, ...x.ticks.map((tick) => (String(tick).split('.')[1] ?? '').length));
  for (const tick of x.ticks) {
    if (unit === 'judges' && !Number.isInteger(tick)) continue;
    const at = x.place(tick);
    marks.push(
      { kind: 'line', x1: at, y1: box.bottom, x2: at, y2: box.bottom + 4, ink: 'axis' },
      { kind: 'text', x: at, y: box.bottom + 18, text: tick.toFixed(decimals), ink: 'quiet', anchor: 'middle' }
    );
  }
  const axisTitle = unit === 'dollars' ? words.acrossDollars : words.acrossJudges;
  marks.push({ kind: 'text', x: box.right, y: box.bottom + 36, text: axisTitle, ink: 'quiet', anchor: 'end' });
  if (target !== null) {
    const at = y.place(target);
    marks.push(
      { kind: 'line', x1: box.left, y1: at, x2: box.right, y2: at, ink: 'threshold' },
      { kind: 'text', x: box.left + 4, y: at - 5, text: words.target({ target: proportion(target, 2) }), ink: 'soft' }
    );
  }
  const front = points.filter(({ onFront }) => onFront).sort((a, b) => a.cost - b.cost);
  const steps = front.flatMap((point, i): [number, number][] => {
    const at: [number, number] = [x.place(point.cost), y.place(point.agreement)];
    return i === 0 ? [at] : [[at[0], y.place(front[i - 1]!.agreement)], at];
  });
  if (steps.length > 0)
    marks.push({ kind: 'path', d: through([...steps, [box.right, steps.at(-1)![1]]]), ink: 'steps' });
  for (const [i, point] of points.entries()) {
    const [px, py] = [x.place(point.cost), y.place(point.agreement)];
    const shape =
      i === chosen
        ? shapes.square
        : point.judges === 1
          ? shapes.disc
          : point.judges === 2
            ? shapes.triangle
            : shapes.diamond;
    marks.push({
      kind: 'path',
      d: shape(px, py),
      ink: i === chosen ? 'chosen' : point.onFront ? 'mark' : 'hollow',
      title: words.point(saidOf(point))
    });
  }

  const spots = points.map((point) => ({ name: point.name, x: x.place(point.cost), y: y.place(point.agreement) }));
  const wanted = [chosen, cheapest, ...front.map((point) => points.indexOf(point))].filter((place) => place !== null);
  marks.push(...namesBeside(spots, [...new Set(wanted)], steps, chosen));

  const best = chosen === null ? null : points[chosen]!;
  const all = { n: points.length, across: axisTitle, front: front.length };
  return {
    name: 'front',
    picture: {
      width,
      height,
      title,
      description: best ? words.frontChosen({ ...all, ...saidOf(best) }) : words.frontAbout(all),
      marks
    },
    note: words.frontNote({ target: target === null ? 'no' : 'yes' }),
    table: {
      columns: [
        { title: words.candidate, numeric: false },
        { title: words.agreementColumn, numeric: true },
        { title: words.costColumn({ unit }), numeric: true },
        { title: words.standing, numeric: false }
      ],
      rows: points
        .map((point, i) => ({ point, i }))
        .sort((a, b) => b.point.agreement - a.point.agreement || a.point.cost - b.point.cost)
        .map(({ point, i }) => [
          point.name,
          proportion(point.agreement),
          cost(point.cost),
          [
            i === chosen ? words.chosen : point.notWorse ? words.nonInferior : '',
            i === cheapest && i !== chosen ? words.cheapest : '',
            point.onFront ? words.onFront : ''
          ]
            .filter((word) => word !== '')
            .join(', ')
        ])
    }
  };
}

/** Names beside points, if they hide no other name, no point and no riser of the steps: the first wanted one first. */
function namesBeside(
  spots: readonly { name: string; x: number; y: number }[],
  wanted: readonly number[],
  steps: readonly (readonly [number, number])[],
  bold: number | null
): PictureMark[] {
  const taken: { from: number; to: number; y: number }[] = [];
  const crosses = (from: number, to: number, y: number): boolean =>
    steps.some(([x, low], i) => {
      const high = steps[i + 1]?.[1];
      return (
        steps[i + 1]?.[0] === x && high !== undefined && x > from - 3 && x < to + 3 && y < low + 4 && y - 10 > high - 4
      );
    });
  return wanted.flatMap((place): PictureMark[] => {
    const spot = spots[place]!;
    const text = fitting(spot.name, 210);
    const wide = widthOf(text);
    const places = [-8, 16, 4].flatMap((down) => [
      { from: spot.x + 9, y: spot.y + down },
      { from: spot.x - 9 - wide, y: spot.y + down }
    ]);
    const found = places.find(({ from, y }) => {
      const to = from + wide;
      return (
        from >= 0 &&
        to <= width &&
        y > box.top - 2 &&
        y < box.bottom - 2 &&
        taken.every((other) => Math.abs(other.y - y) > 13 || other.to < from || other.from > to) &&
        spots.every((other) => Math.abs(other.y - (y - 4)) > 9 || other.x < from - 5 || other.x > to + 5) &&
        !crosses(from, to, y)
      );
    });
    if (!found) return [];
    taken.push({ ...found, to: found.from + wide });
    return [{ kind: 'text', x: found.from, y: found.y, text, ink: 'ink', bold: place === bold }];
  });
}
