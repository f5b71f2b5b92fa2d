import type { BrowserContext, Locator, Page } from '@playwright/test';
import { expect } from './server.ts';
import type { DemoPerson, RunningServer } from './server.ts';

/** One person of the demo with a role; `nth` counts among those who have it. */
export function personWith(server: RunningServer, role: string, nth = 0): DemoPerson {
  const found = server.people.filter((one) => one.role === role)[nth];
  if (!found) throw new Error(`personWith requires somebody who is ${role}`);
  return found;
}

/** Signs a browser in through the form's own address; the form itself has a test of its own. */
export async function signIn(
  context: BrowserContext,
  address: string,
  { email, password }: { email: string; password: string }
): Promise<void> {
  const answer = await context.request.post(`${address}/sign-in`, {
    form: { email, password },
    headers: { origin: address, accept: 'text/html' },
    maxRedirects: 0
  });
  expect(answer.status(), `sign-in of ${email}`).toBe(303);
}

/** Waits until the page answers keys and clicks. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset);
}

/** Opens a page; if its figures are still being computed, the one that it is led to then. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.waitForURL((url) => !url.pathname.endsWith('/computing'));
  await hydrated(page);
}

/** Announcements of the page to screen readers, line by line. */
export const told = (page: Page): Locator => page.locator('[data-announced] > p');

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement).catch(() => false);

/** Presses Tab until `target` has the focus, as a person without a mouse would. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 60; presses++) {
    if (await hasFocus(target)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${target}`);
}

/** The way on to the demo's study of checklist items that people are at; there is one of every other kind beside it. */
export const goOnLink = (page: Page): Locator =>
  page.getByRole('link', { name: /^(Start|Continue) Are the reports well presented\?/ });

/** Keeps a picture to look at, in light and dark, wide and narrow, if a folder is named for it. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.VOIRDIRE_PICTURES;
  if (!folder) return;
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1440, 390]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: `${folder}/${name}-${colorScheme}-${width}.png`, fullPage: true });
    }
  await page.setViewportSize({ width: 1280, height: 800 });
}
