import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Response } from '@playwright/test';
import { open } from './browsing.ts';

/** KiB of script, in gzip, that a page may make a browser load. What a page is about is data and does not count. */
export const MOST_KIB = 60;

const known = new Map<string, number>();

/** A script's name holds the hash of its content: it is weighed once. */
async function kibOf(response: Response): Promise<number> {
  const url = response.url();
  const weight = known.get(url) ?? gzipSync(await response.body()).length / 1024;
  known.set(url, weight);
  return weight;
}

/** KiB of all scripts that a page loads in a browser that has been nowhere yet, signed in as `person` is. */
export async function weightOf(browser: Browser, person: BrowserContext, address: string): Promise<number> {
  const context = await browser.newContext({ storageState: await person.storageState() });
  const page = await context.newPage();
  const scripts: Promise<number>[] = [];
  page.on('response', (response) => {
    if (/javascript/.test(response.headers()['content-type'] ?? '')) scripts.push(kibOf(response));
  });
  await open(page, address);
  await page.waitForLoadState('networkidle');
  // What a page that leads on still loads is not of this one, and would be read while its window closes.
  page.removeAllListeners('response');
  const weights = await Promise.all(scripts);
  await context.close();
  return weights.reduce((sum, weight) => sum + weight, 0);
}
