import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions, Spec } from 'axe-core';
import { expect, type Page } from '@playwright/test';
import { open } from './browsing.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'];

/** The rules on which a theme has an effect; everything else is the same document. */
const ofColours = ['color-contrast', 'link-in-text-block'];

interface Axe {
  configure(spec: Spec): void;
  run(context: Document, options: RunOptions): Promise<AxeResults>;
}

interface Look {
  /** How many rules found something and let it pass. */
  passes: number;
  violations: { id: string; help: string; places: string[] }[];
}

/** The attribute of texts whose contrast is looked at, and how many of those that look alike. */
const LOOKED = 'data-looked-at';
const ALIKE = 3;

/**
 * In the document: marks texts whose contrast axe looks at, which takes most of its time. Of a hundred rows of a table each has
 * the same: of texts that agree in all that it depends on (their own and their parent's element and classes, colour, size and
 * weight, and what is painted behind them up to the root) only the first few are marked. Texts that something positioned lies
 * over or under are all marked: what is behind them depends on where they stand.
 */
function markTexts({ attribute, alike }: { attribute: string; alike: number }): void {
  const floating = [...document.querySelectorAll('body *')].flatMap((element) =>
    /absolute|fixed|sticky/.test(getComputedStyle(element).position)
      ? [{ element, box: element.getBoundingClientRect() }]
      : []
  );
  const isCrossed = (element: Element): boolean => {
    const one = element.getBoundingClientRect();
    return floating.some(
      ({ element: other, box }) =>
        !other.contains(element) &&
        box.left < one.right &&
        box.right > one.left &&
        box.top < one.bottom &&
        box.bottom > one.top
    );
  };
  const known = new Map<Element, string>();
  const behind = (element: Element): string => {
    const before = known.get(element);
    if (before !== undefined) return before;
    const { backgroundColor, backgroundImage, opacity, filter, position, transform } = getComputedStyle(element);
    const own = [backgroundColor, backgroundImage, opacity, filter, position, transform].join();
    const all = `${element.parentElement ? behind(element.parentElement) : ''}>${own}`;
    known.set(element, all);
    return all;
  };
  const kind = (element: Element | null): string => `${element?.tagName}.${element?.getAttribute('class')}`;
  // Of one letter axe thinks differently than of two, and of what cannot be used it thinks nothing.
  const lengthOf = (element: Element): number =>
    element.matches('input, select, textarea')
      ? 2
      : [...element.childNodes].reduce(
          (sum, node) => sum + (node.nodeType === 3 ? node.nodeValue!.trim().length : 0),
          0
        );
  const counts = new Map<string, number>();
  for (const element of document.querySelectorAll('*')) {
    element.removeAttribute(attribute);
    const length = lengthOf(element);
    if (length === 0 || element.getClientRects().length === 0) continue;
    const { color, fontSize, fontWeight, textShadow, visibility } = getComputedStyle(element);
    const unused = element.closest(':disabled, [aria-disabled=true], [aria-hidden=true], [inert]') !== null;
    const own = [color, fontSize, fontWeight, textShadow, visibility, unused, length > 1];
    const all = [kind(element), kind(element.parentElement), ...own, behind(element)].join();
    const count = counts.get(all) ?? 0;
    counts.set(all, count + 1);
    if (count < alike || isCrossed(element)) element.setAttribute(attribute, '');
  }
}

/**
 * Runs axe on the document that `page` shows. It is brought into a document once: for every look it would take
 * longer than the look. The builder for Playwright does so twice a look.
 */
async function look(page: Page, runOnly: RunOptions['runOnly']): Promise<Look> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(source);
    await page.evaluate(
      (selector) => (window as unknown as { axe: Axe }).axe.configure({ rules: [{ id: 'color-contrast', selector }] }),
      `[${LOOKED}]`
    );
  }
  await page.evaluate(markTexts, { attribute: LOOKED, alike: ALIKE });
  return page.evaluate(async (only) => {
    const { axe } = window as unknown as { axe: Axe };
    // Elements are shown by their source: finding a selector that names only one takes a tenth of the time. A rule that passes needs
    // one element only.
    const source = { selectors: false, resultTypes: ['violations' as const] };
    const { passes, violations } = await axe.run(document, { ...source, runOnly: only! });
    const places = (nodes: AxeResults['violations'][number]['nodes']): string[] =>
      nodes.slice(0, 3).map(({ html }) => html.slice(0, 200));
    return {
      passes: passes.length,
      violations: violations.map(({ id, help, nodes }) => ({ id, help, places: places(nodes) }))
    };
  }, runOnly);
}

/** Axes in the head of a table that do not stand above the pictures of their column, to the pixel. */
const crookedAxes = (): string[] => {
  const pictures = (part: Element): DOMRect[] =>
    [...part.querySelectorAll('svg.chart')].map((one) => one.getBoundingClientRect()).filter(({ width }) => width > 0);
  return [...document.querySelectorAll('table')].flatMap((table) => {
    const rows = [...table.tBodies].flatMap(pictures);
    return (table.tHead ? pictures(table.tHead) : []).flatMap((axis) => {
      const below = rows.filter(
        ({ left, right, width }) => Math.min(right, axis.right) - Math.max(left, axis.left) > width / 2
      );
      const off = below.find(({ left, width }) => Math.abs(left - axis.left) > 1 || Math.abs(width - axis.width) > 1);
      const at = ({ left, width }: DOMRect): string => `${Math.round(left)} to ${Math.round(left + width)}`;
      return off ? [`an axis at ${at(axis)} px over a picture at ${at(off)} px`] : [];
    });
  });
};

/**
 * Returns the fields that do not look as in other forms: those wider than 27rem that are not for long texts and stand beside no report, and
 * radio buttons with neither the key that chooses them nor the round mark, and that are no chip or segment.
 */
const oddFields = (): string[] => {
  const measure = 27 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const named = (field: Element): string => field.getAttribute('name') ?? field.id;
  const fields = [...document.querySelectorAll('input.input, textarea.input, select.input')];
  const wide = fields.filter(
    (field) => field.getBoundingClientRect().width > measure + 1 && !field.matches('.long, .bench-form *')
  );
  const isMarked = (row: Element | null): boolean =>
    row !== null &&
    (row.querySelector(':scope > .key') !== null || getComputedStyle(row, '::before').content !== 'none');
  const bare = [...document.querySelectorAll('input[type=radio]')].filter(
    (radio) => !radio.matches('.chip > *, .seg > *') && !isMarked(radio.closest('.choice'))
  );
  return [
    ...wide.map((field) => `the field ${named(field)} is ${Math.round(field.getBoundingClientRect().width)} px wide`),
    ...bare.map((radio) => `the radio button ${named(radio)} has no mark`)
  ];
};

/** Violations in light and in dark, axes that do not fit their pictures, odd fields, and whether the page is wider than a phone. */
export async function faultsOf(page: Page, name: string): Promise<string[]> {
  const faults: string[] = [];
  // There are no frames, into which axe would have to be brought as well.
  expect(page.frames(), `${name} is one document`).toHaveLength(1);
  for (const [colorScheme, runOnly] of [
    ['light', { type: 'tag', values: tags }],
    ['dark', { type: 'rule', values: ofColours }]
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { passes, violations } = await look(page, { type: runOnly.type, values: [...runOnly.values] });
    expect(passes, `${name} was looked at`).toBeGreaterThan(0);
    for (const { id, help, places } of violations)
      faults.push(`${name}, ${colorScheme}: ${id}, ${help}: ${places.join(' | ')}`);
  }
  for (const crooked of await page.evaluate(crookedAxes)) faults.push(`${name}: ${crooked}`);
  for (const odd of await page.evaluate(oddFields)) faults.push(`${name}: ${odd}`);
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: 390, height: 800 });
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { scrollWidth, clientWidth };
  });
  if (scrollWidth > clientWidth) faults.push(`${name}: ${scrollWidth} px wide in a window of ${clientWidth}`);
  await page.setViewportSize(size);
  return faults;
}

export async function faultsAt(page: Page, paths: string[]): Promise<string[]> {
  const faults: string[] = [];
  for (const path of paths) {
    await open(page, path);
    faults.push(...(await faultsOf(page, path)));
  }
  return faults;
}
