import { gzipSync } from 'node:zlib';
import type { BrowserContext, Page, Response } from '@playwright/test';
import { hydrated, open } from './browsing.ts';

/** KiB of script, in gzip, that a page may make a browser load. What a page is about is data and does not count. */
export const MOST_KIB = 60;

const known = new Map<string, Promise<number>>();

/** A script's name holds the hash of its content: it is weighed once. The browser forgets what a page that led on had loaded. */
const kibOf = async (url: string): Promise<number> => gzipSync(await (await fetch(url)).arrayBuffer()).length / 1024;

/** Opens the page that waits for figures and keeps it: it would lead on to the report, and weigh as much as both. */
async function openWaiting(page: Page, address: string): Promise<void> {
  await page.addInitScript(() => {
    const { fetch } = window;
    window.fetch = (...asked) => (/\/progress\b/.test(String(asked[0])) ? new Promise(() => {}) : fetch(...asked));
  });
  await page.goto(address);
  await hydrated(page);
}

/**
 * KiB of all scripts that `address` asks for when it is opened anew in `page`. One that the browser holds already counts
 * like one that comes from the server, so that this is what a browser loads that has been nowhere yet.
 */
export async function weightOf(page: Page, address: string): Promise<number> {
  const urls = new Set<string>();
  const note = (response: Response): void => {
    if (/javascript/.test(response.headers()['content-type'] ?? '')) urls.add(response.url());
  };
  page.on('response', note);
  if (address.endsWith('/computing')) await openWaiting(page, address);
  else await open(page, address);
  await page.waitForLoadState('networkidle');
  page.off('response', note);
  for (const url of urls) if (!known.has(url)) known.set(url, kibOf(url));
  const weights = await Promise.all([...urls].map((url) => known.get(url)!));
  return weights.reduce((sum, weight) => sum + weight, 0);
}

interface Script {
  kib: number;
  /** Addresses of the scripts that it imports, at once or later. */
  imports: string[];
}

const scripts = new Map<string, Promise<Script>>();

async function readScript(url: string): Promise<Script> {
  const text = await (await fetch(url)).text();
  const imports = text.matchAll(/(?:from|import)\s*\(?\s*["'`](\.[^"'`]+\.js)["'`]/g);
  return { kib: gzipSync(text).length / 1024, imports: [...imports].map(([, path]) => new URL(path!, url).href) };
}

/**
 * The most KiB of script that a page can load, by its HTML: all scripts that it names, all that these import, and so on, those
 * included that are only imported once something is pressed. A browser need not be asked if this is little enough.
 */
export async function mostWeight(origin: string, html: string): Promise<number> {
  const all = new Set([...html.matchAll(/\/_app\/immutable\/[\w./-]+\.js/g)].map(([path]) => origin + path));
  let sum = 0;
  for (const url of all) {
    if (!scripts.has(url)) scripts.set(url, readScript(url));
    const { kib, imports } = await scripts.get(url)!;
    sum += kib;
    for (const one of imports) all.add(one);
  }
  return sum;
}

/** Returns the weight of an address, loaded beside the page that is open. */
export async function weightBeside(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage();
  const kib = await weightOf(page, address);
  await page.close();
  return kib;
}
