import { isNumbered } from './markdown.ts';
import { middling, moved } from './depth.ts';
import { type Brief, itemFigures } from './author.ts';
import { writeReport } from './plan.ts';
import type { Delivery, Planted, PlantedQuery, Style } from './truth.ts';
import { categories, systems } from './words.ts';
import { pick, shuffled, stream } from './random.ts';
import { itemText, makeWorld, type Origins, type World } from './world.ts';

export type { Origins } from './world.ts';

/** Issues planted per report: every row of Tables 3 and 5 is hit, its edges too. */
const contradictions = [0, 1, 0, 2, 3, 0, 5, 0, 1, 4, 0, 7, 0, 9, 2, 0, 11, 0, 14, 1, 0, 16, 0, 19, 6, 13];
const gaps = [0, 2, 1, 0, 3, 0, 5, 1, 0, 4, 8, 0, 6, 2, 0, 10, 0, 12, 1, 0, 13, 3, 17, 0, 15, 20];
/** By how many points a report is deeper than the baseline's. */
const leads = [0, 2, -1, 5, 1, -3, 0, 4, -2, 1, 7, -6, 3, -1, 2, -5];

const styles: readonly Style[] = [
  'brackets',
  'links',
  'footnotes',
  'decimal-list',
  'paragraph-urls',
  'superscript',
  'links-without-list',
  'brackets'
];

const deliveries: readonly Delivery[] = ['met', 'half', 'met', 'planned', 'met', 'not-available', 'met', 'left-out'];

/**
 * A benchmark whose every defect is known: three invented systems × 34 queries, with citations in eight styles, and the pages
 * that they cite. The same seed and origins give the same benchmark.
 *
 * @param seed Any integer.
 * @param origins Where the pages are served.
 */
export function generate(seed: number, origins: Origins, size: { queries?: number } = {}): Planted {
  const worlds = Array.from({ length: size.queries ?? 34 }, (_, position) => makeWorld(seed, position, origins));
  const baseline = systems[1].name;
  return {
    seed,
    systems,
    baseline,
    queries: worlds.map(queryOf),
    reports: worlds.flatMap((world, position) => {
      const base = middling(stream(seed, 'depth', position));
      return systems.map(({ name }, at) =>
        writeReport(world, briefOf(seed, world, position, at, base), stream(seed, 'report', name, position))
      );
    }),
    pages: worlds.flatMap(({ pages }) => pages)
  };
}

/** Every eleventh query has no checklist. */
const itemsOf = (position: number): number => (position % 11 === 5 ? 0 : 3 + (position % 4));

function queryOf(world: World, position: number): PlantedQuery {
  const { qid, language, subject, places } = world;
  const text =
    language === 'zh'
      ? `${places.join('、')}各地的${subject}现状如何？请比较成本、规模与障碍，并注明来源。`
      : `As of {{date}}, how do ${subject} fare in ${places.slice(0, -1).join(', ')} and ${places.at(-1)}? Compare what they cost, how far they reach and what stands in their way, with sources.`;
  const items = itemFigures(world, itemsOf(position)).map((figure) => itemText(world, figure));
  return { qid, text, category: categories[position % categories.length]!, language, items };
}

function briefOf(seed: number, world: World, position: number, at: number, base: Brief['depth']): Brief {
  const random = stream(seed, 'brief', position, at);
  const n = position * systems.length + at;
  const offset = ((seed % 26) + 26) % 26;
  const style: Style =
    world.language === 'zh' ? 'brackets' : n % 17 === 9 ? 'none' : styles[(n + position) % styles.length]!;
  const isBaseline = systems[at]!.name === systems[1].name;
  const lead = isBaseline ? 0 : leads[(position * 2 + (at === 0 ? 0 : 1)) % leads.length]!;
  return {
    system: systems[at]!.name,
    style,
    broken: [0.1, 0.3, 0.2][at]!,
    contradictions: contradictions[(n * 7 + offset) % contradictions.length]!,
    gaps: style === 'none' ? 0 : gaps[(n * 11 + 5 + offset) % gaps.length]!,
    defects: shuffled(random, defectsIn(style, world.language)).slice(0, random.below(4)),
    coverage: Array.from({ length: itemsOf(position) }, () => pick(random, deliveries)),
    depth: moved(base, lead)
  };
}

/** Defects that the style has room for. */
function defectsIn(style: Style, language: World['language']): string[] {
  const always = ['p1', 'p2', 'p8', 'p9'];
  if (!isNumbered(style)) return always;
  const brackets = style === 'brackets' || style === 'decimal-list';
  return [
    ...always,
    ...['p3', 'p4', 'p5', 'p10'],
    ...(brackets ? ['p6'] : []),
    ...(brackets && language === 'en' ? ['p7'] : [])
  ];
}
