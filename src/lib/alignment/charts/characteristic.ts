import { carriedCritical, sharePassProbability, type AssumedEffect } from '../../stats/index.ts';
import { normalCdf } from '../../stats/distributions/normal.ts';
import { count, percent, proportion } from '../../stats/writing/figures.ts';
import { axisOver, type Axis } from './axis.ts';
import type { Chart } from './chart.ts';
import { englishCharts, type ChartWords } from './english-charts.ts';
import { through, widthOf, type PictureMark, type Stroke } from './picture.ts';

/** The basis of a decision by the lower bound of the selected ensemble. */
export type DecisionRule = {
  /** The value that the lower bound has to reach. */
  target: number;
  /** Queries that the items come from. */
  clusters: number;
  /** Critical value of the bound with so many queries. */
  critical: number;
  /** Candidates that the study did not tell apart. */
  contenders: number;
} & (
  | {
      of: 'share';
      items: number;
      /** Design effect, and what is assumed of it while few items go wrong; see `shareBound`. */
      designEffect: number;
      assumed: AssumedEffect;
    }
  | {
      of: 'coefficient';
      /** Standard error of the coefficient on Fisher's scale. */
      error: number;
    }
);

/**
 * Chance that the lower bound of the best ensemble reaches the target if its true agreement is as given: one point of the
 * operating characteristic of the decision. Computed as the gate and the planner do.
 *
 * Formula: of a share `sharePassProbability`; of a coefficient Φ((atanh truth − atanh target) / error − critical).
 */
export function chanceToPass(rule: DecisionRule, truth: number): number {
  const { target, clusters, critical } = rule;
  if (clusters < 2) return 0;
  if (rule.of === 'share') return sharePassProbability(truth, rule);
  return truth >= 1 ? 1 : normalCdf((Math.atanh(truth) - Math.atanh(target)) / rule.error - critical);
}

/** The same with so many times the items, in so many times the queries. */
function withMore(rule: DecisionRule, times: number): DecisionRule {
  const clusters = rule.clusters * times;
  const more = { clusters, critical: carriedCritical(rule.critical, rule.clusters, clusters) };
  return rule.of === 'share'
    ? { ...rule, ...more, items: rule.items * times }
    : { ...rule, ...more, error: rule.error / Math.sqrt(times) };
}

/** True agreements from below the target to 1 at which a curve is drawn. */
const truths = (from: number): number[] => Array.from({ length: 81 }, (_, i) => from + ((1 - from) * i) / 80);

/** The chance at which judges are said to be likely to pass, marked on the curve. */
const SURE = 0.8;

/**
 * Chance that the gate of agreement would be passed, by how good the judges truly are: for the items that there are, and for
 * twice and four times as many. The steeper the curve at the target, the less is left to chance.
 *
 * @returns null if there is no interval to decide by.
 */
export function decisionCharacteristic(
  rule: DecisionRule,
  title: string,
  words: ChartWords = englishCharts
): Chart | null {
  if (rule.clusters < 2) return null;
  const more = [1, 2, 4].map((times) => ({
    rule: withMore(rule, times),
    label: times === 1 ? words.current : times === 2 ? words.twice : words.fourTimes
  }));
  // Below the target hardly anything passes: the half left of it has room for what the curves are.
  const from = Math.max(0, Math.floor((rule.target - Math.max(0.1, 1 - rule.target)) * 20 + 1e-9) / 20);
  const curves = more.map((one) => ({
    label: one.label,
    points: truths(from).map((truth): [number, number] => [truth, chanceToPass(one.rule, truth)])
  }));
  const needed = more.map((one) => truths(rule.target).find((truth) => chanceToPass(one.rule, truth) >= SURE) ?? null);
  const share = (truth: number): string[] => [
    proportion(truth, 2),
    ...more.map((one) => percent(chanceToPass(one.rule, truth)))
  ];
  const rows = Array.from({ length: Math.round((1 - from) * 50) + 1 }, (_, i) => share(Math.min(1, from + i / 50)));
  const found =
    needed[0] === null
      ? words.never({ chance: percent(SURE) })
      : words.needed({ chance: percent(SURE), agreement: proportion(needed[0]) });
  return {
    name: 'characteristic',
    picture: curvePicture(curves, {
      title,
      description: words.characteristicAbout({ from: proportion(from, 2), found }),
      across: words.trueAgreement,
      up: words.chance,
      threshold: { value: rule.target, label: words.target({ target: proportion(rule.target, 2) }) },
      written: (value) => proportion(value, 2)
    }),
    note: `${found} ${basis(rule, words)}`,
    table: {
      columns: [words.trueColumn, words.currentColumn, words.twiceColumn, words.fourTimesColumn].map((heading) => ({
        title: heading,
        numeric: true
      })),
      rows
    }
  };
}

/** Describes the three curves, and the bound by which they decide. */
const basis = (rule: DecisionRule, words: ChartWords): string => {
  const of = { queries: count(rule.clusters), contenders: rule.contenders };
  return rule.of === 'share'
    ? words.basisShare({ ...of, items: count(Math.round(rule.items / rule.designEffect)) })
    : words.basisCoefficient(of);
};

interface Curve {
  label: string;
  points: readonly (readonly [number, number])[];
}

const size = { width: 420, height: 250 };
const box = { left: 44, right: 408, top: 22, bottom: 206 };
const inks: readonly Stroke[] = ['curve', 'second', 'third'];

function curvePicture(
  curves: readonly Curve[],
  said: {
    title: string;
    description: string;
    across: string;
    up: string;
    threshold: { value: number; label: string };
    written: (value: number) => string;
  }
): Chart['picture'] {
  const values = curves.flatMap(({ points }) => points.map(([value]) => value));
  const x: Axis = axisOver(values, [box.left, box.right], 6, [0, 1]);
  const y = axisOver([0, 1], [box.bottom, box.top], 5);
  const marks: PictureMark[] = [{ kind: 'text', x: 0, y: 10, text: said.up, ink: 'quiet' }];
  for (const tick of y.ticks) {
    const at = y.place(tick);
    marks.push(
      { kind: 'line', x1: box.left, y1: at, x2: box.right, y2: at, ink: tick === 0 ? 'axis' : 'hair' },
      { kind: 'text', x: box.left - 8, y: at + 4, text: percent(tick), ink: 'quiet', anchor: 'end' }
    );
  }
  for (const tick of x.ticks)
    marks.push({
      kind: 'text',
      x: x.place(tick),
      y: box.bottom + 18,
      text: said.written(tick),
      ink: 'quiet',
      anchor: 'middle'
    });
  const at = x.place(said.threshold.value);
  const wide = widthOf(said.threshold.label);
  marks.push(
    { kind: 'text', x: box.right, y: box.bottom + 36, text: said.across, ink: 'quiet', anchor: 'end' },
    { kind: 'line', x1: at, y1: box.top, x2: at, y2: box.bottom, ink: 'threshold' },
    at - 6 - wide < box.left
      ? { kind: 'text', x: at + 6, y: box.top + 10, text: said.threshold.label, ink: 'soft' }
      : { kind: 'text', x: at - 6, y: box.top + 10, text: said.threshold.label, ink: 'soft', anchor: 'end' }
  );
  curves.forEach(({ points }, i) => {
    marks.push({
      kind: 'path',
      d: through(points.map(([value, chance]) => [x.place(value), y.place(chance)])),
      ink: inks[i] ?? 'third'
    });
  });
  marks.push(...legend(curves));
  return { ...size, title: said.title, description: said.description, marks };
}

/** Draws the names of the curves, below each other in the corner that they leave free. */
const legend = (curves: readonly Curve[]): PictureMark[] =>
  curves.flatMap(({ label }, i): PictureMark[] => {
    if (label === '') return [];
    const [x, y] = [box.left + 10, box.top + 34 + i * 18];
    return [
      {
        kind: 'path',
        d: through([
          [x, y],
          [x + 26, y]
        ]),
        ink: inks[i] ?? 'third'
      },
      { kind: 'text', x: x + 32, y: y + 4, text: label, ink: 'soft' }
    ];
  });
