/**
 * A picture as data: the marks of a chart, whether a page, an HTML file or an SVG file shows it. Marks
 * are drawn in their order, in pixels from the top left; text stays text.
 */
export interface Picture {
  width: number;
  height: number;
  /** The finding of the picture, as a sentence. */
  title: string;
  /** The same for a reader who does not see the picture: its marks with their places, and the conclusion. */
  description: string;
  marks: PictureMark[];
}

export type PictureMark = { title?: string } & (
  | { kind: 'line'; x1: number; y1: number; x2: number; y2: number; ink: Stroke }
  | { kind: 'rect'; x: number; y: number; width: number; height: number; ink: Fill }
  | { kind: 'path'; d: string; ink: Stroke | Fill }
  | { kind: 'text'; x: number; y: number; text: string; ink: Letter; anchor?: 'middle' | 'end'; bold?: boolean }
);

type Step = 1 | 2 | 3 | 4 | 5 | 6 | 7;
export type Shade = `seq-${Step}`;
/** Lines: of the grid, of an axis, of a threshold, an interval, a curve, and second and third curves beside it. */
export type Stroke = 'hair' | 'axis' | 'threshold' | 'interval' | 'curve' | 'second' | 'third' | 'steps';
/** Areas: a mark, an empty mark, what was chosen, a band, a bar, an empty cell, a step of the ramp. */
type Fill = 'mark' | 'hollow' | 'chosen' | 'band' | 'bar' | 'blank' | Shade;
type Letter = 'ink' | 'soft' | 'quiet' | `${Shade}-ink`;

type Attributes = Readonly<Record<string, string>>;
const line = (stroke: string, width: string, dashes?: string): Attributes => ({
  fill: 'none',
  stroke: `var(--${stroke})`,
  'stroke-width': width,
  ...(dashes === undefined ? {} : { 'stroke-dasharray': dashes })
});
const area = (fill: string, edge?: string): Attributes => ({
  fill: `var(--${fill})`,
  ...(edge === undefined ? {} : { stroke: `var(--${edge})`, 'stroke-width': '1.25' })
});

/** Colours by name, as presentation attributes: they follow the page's theme and need no style of their own. */
const inks: Readonly<Record<Exclude<Stroke | Fill, Shade>, Attributes>> = {
  hair: line('line', '1'),
  axis: line('line-2', '1'),
  threshold: line('ink-2', '1', '3 3'),
  interval: line('ink', '1.25'),
  curve: line('accent', '2'),
  second: line('ink-2', '1.5', '6 3'),
  third: line('ink-3', '1.5', '2 3'),
  steps: line('ink', '1'),
  mark: area('ink'),
  hollow: area('sheet', 'ink'),
  chosen: area('accent'),
  band: area('accent-tint'),
  bar: area('line-control'),
  blank: area('sheet', 'line')
};
const letters: Readonly<Record<string, Attributes>> = {
  ink: { fill: 'var(--ink)' },
  soft: { fill: 'var(--ink-2)' },
  quiet: { fill: 'var(--ink-3)' }
};

/** A mark ready to be written: a line of drawing or a text, with every attribute of its element. Null is left out. */
export interface DrawnMark {
  text: string | null;
  title: string | null;
  d: string | null;
  x: number | null;
  y: number | null;
  fill: string;
  stroke: string | null;
  width: string | null;
  dashes: string | null;
  anchor: string | null;
  weight: string | null;
}

/** A mark with its place and its colours by name. Lines and rectangles are paths as well: one kind is enough to draw. */
export function drawn(mark: PictureMark): DrawnMark {
  const look: Attributes = isText(mark)
    ? (letters[mark.ink] ?? { fill: `var(--${mark.ink})` })
    : (inks[mark.ink as keyof typeof inks] ?? { fill: `var(--${mark.ink})` });
  return {
    text: isText(mark) ? mark.text : null,
    title: mark.title ?? null,
    d: isText(mark) ? null : outline(mark),
    x: isText(mark) ? at(mark.x) : null,
    y: isText(mark) ? at(mark.y) : null,
    fill: look.fill!,
    stroke: look.stroke ?? null,
    width: look['stroke-width'] ?? null,
    dashes: look['stroke-dasharray'] ?? null,
    anchor: isText(mark) ? (mark.anchor ?? null) : null,
    weight: isText(mark) && mark.bold ? '600' : null
  };
}

type Text = Extract<PictureMark, { kind: 'text' }>;
const isText = (mark: PictureMark): mark is Text => mark.kind === 'text';

function outline(mark: Exclude<PictureMark, Text>): string {
  switch (mark.kind) {
    case 'path':
      return mark.d;
    case 'line':
      return through([
        [mark.x1, mark.y1],
        [mark.x2, mark.y2]
      ]);
    case 'rect':
      return `M${at(mark.x)} ${at(mark.y)}h${at(mark.width)}v${at(mark.height)}h${at(-mark.width)}Z`;
  }
}

/** Shapes of a point at a place. Each is told from the others without its colour. */
export const shapes = {
  disc: (x: number, y: number, r = 3.75): string => `M${at(x - r)} ${at(y)}${arc(r, 2 * r)}${arc(r, -2 * r)}Z`,
  square: (x: number, y: number, r = 4.25): string => `M${at(x - r)} ${at(y - r)}h${2 * r}v${2 * r}h${-2 * r}Z`,
  diamond: (x: number, y: number, r = 5.25): string => `M${at(x)} ${at(y - r)}l${r} ${r}l${-r} ${r}l${-r} ${-r}Z`,
  triangle: (x: number, y: number, r = 4.75): string => `M${at(x)} ${at(y - r)}l${at(r)} ${at(1.75 * r)}h${at(-2 * r)}Z`
} as const;
const arc = (r: number, by: number): string => `a${r} ${r} 0 1 0 ${by} 0`;

/** A place rounded to hundredths of a pixel: finer is not seen, and files stay short and equal on every machine. */
export const at = (value: number): number => Math.round(value * 100) / 100;

/** A line through points. */
export const through = (points: readonly (readonly [x: number, y: number])[]): string =>
  points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${at(x)} ${at(y)}`).join('');

/** Pixels that a text takes, from the usual widths of letters in a sans of this size: there is no screen to measure on. */
export const widthOf = (text: string, size = 12): number => {
  let ems = 0;
  for (const letter of text)
    ems += /[ilj.,:;|!'’ ]/.test(letter)
      ? 0.29
      : /[mwMW@%—]/.test(letter)
        ? 0.87
        : letter > '\u2e80'
          ? 1
          : /[A-Z]/.test(letter)
            ? 0.68
            : 0.55;
  return ems * size;
};

/** The text, or its beginning with an ellipsis if it would be wider than so many pixels. */
export function fitting(text: string, width: number, size = 12): string {
  if (widthOf(text, size) <= width) return text;
  const letters = [...text];
  while (letters.length > 1 && widthOf(`${letters.join('')}…`, size) > width) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

/** Width of the longest of some names, at most so much. */
export const nameWidth = (names: readonly string[], most: number): number =>
  Math.min(most, Math.max(0, ...names.map((name) => widthOf(name))));
