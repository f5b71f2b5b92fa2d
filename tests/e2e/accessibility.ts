import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { open } from './browsing.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'];

/** What a theme can change; everything else is the same document. */
const ofColours = ['color-contrast', 'link-in-text-block'];

/** Violations in light and in dark, and whether the page is wider than a phone. */
export async function faultsOf(page: Page, name: string): Promise<string[]> {
  const faults: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Legacy mode looks at this frame alone, without a second page for every look; there are no other frames. A rule
    // that passes needs one element only: naming all of them takes longer than the checks.
    const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
    const { violations, passes } = await (
      colorScheme === 'light' ? axe.withTags(tags) : axe.withRules(ofColours)
    ).analyze();
    expect(passes.length, `${name} was looked at`).toBeGreaterThan(0);
    for (const { id, help, nodes } of violations) {
      const places = nodes.map((node) => node.target.join(' ')).slice(0, 3);
      faults.push(`${name}, ${colorScheme}: ${id}, ${help}: ${places.join(' | ')}`);
    }
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
