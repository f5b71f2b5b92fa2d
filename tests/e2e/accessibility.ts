import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import { expect, type Page } from '@playwright/test';
import { open } from './browsing.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'];

/** What a theme can change; everything else is the same document. */
const ofColours = ['color-contrast', 'link-in-text-block'];

interface Look {
  /** How many rules found something and let it pass. */
  passes: number;
  violations: { id: string; help: string; places: string[] }[];
}

/**
 * What axe finds in the document that `page` shows. It is brought into a document once: for every look it would take
 * longer than the look. The builder for Playwright does so twice a look.
 */
async function look(page: Page, runOnly: RunOptions['runOnly']): Promise<Look> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(async (only) => {
    const { axe } = window as unknown as { axe: { run(context: Document, options: RunOptions): Promise<AxeResults> } };
    // A rule that passes needs one element only: naming all of them takes longer than the checks.
    const { passes, violations } = await axe.run(document, { resultTypes: ['violations'], runOnly: only! });
    const places = (nodes: AxeResults['violations'][number]['nodes']): string[] =>
      nodes.slice(0, 3).map(({ target }) => target.join(' '));
    return {
      passes: passes.length,
      violations: violations.map(({ id, help, nodes }) => ({ id, help, places: places(nodes) }))
    };
  }, runOnly);
}

/** Violations in light and in dark, and whether the page is wider than a phone. */
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
